/**
 * When teams can be changed, and when projects can be edited and handed in: one rule for
 * all mutations and pages. Organisers open and close a window with a switch, and set the
 * times at which it opens and closes by itself. All times are milliseconds since the
 * epoch.
 */
import { HAND_IN_GRACE_MS } from "./limits";
import type { Settings, WindowState } from "./validators";

/** The row of the settings, or their defaults. */
type Row = Omit<Settings, "phase">;

type Window = {
  isSwitchedOn: boolean;
  /** When it was switched off, if it is off and that is known. */
  switchedOffAt: number | null;
  /** Null: it does not open before a time is set. */
  opensAt: number | null;
  /** Null: it does not close by itself. */
  closesAt: number | null;
};

/** The windows that the settings hold. */
export const windows = {
  teamChanges: ({
    teamChangesOpen,
    teamChangesCloseAt,
    teamChangesClosedAt,
  }: Row & { teamChangesClosedAt?: number }): Window => ({
    isSwitchedOn: teamChangesOpen,
    switchedOffAt: teamChangesClosedAt ?? null,
    opensAt: 0,
    closesAt: teamChangesCloseAt ?? null,
  }),
  submissions: ({
    submissionsOpen,
    submissionsOpenAt,
    submissionsCloseAt,
  }: Row): Window => ({
    isSwitchedOn: submissionsOpen,
    switchedOffAt: null,
    opensAt: submissionsOpenAt ?? null,
    closesAt: submissionsCloseAt ?? null,
  }),
};

/** Returns the state of a window at an instant of the deployment's clock. */
export function windowAt(
  { isSwitchedOn, switchedOffAt, opensAt, closesAt }: Window,
  nowMs: number,
): WindowState {
  if (opensAt === null || nowMs < opensAt)
    return { state: "not open", opensAt, closesAt, closedSince: null };
  const closedByTimeAt =
    closesAt !== null && closesAt <= nowMs ? closesAt : null;
  if (isSwitchedOn)
    return {
      state: closedByTimeAt === null ? "open" : "closed",
      opensAt,
      closesAt,
      closedSince: closedByTimeAt,
    };
  return {
    state: "closed",
    opensAt,
    closesAt: null,
    closedSince: firstOf(closedByTimeAt, switchedOffAt),
  };
}

/** Returns the earlier of two instants, of which either may be missing. */
function firstOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/**
 * Whether a project can be handed in: while submissions are open, and shortly after a
 * time has closed them. An organiser who closes them manually closes both at once.
 */
export function isHandInTaken(
  { state, closesAt }: Pick<WindowState, "state" | "closesAt">,
  nowMs: number,
): boolean {
  if (state !== "closed") return state === "open";
  return closesAt !== null && nowMs < closesAt + HAND_IN_GRACE_MS;
}
