/**
 * The pass with which a signed-in page reads cards and openings. Only this module
 * writes `findPasses`.
 *
 * A query that looks at who is asking runs once for each who asks. With the pass it
 * looks at the pass alone: hundreds of pages ask the same question, and a deployment
 * answers it once for each change. The pass is a random secret that only signed-in
 * people are told; the first card or opening that is shown after a day brings another
 * one. Whoever passes it on shows no more than what they could copy.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { toBase64 } from "./digest";
import * as Viewer from "./viewer";

const SECRET_BYTES = 32;
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the pass for this person; null for judges and mentors, and until someone shows
 * a card or an opening.
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
 * Returns true if the pass is right. Without one, the caller must be signed in, and is
 * answered apart from everyone else.
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

/** Makes the first pass, and a new one if the last is a day old. */
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
