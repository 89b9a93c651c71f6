import { solveChallengeWorkers } from "altcha-lib";
import type {
  BotCheckAnswer,
  BotCheckChallenge,
} from "../../../convex/shared/botCheck";

const MAX_WORKERS = 4;

/**
 * Does the work that a challenge asks for, beside the page.
 * @returns null when it takes longer than anybody would wait
 */
export async function solveChallenge(
  challenge: BotCheckChallenge,
): Promise<BotCheckAnswer | null> {
  const solution = await solveChallengeWorkers({
    challenge,
    // One processor is left to the page.
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency - 1),
    createWorker: async () =>
      new Worker(new URL("./bot-check.worker.ts", import.meta.url), {
        type: "module",
      }),
  });
  return solution && { challenge, solution };
}
