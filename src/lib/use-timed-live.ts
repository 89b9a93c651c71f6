import type { FunctionReference, FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import type { NextChange } from "../../convex/shared/validators";
import { startLongTimer } from "./long-timer";
import { useQuietLive, type Live } from "./use-live";

/** The shortest time between two questions. */
const SHORTEST_WAIT_MS = 1;

type Change = NonNullable<NextChange>;

/** When the page asked last, by its own clock, and for the sake of which change. */
type Question = { at: number; expected?: number };

/**
 * Subscribes to a list that also changes because time passes, and asks again at the instant that its answer names:
 * nothing is asked in between. Until the new answer is there, the last one stands.
 * @param query takes when it is asked, and says in `next` when its answer stops being true; null for nobody
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
    at: Date.now(),
  }));
  const live = useQuietLive(query, { at: question.at });
  const next = live.status === "success" ? (live.data?.next ?? null) : null;
  useEffect(() => {
    if (next === null) return;
    // A clock that was set back must not ask what was asked before.
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
 * How long to wait before asking for a change, in milliseconds. Both clocks are asked, and the one that says less is
 * believed: a computer's clock may be slow, and an answer may have been under way. If it was asked for already and has
 * not come, this computer's clock is fast: then only the deployment's counts.
 * @param expected the change for whose sake the last question was asked
 */
export function timeUntil(
  next: Change,
  expected: number | undefined,
  nowMs: number,
): number {
  const byOwnClock = expected === next.at ? Infinity : next.at - nowMs;
  return Math.max(SHORTEST_WAIT_MS, Math.min(byOwnClock, next.inMs));
}

/** Calls back after the wait; a computer that slept through the instant does so as soon as somebody looks at the page. */
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

/** The answer, or the one before while a new question is under way. */
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
