import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { useConnectionLost } from "./connection";
import { keptAnswer, keptKey } from "./session/kept-store";
import { useAnswer, type Live } from "./use-live";

/**
 * Subscribes to a query whose answer is kept on this device, and shown when the line is away: for the session's end
 * everything kept is removed.
 * @returns `keptAt`: when the answer was last known to be current, by the device's clock; null while it is current
 */
export function useKeptLive<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
): Live<FunctionReturnType<Query>> & { keptAt: number | null } {
  const live = useAnswer(query, args, true);
  const isLost = useConnectionLost();
  const kept = keptAnswer(keptKey(getFunctionName(query), args));
  const isOld = live.status === "success" && (live === kept || isLost);
  return { ...live, keptAt: isOld && kept ? kept.at : null };
}
