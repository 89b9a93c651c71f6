import { scroll } from "framer-motion/dom";
import { animate } from "framer-motion/dom/mini";

/** Moves the lines with the scroll position, `distancePx` to either side; returns a function that restores them. */
export function drift(section: HTMLElement, distancePx: number): () => void {
  const lines = [...section.querySelectorAll<HTMLElement>("[data-drift]")];
  const stops = lines.map((line, position) => {
    const from = position % 2 === 0 ? -distancePx : distancePx;
    const movement = animate(
      line,
      { transform: [`translateX(${from}px)`, `translateX(${-from}px)`] },
      { ease: "linear" },
    );
    const stop = scroll(movement, {
      target: section,
      offset: ["start end", "end start"],
    });
    return () => {
      stop();
      movement.cancel();
    };
  });
  return () => {
    for (const stop of stops) stop();
  };
}
