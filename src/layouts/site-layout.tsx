import { memo, Suspense, useEffect, useMemo, useState } from "react";
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  type Location,
} from "react-router-dom";
import { IntroGate } from "../features/intro/intro-gate";
import { repeatEarlyPresses } from "../lib/early-presses";
import { useIntroState } from "../lib/intro-state";
import { latePart } from "../lib/late-part";
import { SessionHost } from "../lib/session/session-host";
import { useHydrated } from "../lib/use-hydrated";
import { whenCalm } from "../lib/when-calm";
import { paths } from "../paths";
import { LiveRegion } from "../ui/visually-hidden";
import { Navigation } from "./navigation";
import type { PageContext } from "./page-words";
import { fullTitle, useRouteHandle, type RouteHandle } from "./route-handle";
import styles from "./site-layout.module.css";
import { usePageChange } from "./use-page-change";

const SiteFooter = latePart(async () => {
  await whenCalm();
  const { SiteFooter: footer } = await import("./site-footer");
  return footer;
});

// Memoised: what is prerendered must not be asked to change before its script is there.
const Footer = memo(function Footer() {
  return (
    <Suspense>
      <SiteFooter />
    </Suspense>
  );
});

const LateParts = latePart(async () => {
  await whenCalm();
  const { LateParts: parts } = await import("./late-parts");
  return parts;
});

/** Every page that the browser loads itself has the same key; without more, one would scroll to where another was left. */
function scrollKeyOf({ key, pathname }: Location): string {
  return key === "default" ? pathname : key;
}

/** The frame of every page. */
export function SiteLayout() {
  const routeHandle = useRouteHandle();
  const [ownWords, setOwnWords] = useState<RouteHandle>();
  const context = useMemo<PageContext>(() => ({ setOwnWords }), []);
  const handle = ownWords ?? routeHandle;
  const title = fullTitle(handle);
  const content = usePageChange(title, handle.description);
  const isLoading = useNavigation().state !== "idle";
  const isHydrated = useHydrated();
  // A small window with nothing to do but wait for Google.
  const isAlone = useLocation().pathname === paths.google;
  useEffect(repeatEarlyPresses, []);
  const isBehindIntro = useIntroState("over") === "showing";
  return (
    <>
      <IntroGate />
      <div className={styles.site} inert={isBehindIntro}>
        <a href="#content" className={styles.skip}>
          Skip to content
        </a>
        {!isAlone && <Navigation />}
        {isLoading && <div className={styles.progress} />}
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className={styles.content}
        >
          <Outlet context={context} />
        </main>
        {!isAlone && <Footer />}
        <LiveRegion>{isLoading ? "Loading" : title}</LiveRegion>
        <SessionHost />
        <ScrollRestoration getKey={scrollKeyOf} />
      </div>
      {isHydrated && (
        <Suspense>
          <LateParts />
        </Suspense>
      )}
    </>
  );
}
