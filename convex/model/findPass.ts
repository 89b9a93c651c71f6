/**
 * The pass with which a signed-in page reads cards and openings. Only this module
 * writes `findPasses`.
 *
 * The result of a query that reads the caller's identity is cached per caller. With the
 * pass in its arguments it need not read the identity: hundreds of pages send the same
 * query, and it runs once for each change. The pass is a random secret that only
 * signed-in people get; the first card or opening that is published after a day
 * replaces it. Somebody who gives it away reveals only what they could copy anyway.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { toBase64 } from "./digest";
import * as Viewer from "./viewer";

const SECRET_BYTES = 32;
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the pass for this person; null for judges and mentors, and before the first
 * card or opening is published.
 */
export async function findFor(
  ctx: QueryCtx,
  user: Doc<"users">,
): Promise<string | null> {
  return Viewer.takesPart(user) ? find(ctx) : null;
}

async function find(ctx: QueryCtx): Promise<string | null> {
  return (await findRow(ctx))?.secret ?? null;
}

/**
 * Returns true if the pass is valid. Without one, the caller must be signed in, and the
 * result is not shared.
 */
export async function admits(
  ctx: QueryCtx,
  pass: string | undefined,
): Promise<boolean> {
  if (pass === undefined) {
    const viewer = await Viewer.find(ctx);
    return viewer !== null && Viewer.takesPart(viewer);
  }
  const secret = await find(ctx);
  return secret !== null && pass === secret;
}

/** Creates the first pass, and replaces one that is a day old. */
export async function keepFresh(ctx: MutationCtx): Promise<void> {
  const row = await findRow(ctx);
  const now = Date.now();
  if (row !== null && now - row.madeAt < LIFETIME_MS) return;
  const fresh = { secret: drawSecret(), madeAt: now };
  if (row === null) await ctx.db.insert("findPasses", fresh);
  else await ctx.db.patch("findPasses", row._id, fresh);
}

async function findRow(ctx: QueryCtx) {
  return ctx.db.query("findPasses").withIndex("by_creation_time").first();
}

function drawSecret(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
