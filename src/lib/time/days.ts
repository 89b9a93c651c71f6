/** Which dates are over, by days in India. */
import { useSyncExternalStore } from "react";
import { formatIsoDay } from "./format-time";

/** Today in India ("2025-06-28"); undefined in prerendered HTML. Changes at midnight on a page that stays open. */
export function useToday(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => formatIsoDay(Date.now()),
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000);
  return () => clearInterval(timer);
}

/** Whether an instant's day is over. */
export function isOver(instant: string | number, today: string | undefined) {
  return today !== undefined && formatIsoDay(instant) < today;
}

/** Splits dates into coming and past ones, each in the given order. */
export function splitByDay<Entry extends { startsAt: number }>(
  entries: readonly Entry[],
  today: string | undefined,
): { toCome: Entry[]; over: Entry[] } {
  const isPast = ({ startsAt }: Entry) => isOver(startsAt, today);
  return {
    toCome: entries.filter((entry) => !isPast(entry)),
    over: entries.filter(isPast),
  };
}
