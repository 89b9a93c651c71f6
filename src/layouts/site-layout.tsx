import { lazy, Suspense } from "react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router-dom";
import { CursorHost } from "../features/cursor/cursor-host";
import { IntroGate } from "../features/intro/intro-gate";
import { useIntroState } from "../lib/intro-state";
import { SessionHost } from "../lib/session/session-host";
import { useHydrated } from "../lib/use-hydrated";
import { whenCalm } from "../lib/when-calm";
import { LiveRegion } from "../ui/visually-hidden";
import { Navigation } from "./navigation";
import { fullTitle, useRouteHandle } from "./route-handle";
import { SiteFooter } from "./site-footer";
import styles from "./site-layout.module.css";
import { usePageChange } from "./use-page-change";

const Toaster = lazy(async () => {
  await whenCalm();
  const { Toaster: toaster } = await import("../ui/toaster");
  return { default: toaster };
});

/** The frame of every page. */
export function SiteLayout() {
  const handle = useRouteHandle();
  const title = fullTitle(handle);
  const content = usePageChange(title, handle.description);
  const isLoading = useNavigation().state !== "idle";
  const isHydrated = useHydrated();
  const isBehindIntro = useIntroState("over") === "showing";
  return (
    <>
      <IntroGate />
      <div className={styles.site} inert={isBehindIntro}>
        <a href="#content" className={styles.skip}>
          Skip to content
        </a>
        <Navigation />
        {isLoading && <div className={styles.progress} />}
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className={styles.content}
        >
          <Outlet />
        </main>
        <SiteFooter />
        <LiveRegion>{isLoading ? "Loading" : title}</LiveRegion>
        <SessionHost />
        {isHydrated && (
          <Suspense fallback={null}>
            <Toaster />
          </Suspense>
        )}
        <ScrollRestoration />
      </div>
      <CursorHost />
    </>
  );
}
