import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { useConnectionLost } from "./connection";
import { keptAnswer, keptKey } from "../session/kept-store";
import { useAnswer, type Live } from "./use-live";

/** `keptAt`: when the answer was last known to be current, by the device's clock; null while it is current. */
type WithAge<T> = Live<T> & { keptAt: number | null };

/**
 * Subscribes to a query whose answer is kept on this device, and shown when the line is away: for the session's end
 * everything kept is removed.
 */
export function useKeptLive<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
): WithAge<FunctionReturnType<Query>> {
  const live = useAnswer(query, args, true);
  return useAge(live, keptKey(getFunctionName(query), args));
}

/** How old an answer is that is kept by this key. */
export function useAge<T>(live: Live<T>, key: string | undefined): WithAge<T> {
  const isLost = useConnectionLost();
  const kept = keptAnswer(key);
  const isOld = live.status === "success" && (live === kept || isLost);
  return { ...live, keptAt: isOld && kept ? kept.at : null };
}
