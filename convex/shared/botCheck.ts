/**
 * The bot check as the page sees it: a call fails with a challenge, mostly as
 * `bot_check_required`; the page solves the challenge and repeats the call with the
 * parameter `botCheck: { challenge, solution }`.
 */
import type { Challenge, Solution } from "altcha-lib";
import { isAppError, type AppErrorData } from "./errors";

/** An ALTCHA challenge, which a browser solves with PBKDF2. */
export type BotCheckChallenge = Challenge;

/** The challenge as received, and its solution. */
export type BotCheckAnswer = { challenge: Challenge; solution: Solution };

/** The flow for which an answer is valid. */
export type BotCheckPurpose =
  "signUp" | "signIn" | "google" | "reset" | "contact" | "subscribe";

/** Returns the challenge of a refusal that has one; null for any other error. */
export function challengeOf(error: unknown): BotCheckChallenge | null {
  if (!isAppError(error)) return null;
  const { challenge }: AppErrorData & { challenge?: BotCheckChallenge } =
    error.data;
  return challenge ?? null;
}
