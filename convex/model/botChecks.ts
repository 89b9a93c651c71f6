/**
 * Proof of work against bots (ALTCHA), with no service outside. A challenge is
 * signed, not stored; `usedBotChecks` keeps the answers that were accepted, so
 * that none counts twice. The only writer of that table.
 *
 * The secret is derived from the key that signs tokens: it needs no setting,
 * and an answer given to another deployment is worth nothing here.
 */
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import * as z from "zod/mini";
import type { MutationCtx } from "../_generated/server";
import type { BotCheckChallenge, BotCheckPurpose } from "../shared/botCheck";
import { refuse } from "../shared/errors";

/** An answer that was checked but not yet used. `expiresAt`: milliseconds since the epoch. */
export type Proof = { nonce: string; expiresAt: number };

const LIFETIME_MS = 10 * 60 * 1000;

/** One guess takes about a millisecond natively, and this many are needed: half a second on a laptop, a few on a phone. */
const ITERATIONS_PER_GUESS = 5_000;
const MIN_GUESSES = 200;
const MAX_GUESSES = 1_000;

const answerSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
      data: z.object({ purpose: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** A new challenge, solvable once, for ten minutes, for one purpose. */
export async function newChallenge(
  purpose: BotCheckPurpose,
): Promise<BotCheckChallenge> {
  return createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: ITERATIONS_PER_GUESS,
    counter: randomInt(MAX_GUESSES, MIN_GUESSES),
    data: { purpose },
    deriveKey,
    expiresAt: Math.floor((Date.now() + LIFETIME_MS) / 1000),
    ...(await secrets()),
  });
}

/** Checks everything about an answer except whether it was used. @throws `bot_check_failed` */
export async function verify(
  answer: unknown,
  purpose: BotCheckPurpose,
): Promise<Proof> {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return refuse("bot_check_failed");
  const { challenge, solution } = parsed.data;
  const { parameters } = challenge;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    ...(await secrets()),
  });
  if (!verified || parameters.data.purpose !== purpose)
    refuse("bot_check_failed");
  return { nonce: parameters.nonce, expiresAt: parameters.expiresAt * 1000 };
}

/** Uses an answer up. @returns false if it was used before, or expired meanwhile */
export async function redeem(
  ctx: MutationCtx,
  { nonce, expiresAt }: Proof,
): Promise<boolean> {
  if (expiresAt <= Date.now()) return false;
  const used = await ctx.db
    .query("usedBotChecks")
    .withIndex("by_nonce", (q) => q.eq("nonce", nonce))
    .unique();
  if (used !== null) return false;
  await ctx.db.insert("usedBotChecks", { nonce, expiresAt });
  return true;
}

/** One signs the challenge, the other the answer, so that checking an answer repeats no work. */
async function secrets() {
  return {
    hmacSignatureSecret: await secretFor("challenge"),
    hmacKeySignatureSecret: await secretFor("answer"),
  };
}

async function secretFor(use: string): Promise<string> {
  const { JWT_PRIVATE_KEY } = process.env;
  if (!JWT_PRIVATE_KEY) throw new Error("JWT_PRIVATE_KEY is not set");
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(JWT_PRIVATE_KEY),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const label = new TextEncoder().encode(`bot check ${use}`);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, label));
  return btoa(String.fromCharCode(...mac));
}
