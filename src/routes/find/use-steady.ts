import { useState } from "react";
import type { Live } from "../../lib/use-live";

/** An entry in its place; `isGone` if it is no longer in the list. */
type Placed<Entry> = { entry: Entry; isGone: boolean };

export type Steady<Entry> = {
  /** Undefined until the first answer. */
  entries: Placed<Entry>[] | undefined;
  hasMore: boolean;
  /** The number of new entries that are not shown yet. */
  newCount: number;
  /** Shows the list as it is now. */
  renew: () => void;
};

type Page<Entry> = { entries: readonly Entry[]; hasMore: boolean };

/**
 * Keeps a live list from moving under the finger: entries change in place, removed ones stay until the list is renewed,
 * and new ones wait.
 * @param question identifies the query; another one starts another list
 * @param isLeftOut whether the person does not want to see an entry, or it is their own
 */
export function useSteady<Entry extends { _id: string }>(
  live: Live<Page<Entry> | null>,
  question: string,
  isLeftOut: (entry: Entry) => boolean,
): Steady<Entry> {
  const [shown, setShown] = useState<{
    question: string;
    page: Page<Entry>;
  } | null>(null);
  const fresh = live.status === "success" ? live.data : null;
  const isOther = shown === null || shown.question !== question;
  const wasEmpty = shown?.page.entries.length === 0;
  if (fresh !== null && (isOther || (wasEmpty && fresh.entries.length > 0))) {
    setShown({ question, page: fresh });
  }
  const current = isOther ? null : fresh;
  const places = shown?.page.entries ?? [];
  const renew = () => {
    if (fresh !== null) setShown({ question, page: fresh });
  };
  const waiting = missingFrom(places, current?.entries ?? places);
  return {
    entries:
      shown === null
        ? undefined
        : placed(places, current?.entries).filter(
            ({ entry }) => !isLeftOut(entry),
          ),
    hasMore: (current ?? shown?.page)?.hasMore ?? false,
    newCount: waiting.filter((entry) => !isLeftOut(entry)).length,
    renew,
  };
}

/** @param current the entries now; undefined while they load */
function placed<Entry extends { _id: string }>(
  places: readonly Entry[],
  current: readonly Entry[] | undefined,
): Placed<Entry>[] {
  if (current === undefined) {
    return places.map((entry) => ({ entry, isGone: false }));
  }
  const byId = new Map(current.map((entry) => [entry._id, entry]));
  return places.map((entry) => ({
    entry: byId.get(entry._id) ?? entry,
    isGone: !byId.has(entry._id),
  }));
}

function missingFrom<Entry extends { _id: string }>(
  places: readonly Entry[],
  current: readonly Entry[],
): Entry[] {
  const ids = new Set(places.map(({ _id }) => _id));
  return current.filter(({ _id }) => !ids.has(_id));
}
