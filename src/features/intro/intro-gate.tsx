import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { setIntroState, useIntroState } from "../../lib/intro-state";
import { prefersReducedMotion } from "../../lib/motion-preference";
import { paths } from "../../paths";
import { Intro } from "./intro";

/** Equals the curtain's transition in `intro.module.css`. */
const LEAVE_MS = 600;

/**
 * Shows the intro if the first visit of a browser session is to a page of those who look around. Afterwards `/` becomes
 * `defaultRoute`, without a history entry. Every prerendered page contains it; `first-paint.js` decides whether it is
 * visible.
 */
export function IntroGate({
  defaultRoute = paths.home,
}: {
  defaultRoute?: string;
}) {
  const state = useIntroState("showing");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isLeaving = state === "leaving";
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setIntroState("over"), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  if (state === "over") return null;

  function goOn() {
    if (isLeaving) return;
    setIntroState(prefersReducedMotion() ? "over" : "leaving");
    if (pathname === paths.landing) {
      void navigate(defaultRoute, { replace: true, preventScrollReset: true });
    }
  }

  return <Intro isLeaving={isLeaving} onDone={goOn} />;
}
