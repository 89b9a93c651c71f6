import { solveChallengeWorkers } from "altcha-lib";
import type { BotCheckChallenge } from "#convex/signIn/shared";

const MAX_WORKERS = 4;

/** Half the time for which a challenge is valid. */
const PATIENCE_MS = 5 * 60 * 1000;

/** Computes the proof of work in Web Workers; null on timeout. */
export async function solveChallenge(challenge: BotCheckChallenge) {
  const solution = await solveChallengeWorkers({
    challenge,
    // Leaves one core to the page.
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency - 1),
    createWorker: async () => newWorker(),
    timeout: PATIENCE_MS,
  });
  return solution && { challenge, solution };
}

/** Browsers hide `crypto.subtle` from pages that came over http from another machine. */
function newWorker(): Worker {
  return "subtle" in crypto
    ? new Worker(new URL("./bot-check.worker.ts", import.meta.url), {
        type: "module",
      })
    : new Worker(new URL("./plain-bot-check.worker.ts", import.meta.url), {
        type: "module",
      });
}
