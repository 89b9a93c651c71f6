/** The only writer of `contactMessages`. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** More than anybody writes; the limit on messages sees to it. */
const MAX_MESSAGES = 500;

/** Keeps a message, with the time at which it came. */
export async function add(
  ctx: MutationCtx,
  message: Omit<WithoutSystemFields<Doc<"contactMessages">>, "createdAt">,
): Promise<void> {
  const createdAt = new Date().toISOString();
  await ctx.db.insert("contactMessages", { ...message, createdAt });
}

/** What was written under an address; only its proven owner may see it. */
export async function listOf(
  ctx: QueryCtx,
  email: string,
): Promise<Doc<"contactMessages">[]> {
  return ctx.db
    .query("contactMessages")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(MAX_MESSAGES);
}
