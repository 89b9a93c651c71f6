/** Passes bot checks with the page's library. */
import { pbkdf2Sync } from "node:crypto";
import {
  solveChallenge,
  type Challenge,
  type DeriveKeyFunction,
} from "altcha-lib";
import { challengeOf, type BotCheckAnswer } from "#convex/shared/signIn";
import { iterationsRun } from "./setup";

/** The library's takes ten times as long: it waits twice for each of some thousand keys. */
const deriveKey: DeriveKeyFunction = (parameters, salt, password) => {
  const { algorithm, cost, keyLength } = parameters;
  const digest = algorithm.replace("PBKDF2/SHA-", "sha");
  const iterations = iterationsRun(cost);
  const key = pbkdf2Sync(password, salt, iterations, keyLength, digest);
  return Promise.resolve({ derivedKey: new Uint8Array(key) });
};

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
