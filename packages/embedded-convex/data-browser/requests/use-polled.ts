import { useEffect, useState } from "react";

/** The last response, and whether the last request failed. */
export type Polled<T> = {
  /** Undefined before the first response. */
  value: T | undefined;
  /** Why the last request failed; null if it succeeded. */
  error: Error | null;
};

/**
 * Polls while the page is visible, with `intervalMs` between a response and the
 * next request. A failed request keeps the last value.
 *
 * @param ask must be memoised: a new function restarts polling
 * @param retryMs the time between a failure and the next request
 */
export function usePolled<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  intervalMs: number,
  retryMs = intervalMs,
): Polled<T> {
  const [polled, setPolled] = useState<Polled<T>>({
    value: undefined,
    error: null,
  });
  useEffect(() => {
    const stop = new AbortController();
    let timer: number | undefined;
    const next = async () => {
      let pauseMs = intervalMs;
      try {
        const value = await ask(stop.signal);
        if (!stop.signal.aborted) setPolled({ value, error: null });
      } catch (thrown) {
        if (stop.signal.aborted) return;
        pauseMs = retryMs;
        const error = thrown instanceof Error ? thrown : new Error("Unknown");
        setPolled(({ value }) => ({ value, error }));
      }
      if (!stop.signal.aborted) timer = window.setTimeout(wait, pauseMs);
    };
    const wait = () => {
      if (document.visibilityState === "visible") void next();
      else document.addEventListener("visibilitychange", wait, { once: true });
    };
    void next();
    return () => {
      stop.abort();
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", wait);
    };
  }, [ask, intervalMs, retryMs]);
  return polled;
}

/**
 * Sends a GET request with the admin key; with a `body`, a POST request.
 *
 * @returns the JSON of the response
 * @throws an Error whose message can be shown to the user; AbortError
 */
export async function adminRequest(
  path: string,
  {
    key,
    signal,
    body,
  }: { key: string; signal: AbortSignal; body?: Record<string, unknown> },
): Promise<unknown> {
  const headers = { authorization: `Convex ${key}` };
  const init: RequestInit = {
    headers,
    cache: "no-store",
    signal,
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  };
  const response = await fetch(path, init).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Error("The backend does not answer.");
  });
  const text = await response.text();
  if (response.ok) return text === "" ? null : (JSON.parse(text) as unknown);
  throw failureOf(response.status, text);
}

function failureOf(status: number, text: string): Error {
  try {
    const { code, message } = JSON.parse(text) as Record<string, unknown>;
    if (typeof code === "string" && typeof message === "string") {
      return new Error(message);
    }
  } catch {
    // Not a response of the backend: a proxy in between has answered.
  }
  return new Error(`The answer was ${status}.`);
}
