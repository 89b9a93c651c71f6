import { useState } from "react";

/** Which entries have an open form. If another organiser removes an entry, its open form stays. */
export function useEdited<Entry extends { _id: string }>(
  entries: readonly Entry[],
) {
  const [edited, setEdited] = useState<readonly Entry[]>([]);
  const ids = new Set(entries.map(({ _id }) => _id));
  const except = ({ _id: closed }: Entry) =>
    edited.filter(({ _id }) => _id !== closed);
  return {
    all: [...entries, ...edited.filter(({ _id }) => !ids.has(_id))],
    /** The entry as it was when its form was opened; undefined if it is closed. */
    opened: (entry: Entry) => edited.find(({ _id }) => _id === entry._id),
    open: (entry: Entry) => setEdited([...except(entry), entry]),
    close: (entry: Entry) => setEdited(except(entry)),
  };
}
