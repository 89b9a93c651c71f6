import { lazy, Suspense } from "react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router-dom";
import { event } from "../content/event";
import { SessionHost } from "../lib/session/session-host";
import { LiveRegion } from "../ui/visually-hidden";
import { Navigation } from "./navigation";
import { useRouteTitle } from "./route-handle";
import { SiteFooter } from "./site-footer";
import styles from "./site-layout.module.css";
import { usePageChange } from "./use-page-change";

const Toaster = lazy(async () => {
  const { Toaster: toaster } = await import("../ui/toaster");
  return { default: toaster };
});

/** The frame of every page. */
export function SiteLayout() {
  const routeTitle = useRouteTitle();
  const title =
    routeTitle === undefined
      ? event.edition
      : `${routeTitle} · ${event.edition}`;
  const content = usePageChange(title);
  const isLoading = useNavigation().state !== "idle";
  return (
    <div className={styles.site}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Navigation />
      {isLoading && <div className={styles.progress} />}
      <main id="content" ref={content} tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
      <SiteFooter />
      <LiveRegion>{isLoading ? "Loading" : title}</LiveRegion>
      <SessionHost />
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
      <ScrollRestoration />
    </div>
  );
}
