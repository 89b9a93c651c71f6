import type { FunctionReference, FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import type { NextChange } from "#convex/platform/shared/nextChange";
import { openingTime } from "./first-answers";
import { dataOf, useQuietLive, type Live } from "./use-live";

const SHORTEST_WAIT_MS = 1;
/** How long a computer may have slept unnoticed: timers stand still meanwhile, and not every lid hides the page. */
const LONGEST_STAGE_MS = 60_000;

type Change = NonNullable<NextChange>;

/** The `at` of the last query, and which change it was made for. */
type Question = { at: number; expected?: number };

/**
 * Subscribes to a list whose content depends on the time. Its answer names the next change; the query is repeated then,
 * and not in between. The last answer is shown until the next one arrives.
 *
 * Pages share answers, so thousands of them ask the same at the time of a change: with the change itself as `at`. If the
 * answer to that is from before the change, because a page whose clock is fast asked it too early, they ask with their
 * own time.
 * @param query `next` of its answer is null if nothing will change
 * @param readKey with which pages share the answers, if the query needs one
 */
export function useTimedLive<
  Query extends FunctionReference<
    "query",
    "public",
    { at: number; readKey?: string },
    { next: NextChange } | null
  >,
>(query: Query, readKey?: string): Live<FunctionReturnType<Query>> {
  const [question, setQuestion] = useState<Question>(() => ({
    at: openingTime(),
  }));
  const { at } = question;
  const live = useQuietLive(
    query,
    readKey === undefined ? { at } : { at, readKey },
  );
  const next = dataOf(live)?.next ?? null;
  const appointment = useFirstFor(question, next);
  useEffect(() => {
    const { change } = appointment;
    if (change === null) return;
    const ask = () => setQuestion(following(appointment.question, change));
    return onTime(timeUntil(change, appointment.question, Date.now()), ask);
  }, [appointment]);
  return useLastAnswer(live);
}

/**
 * The change as the first answer to this query named it. Later answers may be old ones that pages share, whose `inMs` was
 * right for others.
 */
function useFirstFor(question: Question, change: Change | null) {
  const [first, setFirst] = useState({ question, change });
  if (first.question !== question || first.change?.at !== change?.at) {
    setFirst({ question, change });
  }
  return first;
}

/** The query after `last` for a change; `at` differs from the last one even if the clock was set back. */
function following(last: Question, { at: change }: Change): Question {
  const isAsked = last.expected === change || last.at >= change;
  const at = isAsked ? Math.max(Date.now(), last.at + 1) : change;
  return { at, expected: change };
}

/**
 * The time until the next query, in milliseconds: the shorter one by this computer's clock and the deployment's, as
 * this clock may be slow and the answer may be old. If the query for this change has been made already, it is made once
 * more, at once, in case the answer was another page's. If that has happened, too, this clock is fast, and only the
 * deployment's counts.
 */
export function timeUntil(
  next: Change,
  { at, expected }: Question,
  nowMs: number,
): number {
  const isAnswered = expected === next.at;
  const isOwn = isAnswered && at !== next.at;
  const byOwnClock = isAnswered ? 0 : next.at - nowMs;
  const waitMs = isOwn ? next.inMs : Math.min(byOwnClock, next.inMs);
  return Math.max(SHORTEST_WAIT_MS, waitMs);
}

/** Calls back after the wait, or soon after the computer wakes if it slept through it. */
function onTime(waitMs: number, callback: () => void) {
  const dueAt = Date.now() + waitMs;
  let timer: ReturnType<typeof setTimeout>;
  function wait(leftMs: number) {
    const stageMs = Math.min(leftMs, LONGEST_STAGE_MS);
    timer = setTimeout(() => {
      if (leftMs > stageMs && Date.now() < dueAt) wait(leftMs - stageMs);
      else callback();
    }, stageMs);
  }
  wait(waitMs);
  const callIfDue = () => {
    if (document.visibilityState === "visible" && Date.now() >= dueAt) {
      callback();
    }
  };
  document.addEventListener("visibilitychange", callIfDue);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", callIfDue);
  };
}

/**
 * The answer, or the previous one while a new query is pending, and if the answer is null: the read key has just been
 * replaced, or the session has ended and the guard is about to redirect.
 */
export function useLastAnswer<T>(live: Live<T>): Live<T> {
  const [last, setLast] = useState(live);
  if (live.status === "pending") return last;
  if (live.status === "success" && live.data === null) return last;
  if (
    live.status === "success" &&
    (last.status !== "success" || last.data !== live.data)
  ) {
    setLast(live);
  }
  return live;
}
