import { Suspense } from "react";
import { latePart } from "../../lib/connection/load-part";
import { useMedia } from "../../lib/use-media";

const WANTED =
  "(hover: hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)";

const Cursor = latePart(async () => (await import("./cursor")).Cursor);

/** Loads the custom cursor only for a mouse and without reduced motion. */
export function CursorHost() {
  if (!useMedia(WANTED)) return null;
  return (
    <Suspense fallback={null}>
      <Cursor />
    </Suspense>
  );
}
