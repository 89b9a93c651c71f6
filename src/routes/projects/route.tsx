import { lazy, Suspense } from "react";
import { useParams } from "react-router-dom";
import { loadPart } from "../../lib/load-part";
import { useSession } from "../../lib/session/session-store";
import { useHydrated } from "../../lib/use-hydrated";
import { Container } from "../../ui/layout";
import { NeedsScript } from "../../ui/needs-script";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import { askEarly } from "./ask-early";
import styles from "./projects.module.css";
import { WallHeading, WallPending } from "./wall-pending";

if (!import.meta.env.SSR) void askEarly(location);

const Wall = lazy(async () => {
  const { Wall: wall } = await loadPart(() => import("./wall"));
  return { default: wall };
});
const Project = lazy(async () => {
  const { Project: project } = await loadPart(() => import("./project"));
  return { default: project };
});

/**
 * The gallery, and each project of it: `/projects/ID`. The HTML has the heading; the projects come live. With a stored
 * session the page waits for it, because organisers and judges see the gallery before it is published.
 */
export function Component() {
  const { id } = useParams();
  const { status } = useSession();
  const isHydrated = useHydrated();
  const pending = isHydrated && id !== undefined ? <OnePending /> : <Pending />;
  const isReady = isHydrated && status !== "unknown";
  return (
    <Container>
      <div className={styles.page}>
        {isReady ? (
          <Suspense fallback={pending}>
            {id === undefined ? <Wall /> : <Project key={id} id={id} />}
          </Suspense>
        ) : (
          pending
        )}
      </div>
    </Container>
  );
}

function Pending() {
  return (
    <>
      <div className={styles.top}>
        <WallHeading>
          <NeedsScript>Seeing the projects</NeedsScript>
        </WallHeading>
        <div className={styles.toolsPlace} />
      </div>
      <WallPending />
    </>
  );
}

function OnePending() {
  return (
    <>
      <LoadingTitle>Loading the project</LoadingTitle>
      <Skeleton width="70%" height="var(--display-l)" />
      <Skeleton height="min(60vw, 40rem)" />
    </>
  );
}
