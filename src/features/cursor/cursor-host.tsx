import { Suspense, useSyncExternalStore } from "react";
import { latePart } from "../../lib/connection/load-part";

const WANTED =
  "(hover: hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)";

const Cursor = latePart(async () => (await import("./cursor")).Cursor);

/** Loads the custom cursor only for a mouse and without reduced motion. */
export function CursorHost() {
  const isWanted = useSyncExternalStore(
    onChange,
    () => matchMedia(WANTED).matches,
    () => false,
  );
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <Cursor />
    </Suspense>
  );
}

function onChange(tell: () => void) {
  const query = matchMedia(WANTED);
  query.addEventListener("change", tell);
  return () => query.removeEventListener("change", tell);
}
