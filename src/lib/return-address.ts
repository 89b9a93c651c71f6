import type { Location } from "react-router-dom";

/** History state of the login screen, set by the guard. */
export type ReturnState = { from: string };

export function returnStateOf(location: Location): ReturnState {
  return { from: location.pathname + location.search + location.hash };
}

/** The page that was asked for before the login; never an address of another site. */
export function findReturnAddress(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("from" in state)) {
    return undefined;
  }
  const { from } = state;
  // Browsers treat a backslash as a slash: two of either would lead to another site.
  return typeof from === "string" && /^\/(?![/\\])/u.test(from)
    ? from
    : undefined;
}
