import { solveChallengeWorkers } from "altcha-lib";
import type {
  BotCheckAnswer,
  BotCheckChallenge,
} from "#convex/shared/botCheck";

const MAX_WORKERS = 4;

/** Computes the proof of work in Web Workers; null on timeout. */
export async function solveChallenge(
  challenge: BotCheckChallenge,
): Promise<BotCheckAnswer | null> {
  const solution = await solveChallengeWorkers({
    challenge,
    // Leaves one core to the page.
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency - 1),
    createWorker: async () =>
      new Worker(new URL("./bot-check.worker.ts", import.meta.url), {
        type: "module",
      }),
  });
  return solution && { challenge, solution };
}
