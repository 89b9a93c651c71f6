import { useEffect, useRef, useState } from "react";
import { useSession } from "../session/use-session";
import { errorMessage } from "../ui/error-message";
import { type Outcome, type Run, runFunction } from "./run-function";
import { watchQuery } from "./watch-query";

/**
 * If no connection is made by then, the query is run once over HTTP to get an
 * error.
 */
const CONNECTING_MS = 2_000;

export type RunState = {
  isRunning: boolean;
  /** Whether this is a query whose result is kept up to date. */
  isLive: boolean;
  outcome: Outcome | null;
  /** Why the request failed; then there is no outcome. */
  failure: string | null;
};

const IDLE: RunState = {
  isRunning: false,
  isLive: false,
  outcome: null,
  failure: null,
};

/**
 * Runs functions on demand. A query is run again whenever its result may have
 * changed, until the next run or `stop`.
 */
export function useRun() {
  const { key } = useSession();
  const [state, setState] = useState<RunState>(IDLE);
  const stopLast = useRef<() => void>(() => {});
  useEffect(() => () => stopLast.current(), []);

  const start = (run: Run, isQuery: boolean) => {
    stopLast.current();
    let isStopped = false;
    let isAsking = false;
    let isStale = false;
    setState((last) => ({ ...last, isRunning: true, isLive: isQuery }));
    const ask = async () => {
      isStale = isAsking;
      if (isAsking) return;
      isAsking = true;
      const next = await askOnce(run, key);
      isAsking = false;
      if (isStopped) return;
      setState((last) => ({ ...last, ...next, isRunning: false }));
      if (isStale) void ask();
    };
    if (!isQuery) {
      void ask();
      stopLast.current = () => (isStopped = true);
      return;
    }
    const timer = window.setTimeout(() => void ask(), CONNECTING_MS);
    const unwatch = watchQuery(run, key, () => {
      window.clearTimeout(timer);
      void ask();
    });
    stopLast.current = () => {
      isStopped = true;
      window.clearTimeout(timer);
      unwatch();
    };
  };

  const stop = () => {
    stopLast.current();
    setState((last) => ({ ...last, isRunning: false, isLive: false }));
  };
  return { state, start, stop };
}

async function askOnce(
  run: Run,
  key: string,
): Promise<Pick<RunState, "outcome" | "failure">> {
  try {
    return { outcome: await runFunction(run, key), failure: null };
  } catch (error) {
    return { outcome: null, failure: errorMessage(error) };
  }
}
