import { pbkdf2Sync } from "node:crypto";
import {
  solveChallenge,
  type Challenge,
  type DeriveKeyFunction,
} from "altcha-lib";
import type { BotCheckAnswer } from "#convex/signIn/shared";

/**
 * Solves a challenge with the page's library.
 * @param iterationsOf what is run where so many are asked for
 */
export async function solve(
  challenge: Challenge,
  iterationsOf = (asked: number) => asked,
): Promise<BotCheckAnswer> {
  // The library's takes ten times as long: it waits twice for each of some thousand keys.
  const deriveKey: DeriveKeyFunction = (parameters, salt, password) => {
    const { algorithm, cost, keyLength } = parameters;
    const digest = algorithm.replace("PBKDF2/SHA-", "sha");
    const key = pbkdf2Sync(
      password,
      salt,
      iterationsOf(cost),
      keyLength,
      digest,
    );
    return Promise.resolve({ derivedKey: new Uint8Array(key) });
  };
  // One machine solves those of all, beside everything that they do.
  const timeout = 3_600_000;
  const solution = await solveChallenge({ challenge, deriveKey, timeout });
  if (solution === null) throw new Error("no solution in time");
  return { challenge, solution };
}
