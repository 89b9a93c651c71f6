import { useEffect, useId, useRef } from "react";
import { event } from "../../content/event";
import { intro } from "../../content/opening";
import { formatDateLine } from "../../lib/time/format-date";
import { introAgeMs } from "../../lib/intro-state";
import { Button } from "../../ui/button";
import { ArrowIcon } from "../../ui/icons";
import { markDot, markPlates } from "../../ui/logo";
import { TimeBar } from "../../ui/time-bar";
import styles from "./intro.module.css";

export const INTRO_MS = 2_500;

/** Timed, it ends with its progress bar, otherwise with the Start button; `onDone` is called once. */
export function Intro({
  mode = "timed",
  durationMs = INTRO_MS,
  isLeaving = false,
  onDone,
}: {
  mode?: "timed" | "manual";
  durationMs?: number;
  /** The page is usable again; only the exit animation is left. */
  isLeaving?: boolean;
  onDone: () => void;
}) {
  const titleId = useId();
  const screen = useRef<HTMLDialogElement>(null);
  const isTimed = mode === "timed";
  useEffect(() => {
    const element = screen.current;
    if (element === null) return;
    // Somebody may have reached Start already.
    if (document.activeElement === document.body) {
      element.focus({ preventScroll: true });
    }
    // Keeps the page behind from scrolling. React registers wheel listeners as passive, so this one is native.
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
      <div className={`stack gap-5 ${styles.picture}`}>
        <AssemblingMark className={styles.mark} />
        <div className={`stack gap-2 ${styles.words}`}>
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

/** Counts from the first paint, which precedes the script. */
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

/** The mark assembles itself: four plates fly in from their corners. Decorative. */
function AssemblingMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 64 64"
      className={className}
      overflow="visible"
      aria-hidden="true"
    >
      {markPlates.map((plate, slot) => (
        <path key={plate} d={plate} className={styles.plate} data-slot={slot} />
      ))}
      <path d={markDot} className={styles.dot} />
      <path d={markDot} className={styles.ring} />
    </svg>
  );
}
