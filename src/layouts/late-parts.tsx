import { CursorHost } from "../features/cursor/cursor-host";
import { Toaster } from "../ui/toaster";

/** What stands over every page and nobody misses in the first second. */
export function LateParts() {
  return (
    <>
      <Toaster />
      <CursorHost />
    </>
  );
}
