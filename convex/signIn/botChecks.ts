/**
 * Proof of work against bots (ALTCHA), without an external service. Challenges
 * are signed, not stored; a rate limit counts the accepted answers, so that none is
 * accepted twice. An answer for another deployment is not valid here.
 */
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import type { MutationCtx } from "../_generated/server";
import type { BotCheckPurpose } from "./shared";
import { refuse } from "../platform/shared/errors";
import { secretFor } from "../platform/digest";
import * as RateLimits from "../platform/rateLimits";

/**
 * A correct answer that may have been used before. `expiresAt`: milliseconds
 * since the epoch.
 */
export const proofValidator = v.object({
  nonce: v.string(),
  expiresAt: v.number(),
});
export type Proof = Infer<typeof proofValidator>;

const LIFETIME_MS = 10 * 60 * 1000;

/**
 * One guess takes about a millisecond natively; with the number of guesses
 * below, half a second on a laptop, a few seconds on a phone.
 */
const ITERATIONS_PER_GUESS = 5_000;
const MIN_GUESSES = 200;
const MAX_GUESSES = 1_000;

/** No string of a challenge or its answer is longer. */
const short = z.string().check(z.maxLength(500));

const answerSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: short,
      nonce: short,
      salt: short,
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: short,
      keySignature: short,
      expiresAt: z.number(),
      data: z.object({ purpose: short }),
    }),
    signature: short,
  }),
  solution: z.object({ counter: z.number(), derivedKey: short }),
});

/** Returns a new challenge for one purpose. Its answer is accepted once, within ten minutes. */
export async function newChallenge(purpose: BotCheckPurpose) {
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

/**
 * Checks an answer, except whether it was used before: that is up to `redeem`.
 * @returns undefined if there is no answer
 * @throws `bot_check_failed`
 */
export async function verifyIfGiven(answer: unknown, purpose: BotCheckPurpose) {
  if (answer === undefined) return undefined;
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

/** Marks an answer as used. @returns false if it was used before or has expired */
export async function redeem(ctx: MutationCtx, { nonce, expiresAt }: Proof) {
  if (expiresAt <= Date.now()) return false;
  return (await RateLimits.take(ctx, "botCheckAnswer", nonce)) === null;
}

/**
 * The first secret signs the challenge, the second the answer's key, so that
 * checking an answer needs no proof of work.
 */
async function secrets() {
  return {
    hmacSignatureSecret: await secretFor("bot check challenge"),
    hmacKeySignatureSecret: await secretFor("bot check answer"),
  };
}
