import { useQuery_experimental } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { useEffect } from "react";
import { notify } from "../ui/notify";

/** What a live view knows: still loading, failed, or the value, which stays current by itself. */
export type Live<T> =
  { status: "pending" } | { status: "error" } | { status: "success"; data: T };

/** Subscribes to a query without arguments; a failure is also said in a toast. */
export function useLive<
  Query extends FunctionReference<"query", "public", Record<string, never>>,
>(query: Query, failure: string): Live<FunctionReturnType<Query>> {
  const live = useQuietLive(query, {});
  useEffect(() => {
    if (live.status === "error") notify.error(failure);
  }, [live.status, failure]);
  return live;
}

/** The same with arguments, and for what a page can do without: a failure shows only where the value would be. */
export function useQuietLive<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
): Live<FunctionReturnType<Query>> {
  return useQuery_experimental({ query, args });
}
