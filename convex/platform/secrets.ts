/**
 * Secrets of what people keep for longer than a key signs tokens: pictures of passes, links in
 * mails, screens. The only writer of `secrets`. Each is what `secretFor` gave when its row was
 * made, which a job does at the first deployment; so replacing the keys of the tokens voids none.
 */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { secretFor } from "./digest";

const USES = ["passes", "mail links", "screens"] as const;
type Use = (typeof USES)[number];

/** Returns the secret for a use, in base64. */
export async function secretOf(ctx: QueryCtx, use: Use): Promise<string> {
  return (await findRow(ctx, use))?.value ?? secretFor(use);
}

/** Keeps those that are not kept yet. */
export async function keep(ctx: MutationCtx): Promise<void> {
  for (const use of USES)
    if ((await findRow(ctx, use)) === null)
      await ctx.db.insert("secrets", { use, value: await secretFor(use) });
}

async function findRow(ctx: QueryCtx, use: Use) {
  return ctx.db
    .query("secrets")
    .withIndex("by_use", (q) => q.eq("use", use))
    .unique();
}
