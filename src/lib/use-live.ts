import { useQuery_experimental } from "convex/react";
import type { FunctionReference, FunctionReturnType } from "convex/server";
import { useEffect } from "react";
import { notify } from "../ui/notify";

/** What a live view knows: still loading, failed, or the value, which stays current by itself. */
export type Live<T> =
  { status: "pending" } | { status: "error" } | { status: "success"; data: T };

/** Subscribes to a query without arguments; a failure is also said in a toast. */
export function useLive<
  Query extends FunctionReference<"query", "public", Record<string, never>>,
>(query: Query, failure: string): Live<FunctionReturnType<Query>> {
  const live = useQuery_experimental({ query, args: {} });
  useEffect(() => {
    if (live.status === "error") notify.error(failure);
  }, [live.status, failure]);
  return live;
}
