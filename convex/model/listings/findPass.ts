/** Who reads cards and openings, with the pass that all pages share (passes.ts). */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import * as Passes from "../platform/passes";
import * as Viewer from "../platform/viewer";

/**
 * Returns the pass for this person; null for judges and mentors, and until it is created.
 */
export async function findFor(
  ctx: QueryCtx,
  user: Doc<"users">,
): Promise<string | null> {
  return Viewer.takesPart(user) ? Passes.tell(ctx, "findPasses") : null;
}

/**
 * Returns true if the pass is valid. Without one, the caller must be signed in, and the
 * result is not shared.
 */
export async function admits(
  ctx: QueryCtx,
  pass: string | undefined,
): Promise<boolean> {
  if (pass !== undefined) return Passes.isValid(ctx, "findPasses", pass);
  const viewer = await Viewer.find(ctx);
  return viewer !== null && Viewer.takesPart(viewer);
}
