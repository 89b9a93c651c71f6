import { useMemo, useState, useSyncExternalStore } from "react";
import { useSession } from "../session/use-session";
import type { LogEntry } from "./log-entry";
import { LogTail } from "./log-tail";

/**
 * The deployment's log, live. While paused, the entries stay as they are and
 * new ones are only counted.
 */
export function useLog() {
  const { key } = useSession();
  const tail = useMemo(() => new LogTail(key), [key]);
  const live = useSyncExternalStore(tail.subscribe, tail.get);
  const [held, setHeld] = useState<readonly LogEntry[] | null>(null);
  const newest = held?.[0]?.id ?? -1;
  return {
    ...live,
    entries: held ?? live.entries,
    isPaused: held !== null,
    waiting:
      held === null ? 0 : live.entries.filter(({ id }) => id > newest).length,
    pause: () => setHeld(live.entries),
    resume: () => setHeld(null),
    clear: () => {
      tail.clear();
      setHeld(null);
    },
  };
}
