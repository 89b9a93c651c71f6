import { useState } from "react";

/** Which entries have an open form. If another organiser removes an entry, its open form stays. */
export function useEdited<Entry extends { _id: string }>(
  entries: readonly Entry[],
) {
  const [edited, setEdited] = useState<readonly Entry[]>([]);
  const ids = new Set(entries.map(({ _id }) => _id));
  return {
    all: [...entries, ...edited.filter(({ _id }) => !ids.has(_id))],
    isEdited: (entry: Entry) => edited.some(({ _id }) => _id === entry._id),
    setEdited: (entry: Entry, isEdited: boolean) =>
      setEdited([
        ...edited.filter(({ _id }) => _id !== entry._id),
        ...(isEdited ? [entry] : []),
      ]),
  };
}
