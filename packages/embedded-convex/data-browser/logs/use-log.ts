import { useCallback, useRef, useState } from "react";
import { usePolled, adminRequest } from "../requests/use-polled";
import { useSession } from "../session/session-store";
import { type LogEntry, type StreamedLogs, withArrived } from "./log-filter";

/** A pause between requests: on a busy deployment each one returns at once. */
const REST_MS = 250;
const RETRY_MS = 3_000;

/**
 * The deployment's log, newest first and live by long polling, starting with
 * the calls that the backend still has. Keeps the newest thousand. While paused,
 * the entries stay as they are and new ones are only counted.
 */
export function useLog() {
  const { key } = useSession();
  const [live, setLive] = useState<readonly LogEntry[]>([]);
  const [held, setHeld] = useState<readonly LogEntry[] | null>(null);
  const next = useRef({ cursor: 0, id: 0 });
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const path = `/api/stream_function_logs?cursor=${next.current.cursor}`;
      const answer = await adminRequest(path, { key, signal });
      signal.throwIfAborted();
      const { entries, newCursor } = answer as StreamedLogs;
      const fresh = entries.map((entry) => ({
        ...entry,
        id: next.current.id++,
      }));
      next.current.cursor = newCursor;
      setLive((known) => withArrived(known, fresh));
      return true;
    },
    [key],
  );
  const { value, error } = usePolled(ask, REST_MS, RETRY_MS);
  const newest = held?.[0]?.id ?? -1;
  return {
    entries: held ?? live,
    /** Why the last request failed. */
    error,
    isLoaded: value === true,
    isPaused: held !== null,
    waiting: held === null ? 0 : live.filter(({ id }) => id > newest).length,
    pause: () => setHeld(live),
    resume: () => setHeld(null),
    /** Drops all entries; new ones still arrive. */
    clear: () => {
      setLive([]);
      setHeld(null);
    },
  };
}
