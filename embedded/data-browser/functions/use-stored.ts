import { useState } from "react";

/**
 * State that outlives its component and a reload of this tab: what is typed is
 * not lost.
 *
 * @param item names it in the browser's storage
 * @param read takes what was stored, which may be of another time; null if it
 *   is of no use
 */
export function useStored<T>(
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
      // The browser keeps nothing: it is there until the page is left.
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
