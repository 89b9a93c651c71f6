import type { FunctionReference, FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import type { NextChange } from "#convex/shared/validators";
import { openingTime } from "./session/first-answers";
import { startLongTimer } from "./long-timer";
import { useQuietLive, type Live } from "./use-live";

const SHORTEST_WAIT_MS = 1;

type Change = NonNullable<NextChange>;

/** When the last query was made, by this computer's clock, and which change it was made for. */
type Question = { at: number; expected?: number };

/**
 * Subscribes to a list whose content depends on the time. Its answer names the next change; the query is repeated then,
 * and not in between. The last answer is shown until the next one arrives.
 * @param query takes the current time; `next` of its answer is null if nothing will change
 */
export function useTimedLive<
  Query extends FunctionReference<
    "query",
    "public",
    { at: number },
    { next: NextChange } | null
  >,
>(query: Query): Live<FunctionReturnType<Query>> {
  const [question, setQuestion] = useState<Question>(() => ({
    at: openingTime(),
  }));
  const live = useQuietLive(query, { at: question.at });
  const next = live.status === "success" ? (live.data?.next ?? null) : null;
  useEffect(() => {
    if (next === null) return;
    // Even if the clock was set back, the argument must differ from the last one.
    const ask = () =>
      setQuestion(({ at }) => ({
        at: Math.max(Date.now(), at + 1),
        expected: next.at,
      }));
    const waitMs = timeUntil(next, question.expected, Date.now());
    return onTime(waitMs, ask);
  }, [next, question.expected]);
  return useLastAnswer(live);
}

/**
 * The time until the next query, in milliseconds: the shorter one by this computer's clock and the deployment's, as
 * this clock may be slow and the answer may be old. If the query for this change has been made already, this clock is
 * fast, and only the deployment's counts.
 * @param expected the change that the last query was made for
 */
export function timeUntil(
  next: Change,
  expected: number | undefined,
  nowMs: number,
): number {
  const byOwnClock = expected === next.at ? Infinity : next.at - nowMs;
  return Math.max(SHORTEST_WAIT_MS, Math.min(byOwnClock, next.inMs));
}

/** Calls back after the wait, or as soon as the page is visible if the computer slept through it. */
function onTime(waitMs: number, callback: () => void) {
  const dueAt = Date.now() + waitMs;
  const stopTimer = startLongTimer(waitMs, callback);
  const look = () => {
    if (document.visibilityState === "visible" && Date.now() >= dueAt) {
      callback();
    }
  };
  document.addEventListener("visibilitychange", look);
  return () => {
    stopTimer();
    document.removeEventListener("visibilitychange", look);
  };
}

/** The answer, or the previous one while a new query is pending. */
function useLastAnswer<T>(live: Live<T>): Live<T> {
  const [last, setLast] = useState(live);
  if (live.status === "pending") return last;
  if (
    live.status === "success" &&
    (last.status !== "success" || last.data !== live.data)
  ) {
    setLast(live);
  }
  return live;
}
