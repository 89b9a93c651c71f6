import type { Location } from "react-router-dom";

/** What the guard leaves in the history entry of the login screen. */
export type ReturnState = { from: string };

/** Remembers where somebody wanted to go. */
export function returnStateOf(location: Location): ReturnState {
  return { from: location.pathname + location.search + location.hash };
}

/** Where they wanted to go, if a guard said so; only ever an address of this site. */
export function findReturnAddress(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("from" in state)) {
    return undefined;
  }
  const { from } = state;
  // Browsers take a backslash for a slash, so two of either would name another site.
  return typeof from === "string" && /^\/(?![/\\])/u.test(from)
    ? from
    : undefined;
}
