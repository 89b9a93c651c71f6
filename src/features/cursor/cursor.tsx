import { useEffect, useRef } from "react";
import styles from "./cursor.module.css";

/** Where the browser's cursor tells more than ours, or covers it: editable text, frames, dialogs. */
const NATIVE =
  "input:not([type=checkbox], [type=radio], [type=submit], [type=button]), textarea, select, [contenteditable], iframe, dialog";
const PRESSABLE = "a, button, summary, label, [role=tab], input";

const corners =
  "M-8-16H-11L-16-11V-8M8-16H11L16-11V-8M-8 16H-11L-16 11V8M8 16H11L16 11V8";

/** The logo's mark as a crosshair: the dot is the pointer; over controls the four corners replace it. */
export function Cursor() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ref.current === null) return;
    return followPointer(ref.current);
  }, []);
  return (
    <div
      ref={ref}
      className={`screen-only ${styles.cursor}`}
      aria-hidden="true"
    >
      <svg viewBox="-20 -20 40 40" className={styles.corners}>
        <path d={corners} className={styles.halo} />
        <path d={corners} />
      </svg>
      <svg viewBox="-20 -20 40 40" className={styles.dot}>
        <path d="M0-5 5 0 0 5-5 0Z" />
      </svg>
    </div>
  );
}

/** Moves the element with the mouse, hides the browser's cursor, and says in `data-state` what it is over. */
function followPointer(element: HTMLElement): () => void {
  const root = document.documentElement;
  let frame = 0;
  let x = 0;
  let y = 0;

  function draw() {
    frame = 0;
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  function onMove(event: PointerEvent) {
    if (event.pointerType !== "mouse") return;
    // The browser's cursor is replaced at the first movement.
    if (event.type === "pointermove") root.dataset.cursor = "ours";
    ({ clientX: x, clientY: y } = event);
    element.dataset.state = stateOver(event.target);
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function onLeave() {
    element.dataset.state = "native";
  }

  addEventListener("pointermove", onMove, { passive: true });
  addEventListener("pointerover", onMove, { passive: true });
  root.addEventListener("pointerleave", onLeave);
  return () => {
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerover", onMove);
    root.removeEventListener("pointerleave", onLeave);
    cancelAnimationFrame(frame);
    delete root.dataset.cursor;
  };
}

function stateOver(target: EventTarget | null): "idle" | "target" | "native" {
  if (!(target instanceof Element)) return "idle";
  if (target.closest(NATIVE) !== null) return "native";
  return target.closest(PRESSABLE) === null ? "idle" : "target";
}
