/**
 * The passes that all signed-in pages share. Only this module writes `findPasses` and
 * `noticePasses`, which have one row each.
 *
 * The result of a query that reads the caller's identity is cached per caller. With a
 * pass in its arguments it need not read the identity: thousands of pages send the same
 * query, and it runs once for each change. A pass is a random secret that only
 * signed-in people get. A daily job replaces it, and the former one is void: otherwise
 * whoever once had an account could go on reading without end. Somebody who gives it
 * away reveals only what they could copy anyway.
 */
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { toBase64 } from "./digest";

const SECRET_BYTES = 32;

/** `findPasses`: for cards and openings. `noticePasses`: for what a dashboard shows everyone. */
export type PassTable = "findPasses" | "noticePasses";

/** Returns the pass; null until it is created. */
export async function tell(
  ctx: QueryCtx,
  table: PassTable,
): Promise<string | null> {
  return (await findRow(ctx, table))?.secret ?? null;
}

/** Returns true if the pass is valid. */
export async function isValid(
  ctx: QueryCtx,
  table: PassTable,
  pass: string,
): Promise<boolean> {
  const secret = await tell(ctx, table);
  return secret !== null && pass === secret;
}

/** Creates the first pass, or replaces it: the former one is void. */
export async function replace(
  ctx: MutationCtx,
  table: PassTable,
): Promise<void> {
  const row = await findRow(ctx, table);
  const fresh = { secret: drawSecret() };
  if (row === null) await ctx.db.insert(table, fresh);
  else await ctx.db.patch(table, row._id, fresh);
}

async function findRow(ctx: QueryCtx, table: PassTable) {
  return ctx.db.query(table).withIndex("by_creation_time").first();
}

/** Returns a new secret for a pass. */
export function drawSecret(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
