import { ConvexError, jsonToConvex, type Value } from "convex/values";
import { challengeOf, type BotCheckChallenge } from "#convex/signIn/shared";
import { isAppError, refusal } from "#convex/platform/shared/errors";
import { retryOnDisconnect } from "../connection/host";
import { loadPart } from "../connection/load-part";

/** How often a call is made again whose line was cut. */
const MAX_REPEATS = 3;

/**
 * Calls the deployment; if it demands a bot check, solves it in the background and calls once more. All of it is done again
 * if the line is cut meanwhile.
 * @param call takes the arguments to add: none, or the answer as `botCheck`
 * @throws what the call throws, or `bot_check_failed` if the challenge cannot be solved
 */
export async function withBotCheck<Result>(
  call: (proof: Record<string, Value>) => Promise<Result>,
  onChecking: (isChecking: boolean) => void = () => {},
): Promise<Result> {
  return retryOnDisconnect(async () => callOnce(call, onChecking), MAX_REPEATS);
}

async function callOnce<Result>(
  call: (proof: Record<string, Value>) => Promise<Result>,
  onChecking: (isChecking: boolean) => void,
): Promise<Result> {
  try {
    return await call({});
  } catch (error) {
    const challenge = challengeOf(error);
    if (challenge === null) throw error;
    onChecking(true);
    try {
      const botCheck = await answerTo(challenge);
      if (botCheck === null) throw withoutAnswer(error);
      return await call({ botCheck });
    } finally {
      onChecking(false);
    }
  }
}

async function answerTo(challenge: BotCheckChallenge): Promise<Value | null> {
  const { solveChallenge } = await loadPart(() => import("./solve-challenge"));
  const answer = await solveChallenge(challenge).catch(() => null);
  return answer && jsonToConvex(JSON.parse(JSON.stringify(answer)));
}

/** A refusal that says more than that a check is required is the one to show. */
function withoutAnswer(error: unknown): unknown {
  const saysMore =
    isAppError(error) && error.data.code !== "bot_check_required";
  return saysMore ? error : new ConvexError(refusal("bot_check_failed", {}));
}
