import { useQuery_experimental } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { useEffect } from "react";
import { notify } from "../ui/notify";

/** The state of a live query. */
export type Live<T> =
  { status: "pending" } | { status: "error" } | { status: "success"; data: T };

/** Subscribes to a query without arguments; a failure is also shown as a toast. */
export function useLive<
  Query extends FunctionReference<"query", "public", Record<string, never>>,
>(query: Query, failure: string): Live<FunctionReturnType<Query>> {
  const live = useQuietLive(query, {});
  useEffect(() => {
    if (live.status === "error") notify.error(failure);
  }, [live.status, failure]);
  return live;
}

/** The same with arguments and without a toast, for content that a page can do without. */
export function useQuietLive<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
): Live<FunctionReturnType<Query>> {
  return useQuery_experimental({ query, args });
}
