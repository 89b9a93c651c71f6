/**
 * The bot check as the page sees it: a call is refused with
 * `bot_check_required` and a challenge; the page solves it and repeats the call
 * with `botCheck: { challenge, solution }` among its parameters.
 */
import type { Challenge, Solution } from "altcha-lib";
import { isAppError, type AppErrorData } from "./errors";

/** What a browser is asked to work for; an ALTCHA challenge, solved with PBKDF2. */
export type BotCheckChallenge = Challenge;

/** The challenge as it came, and what solving it gave. */
export type BotCheckAnswer = { challenge: Challenge; solution: Solution };

/** What an answer is good for. */
export type BotCheckPurpose = "signUp" | "reset";

/** The challenge that a refusal carries; null for every other error. */
export function challengeOf(error: unknown): BotCheckChallenge | null {
  if (!isAppError(error) || error.data.code !== "bot_check_required")
    return null;
  const { challenge }: AppErrorData & { challenge?: BotCheckChallenge } =
    error.data;
  return challenge ?? null;
}
