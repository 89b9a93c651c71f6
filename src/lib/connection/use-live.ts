import { useQuery_experimental } from "convex/react";
import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { ConvexError } from "convex/values";
import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "#convex/_generated/api";
import {
  isConnectionLost,
  onConnection,
  useConnectionLost,
} from "./connection";
import { notify } from "../notify";
import {
  firstAnswer,
  forgetAnswer,
  onFirstAnswers,
  OPENING,
} from "./first-answers";
import {
  dropAnswer,
  keepAnswer,
  keptAnswer,
  keptKey,
  onKept,
} from "../session/kept-store";

/** The state of a live query. */
export type Live<T> =
  | { status: "pending" }
  | { status: "error"; error?: Error }
  | { status: "success"; data: T };

/** The answer; undefined while there is none. */
export function dataOf<T>(live: Live<T>): T | undefined {
  return live.status === "success" ? live.data : undefined;
}

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
  return useAnswer(query, args, getFunctionName(query) in OPENING);
}

/**
 * The live answer; until there is one, that of the page's first request, or that which this device has kept.
 * @param isKept whether this device keeps the answers
 */
export function useAnswer<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
  isKept: boolean,
): Live<FunctionReturnType<Query>> {
  const live: Live<FunctionReturnType<Query>> = useQuery_experimental({
    query,
    args,
  });
  const first = useFirstAnswer(query, args, live.status === "pending");
  const key = isKept ? keptKey(getFunctionName(query), args) : undefined;
  return useKept(key, live, first);
}

/** The live answer, which this device keeps by the key; until there is one, `first`, or what it has kept. */
export function useKept<T>(
  key: string | undefined,
  live: Live<T>,
  first?: Live<T>,
): Live<T> {
  const isPending = live.status === "pending" && first === undefined;
  const kept = useKeptAnswer<T>(key, isPending);
  const current = dataOf(live);
  const isRefused = "error" in live && live.error instanceof ConvexError;
  useEffect(() => {
    if (key !== undefined && current !== undefined)
      return keepWhileCurrent(key, current);
    if (key !== undefined && isRefused) dropAnswer(key);
  }, [key, current, isRefused]);
  return first ?? kept ?? live;
}

/** What this device has kept, once the line is lost and until the live query has answered. */
function useKeptAnswer<T>(key: string | undefined, isPending: boolean) {
  const isLost = useConnectionLost();
  const [isShown, setIsShown] = useState(false);
  const isWanted = isPending && (isLost || isShown);
  if (isShown !== isWanted) setIsShown(isWanted);
  const kept = useSyncExternalStore(
    onKept,
    () => (isWanted ? keptAnswer(key) : undefined),
    () => undefined,
  );
  return kept as { status: "success"; data: T } | undefined;
}

/** Keeps an answer, and until when it was current: the page was left or hidden, or the line was lost. */
function keepWhileCurrent(key: string, data: unknown): () => void {
  let isLost = isConnectionLost();
  const keep = () => {
    if (!isLost) keepAnswer(key, data);
    isLost = isConnectionLost();
  };
  keep();
  document.addEventListener("visibilitychange", keep);
  const stop = onConnection(keep);
  return () => {
    document.removeEventListener("visibilitychange", keep);
    stop();
    keep();
  };
}

/** The result over HTTP until the live query has answered; see `first-answers.ts`. */
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

/**
 * With this read key, the pages of everyone who is signed in share the answers about announcements and resources.
 * @returns undefined while it is not known; the page then asks for itself alone
 */
export function useNoticeReadKey(): string | undefined {
  const me = dataOf(useQuietLive(api.users.me, {}));
  return me?.noticeReadKey ?? undefined;
}
