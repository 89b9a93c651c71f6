import { Suspense, useState } from "react";
import { useParams } from "react-router-dom";
import { lazyPart } from "../../lib/connection/load-part";
import { useSession } from "../../lib/session/session-store";
import { useHydrated } from "../../lib/use-hydrated";
import { NeedsScript } from "../../ui/needs-script";
import "./ask-early";
import styles from "./projects.module.css";
import { OnePending, WallHeading, WallPending } from "./wall-pending";

const Wall = lazyPart(async () => (await import("./wall")).Wall);
const WallTools = lazyPart(async () => (await import("./wall")).WallTools);
const Project = lazyPart(async () => (await import("./project")).Project);

/**
 * The gallery, and each project of it: `/projects/ID`. The HTML has the heading; the projects come live. With a stored
 * session the page waits for it, because organisers and judges see the gallery before it is published.
 */
export function Component() {
  // Chats put marks behind a link.
  const [id] = /\w+/u.exec(useParams().id ?? "") ?? [];
  const { status } = useSession();
  const isHydrated = useHydrated();
  const isReady = isHydrated && status !== "unknown";
  // The HTML of `/projects/ID` is that of the gallery.
  const isOne = isHydrated && id !== undefined;
  return (
    <div className="container">
      <div className="stack gap-6 content-start page-padding page-height">
        {!isOne ? (
          <Gallery isReady={isReady} />
        ) : isReady ? (
          <Suspense fallback={<OnePending />}>
            <Project key={id} id={id} />
          </Suspense>
        ) : (
          <OnePending />
        )}
      </div>
    </div>
  );
}

/** The heading of the HTML stays while the wall comes below it: a new one would count as painted last. */
function Gallery({ isReady }: { isReady: boolean }) {
  const [isPublic, setIsPublic] = useState(true);
  const toolsPlace = <div className={styles.toolsPlace} />;
  return (
    <>
      {isPublic && (
        <div className={`stack gap-6 ${styles.top}`}>
          <WallHeading>
            <NeedsScript>Seeing the projects</NeedsScript>
          </WallHeading>
          {isReady ? (
            <Suspense fallback={toolsPlace}>
              <WallTools />
            </Suspense>
          ) : (
            toolsPlace
          )}
        </div>
      )}
      {isReady ? (
        <Suspense fallback={<WallPending />}>
          <Wall onPublic={setIsPublic} />
        </Suspense>
      ) : (
        <WallPending />
      )}
    </>
  );
}
