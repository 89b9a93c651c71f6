import { Suspense, useSyncExternalStore } from "react";
import { latePart } from "../../lib/late-part";

const WANTED =
  "(hover: hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)";

const Cursor = latePart(async () => {
  const { Cursor: cursor } = await import("./cursor");
  return cursor;
});

/** Loads the custom cursor only for a mouse and without reduced motion. */
export function CursorHost() {
  const isWanted = useSyncExternalStore(subscribe, hasMouse, () => false);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <Cursor />
    </Suspense>
  );
}

function hasMouse(): boolean {
  return matchMedia(WANTED).matches;
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WANTED);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
