/** Where the browser's own cursor says more than ours: text to edit, other documents, and dialogs, which cover ours. */
const NATIVE =
  "input:not([type=checkbox], [type=radio], [type=submit], [type=button]), textarea, select, [contenteditable], iframe, dialog";
const PRESSABLE = "a, button, summary, label, [role=tab], input";

/**
 * Moves the element with the mouse, once per frame, and says through `data-state` what it is over:
 * "idle", "target" or "native" (then it is out of sight).
 * The root element carries `data-cursor` for as long as ours stands in for the browser's.
 * @returns a function that gives the browser's cursor back
 */
export function followPointer(element: HTMLElement): () => void {
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
    // Ours appears, and the browser's goes, with the first movement.
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
