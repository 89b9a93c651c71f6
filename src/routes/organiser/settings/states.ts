/** What is open, and what a change would close, by the rule of the deployment (`windowAt`). */
import {
  windowAt,
  windows,
  type Settings,
  type WindowState,
} from "#convex/settings/shared";
import { formatMoment } from "../../../lib/time/format-time";

export type WindowName = keyof typeof windows;
export const windowNames = Object.keys(windows) as WindowName[];

export type States = Record<WindowName, WindowState>;

/** The settings that are times. */
export type TimeKey =
  | "teamChangesCloseAt"
  | "startsAt"
  | "submissionsOpenAt"
  | "submissionsCloseAt"
  | "endsAt";

/** What a point of the line says. */
export const timeLabels: Record<TimeKey, string> = {
  teamChangesCloseAt: "Team changes close",
  startsAt: "The event starts",
  submissionsOpenAt: "Submissions open",
  submissionsCloseAt: "Submissions close",
  endsAt: "The event ends",
};

export const timeKeys = Object.keys(timeLabels) as TimeKey[];

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

/** The windows that a change opens, true, or closes, false, as soon as it is made. */
export function turnsOf(before: Settings, after: Settings, nowMs: number) {
  const turns: Partial<Record<WindowName, boolean>> = {};
  for (const name of windowNames) {
    const [was, is] = [before, after].map(
      (settings) => windowAt(windows[name](settings), nowMs).state === "open",
    );
    if (was !== is) turns[name] = is;
  }
  return turns;
}
