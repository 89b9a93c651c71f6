import { useState } from "react";

/**
 * State kept in session storage, so that input survives navigation and reload.
 *
 * @param item the storage key
 * @param read validates the stored JSON, which an older version may have
 *   written; null rejects it
 */
export function useStoredState<T>(
  item: string,
  initial: T,
  read: (stored: unknown) => T | null,
): [T, (value: T) => void] {
  const [value, setValue] = useState(() => readItem(item, read) ?? initial);
  const store = (next: T) => {
    setValue(next);
    try {
      sessionStorage.setItem(item, JSON.stringify(next));
    } catch {
      // Storage is disabled: the state lasts as long as the component.
    }
  };
  return [value, store];
}

function readItem<T>(item: string, read: (stored: unknown) => T | null) {
  try {
    const text = sessionStorage.getItem(item);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    return null;
  }
}
