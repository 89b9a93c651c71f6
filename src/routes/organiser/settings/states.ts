/** What is open, and what a change would close, by the rule of the deployment (`windowAt`). */
import {
  windowAt,
  windows,
  type Settings,
  type WindowState,
} from "#convex/shared/settings";
import { formatMoment } from "../../../lib/format-date";

export type WindowName = keyof typeof windows;

export type States = Record<WindowName, WindowState>;

/** The settings that are times. */
export type TimeKey =
  | "teamChangesCloseAt"
  | "startsAt"
  | "submissionsOpenAt"
  | "submissionsCloseAt"
  | "endsAt";

/** A sentence about a window, such as "Open until 29 June 2025, 9:00 PM IST." */
export function stateInWords(name: WindowName, states: States, isOn: boolean) {
  const { state, opensAt, closesAt, closedSince } = states[name];
  if (!isOn) {
    const since =
      closedSince === null ? "" : ` since ${formatMoment(closedSince)}`;
    return `Closed by hand${since}.`;
  }
  switch (state) {
    case "not open":
      return opensAt === null
        ? "No opening time is set, so teams cannot start yet."
        : `Not open before ${formatMoment(opensAt)}.`;
    case "open":
      return closesAt === null
        ? "Open, without a closing time."
        : `Open until ${formatMoment(closesAt)}.`;
    case "closed":
      return `Closed since ${formatMoment(closedSince ?? Number.NaN)}.`;
  }
}

/** The window that is open and would be closed at once if a time were changed; undefined if none. */
export function closedBy(
  key: TimeKey,
  at: number | null,
  settings: Settings,
  nowMs: number,
): WindowName | undefined {
  const changed = { ...settings, [key]: at ?? undefined };
  return (["teamChanges", "submissions"] as const).find(
    (name) =>
      windowAt(windows[name](settings), nowMs).state === "open" &&
      windowAt(windows[name](changed), nowMs).state !== "open",
  );
}
