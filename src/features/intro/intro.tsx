import { useEffect, useId, useRef } from "react";
import { event } from "../../content/event";
import { intro } from "../../content/opening";
import { formatDateLine } from "../../lib/format-date";
import { introAgeMs } from "../../lib/intro-state";
import { Button } from "../../ui/button";
import { ArrowIcon } from "../../ui/icons";
import { TimeBar } from "../../ui/time-bar";
import { AssemblingMark } from "./assembling-mark";
import styles from "./intro.module.css";

export const INTRO_MS = 2_500;

/**
 * The broadcast's opening, across the whole screen. In timed mode a bar runs and the intro ends by itself; otherwise
 * it waits for Start. Either way it ends once, through `onDone`.
 */
export function Intro({
  mode = "timed",
  durationMs = INTRO_MS,
  isLeaving = false,
  onDone,
}: {
  mode?: "timed" | "manual";
  durationMs?: number;
  /** The page is uncovered already and the picture only moves away. */
  isLeaving?: boolean;
  onDone: () => void;
}) {
  const titleId = useId();
  const screen = useRef<HTMLDialogElement>(null);
  const isTimed = mode === "timed";
  useEffect(() => {
    const element = screen.current;
    if (element === null) return;
    element.focus({ preventScroll: true });
    // The page behind stays where it is. (React's own wheel listeners cannot prevent anything.)
    element.addEventListener("wheel", preventDefault, { passive: false });
    return () => element.removeEventListener("wheel", preventDefault);
  }, []);
  useTimeLimit(isTimed && !isLeaving ? durationMs : undefined, onDone);
  return (
    <dialog
      open
      ref={screen}
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles.intro}
    >
      <div className={styles.curtain} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      <div className={styles.picture}>
        <AssemblingMark className={styles.mark} />
        <div className={styles.words}>
          <p id={titleId} className={styles.title}>
            <span>{intro.title}</span>
          </p>
          <p className={styles.date}>
            {formatDateLine(event.firstDay, event.lastDay)} · {event.city}
          </p>
        </div>
        <div className={styles.start}>
          <Button tone="signal" size="large" onClick={onDone}>
            {intro.start} <ArrowIcon />
          </Button>
        </div>
      </div>
      {isTimed && (
        <div className={styles.bar}>
          <TimeBar label={intro.progress} durationMs={durationMs} />
        </div>
      )}
    </dialog>
  );
}

/** Counts from the first paint, which came before the script. */
function useTimeLimit(durationMs: number | undefined, onDone: () => void) {
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (durationMs === undefined) return;
    const remainingMs = Math.max(0, durationMs - introAgeMs());
    const timer = setTimeout(() => done.current(), remainingMs);
    return () => clearTimeout(timer);
  }, [durationMs]);
}

function preventDefault(event: Event) {
  event.preventDefault();
}
