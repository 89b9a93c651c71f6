import { memo, Suspense, useEffect, useMemo, useRef, useState } from "react";
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  type Location,
} from "react-router-dom";
import { IntroGate } from "../features/intro/intro-gate";
import { useEarlyPresses } from "../lib/early-presses";
import { useIntroState } from "../lib/intro-state";
import { latePart } from "../lib/connection/load-part";
import { useHydrated } from "../lib/use-hydrated";
import { whenCalm } from "../lib/when-calm";
import { paths } from "../paths";
import { LiveRegion } from "../ui/visually-hidden";
import { Navigation } from "./navigation";
import type { PageContext } from "./page-words";
import { fullTitle, useRouteHandle, type RouteHandle } from "./route-handle";
import { SessionHost } from "./session-host";
import styles from "./site-layout.module.css";

/** The id of the route whose pages have the portal's navigation. */
export const PORTAL = "portal";

let isFooterLoaded = false;

const SiteFooter = latePart(async () => {
  await whenCalm();
  const { SiteFooter: footer } = await import("./site-footer");
  isFooterLoaded = true;
  return footer;
});

/**
 * Memoised: an update of a Suspense boundary whose code has not loaded would discard its prerendered HTML. But another
 * page, or tab, gets a boundary of its own then: to keep the old one, React would wait for its code before it shows them.
 */
const Footer = memo(function Footer() {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [shownAt, setShownAt] = useState(address);
  if (shownAt !== address && !isFooterLoaded) setShownAt(address);
  return (
    <Suspense key={shownAt}>
      <SiteFooter />
    </Suspense>
  );
});

const LateParts = latePart(async () => {
  await whenCalm();
  return (await import("./late-parts")).LateParts;
});

/** Every full page load has the key "default", so the path tells pages apart. */
function scrollKeyOf({ key, pathname }: Location): string {
  return key === "default" ? pathname : key;
}

export function SiteLayout() {
  const routeHandle = useRouteHandle();
  const [ownWords, setOwnWords] = useState<RouteHandle>();
  const context = useMemo<PageContext>(() => ({ setOwnWords }), []);
  const handle = ownWords ?? routeHandle;
  const title = fullTitle(handle);
  const isBehindIntro = useIntroState("over") === "showing";
  const content = usePageChange(title, isBehindIntro);
  const isLoading = useNavigation().state !== "idle";
  const isHydrated = useHydrated();
  const isAlone = routeHandle.isAlone === true;
  const { pathname } = useLocation();
  const isPortal =
    useMatches().some(({ id }) => id === PORTAL) &&
    !isAlone &&
    ![paths.judge, paths.organiser].some((at) => pathname.startsWith(at));
  // Nobody is signed in at the hall's screen, and nothing but itself covers it.
  const isStage = pathname === paths.arena;
  useEarlyPresses();
  return (
    <>
      <IntroGate />
      <div className={styles.site} inert={isBehindIntro}>
        <a href="#content" className={styles.skip}>
          Skip to content
        </a>
        {!isAlone && <Navigation />}
        <div id="portal" className={isPortal ? styles.portal : undefined} />
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
        {!isStage && <SessionHost />}
        <ScrollRestoration getKey={scrollKeyOf} />
      </div>
      <div id="notices" className={styles.notices} />
      {isHydrated && !isStage && (
        <Suspense>
          <LateParts />
        </Suspense>
      )}
    </>
  );
}

/**
 * Sets the title. The end of the intro and a change of page, but not of the query alone (tabs), move the
 * focus to the content.
 */
function usePageChange(title: string, isBehindIntro: boolean) {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    // Who writes in the footer by then goes on writing.
    if (!document.activeElement?.matches("input"))
      content.current?.focus({ preventScroll: true });
  }, [pathname]);
  useEffect(() => {
    if (!isBehindIntro) return;
    const element = content.current;
    return () => element?.focus({ preventScroll: true });
  }, [isBehindIntro]);
  return content;
}
