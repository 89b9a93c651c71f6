import { ConvexError, jsonToConvex, type Value } from "convex/values";
import {
  challengeOf,
  type BotCheckChallenge,
} from "../../../convex/shared/botCheck";
import { refusal } from "../../../convex/shared/errors";

/**
 * Makes a call that the deployment may refuse until the browser has shown that it is no bot; then it does, and
 * calls once more. Nobody is asked for anything.
 * @param call takes what belongs among its parameters: nothing, or the answer as `botCheck`
 * @param onChecking is told when the work begins and ends
 * @throws what the call throws, and `bot_check_failed` when the work cannot be done here
 */
export async function withBotCheck<Result>(
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
      return await call({ botCheck: await answerTo(challenge) });
    } finally {
      onChecking(false);
    }
  }
}

async function answerTo(challenge: BotCheckChallenge): Promise<Value> {
  const { solveChallenge } = await import("./solve-challenge");
  const answer = await solveChallenge(challenge).catch(() => null);
  if (answer === null) throw new ConvexError(refusal("bot_check_failed", {}));
  return jsonToConvex(JSON.parse(JSON.stringify(answer)));
}
