/** Who reads cards and openings, with the pass that all pages share (passes.ts). */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Passes from "./passes";
import * as Viewer from "./viewer";

/**
 * Returns the pass for this person; null for judges and mentors, and before the first
 * card or opening is published.
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

/**
 * Called daily. Otherwise whoever once had an account could go on reading until the next
 * card or opening is published, which may be never.
 */
export async function replace(ctx: MutationCtx): Promise<void> {
  if ((await Passes.tell(ctx, "findPasses")) !== null)
    await Passes.replace(ctx, "findPasses");
}

/** Called when a card or an opening is published. */
export async function keepFresh(ctx: MutationCtx): Promise<void> {
  await Passes.keepFresh(ctx, "findPasses");
}
