import { useQuery_experimental } from "convex/react";
import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { useEffect, useSyncExternalStore } from "react";
import { notify } from "./notify";
import {
  firstAnswer,
  forgetAnswer,
  onFirstAnswers,
} from "./session/first-answers";

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
  const live: Live<FunctionReturnType<Query>> = useQuery_experimental({
    query,
    args,
  });
  const first = useFirstAnswer(query, args, live.status === "pending");
  return first ?? live;
}

/** The result over HTTP until the live query has answered; see `session/first-answers.ts`. */
export function useFirstAnswer<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
  isPending: boolean,
) {
  const path = getFunctionName(query);
  const first = useSyncExternalStore(
    onFirstAnswers,
    () => (isPending ? firstAnswer(path, args) : undefined),
    () => undefined,
  );
  useEffect(() => {
    if (!isPending) forgetAnswer(path, args);
  }, [isPending, path, args]);
  return first as
    { status: "success"; data: FunctionReturnType<Query> } | undefined;
}
