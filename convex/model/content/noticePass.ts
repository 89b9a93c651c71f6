/**
 * Who reads the notices: announcements, resources and dates, which are the same on
 * every dashboard. All pages share a pass (passes.ts).
 */
import type { QueryCtx } from "../../_generated/server";
import * as Passes from "../platform/passes";
import * as Viewer from "../platform/viewer";

/** Returns the pass, which is for everyone who is signed in; null until it is created. */
export async function tell(ctx: QueryCtx): Promise<string | null> {
  return Passes.tell(ctx, "noticePasses");
}

/**
 * Returns true if the pass is valid. Without one, the caller must be signed in, and the
 * result is not shared.
 */
export async function admits(
  ctx: QueryCtx,
  pass: string | undefined,
): Promise<boolean> {
  return pass === undefined
    ? (await Viewer.find(ctx)) !== null
    : Passes.isValid(ctx, "noticePasses", pass);
}
