/** Passes bot checks as the page does. */
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { challengeOf, type BotCheckAnswer } from "#convex/shared/botCheck";

/** Returns the challenge with which a call is refused. */
export async function challengeFor(call: Promise<unknown>): Promise<Challenge> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const challenge = challengeOf(error);
  if (challenge === null) throw new Error(`no challenge in ${String(error)}`);
  return challenge;
}

/** Solves a challenge. */
export async function solve(challenge: Challenge): Promise<BotCheckAnswer> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error("no solution in time");
  return { challenge, solution };
}

/** Solves the challenge with which a call is refused. */
export async function solved(call: Promise<unknown>): Promise<BotCheckAnswer> {
  return solve(await challengeFor(call));
}
