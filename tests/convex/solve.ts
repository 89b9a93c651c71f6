/** Passes bot checks with the page's library. */
import type { Challenge } from "altcha-lib";
import { challengeOf, type BotCheckAnswer } from "#convex/signIn/shared";
import { solve as solveWith } from "../load/bot-check";
import { iterationsRun, must } from "./setup";

/** Returns the challenge with which a call is refused. */
export async function challengeFor(call: Promise<unknown>): Promise<Challenge> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const challenge = must(challengeOf(error));
  return challenge;
}

/** Solves a challenge. */
export const solve = async (challenge: Challenge) =>
  solveWith(challenge, iterationsRun);

/** Solves the challenge with which a call is refused. */
export async function solved(call: Promise<unknown>): Promise<BotCheckAnswer> {
  return solve(await challengeFor(call));
}
