/**
 * Whether participants can change teams: one rule for all their mutations and for all
 * pages. An organiser closes team changes with a switch, or sets the time at which they
 * close.
 */
import type { Settings } from "./validators";

/** `teamChangesClosedAt`: when the switch was set to closed, if it is known. */
type Rules = Pick<Settings, "teamChangesOpen" | "teamChangesCloseAt"> & {
  teamChangesClosedAt?: number;
};

/**
 * `closedSince` is null while they are open, and if the time of closing is unknown.
 * `closesAt` is null if no time in the future is set. Milliseconds since the epoch.
 */
export type TeamChangesState = {
  isOpen: boolean;
  closedSince: number | null;
  closesAt: number | null;
};

/** Evaluates the settings at an instant of the deployment's clock. */
export function teamChangesAt(rules: Rules, nowMs: number): TeamChangesState {
  const closeAt = rules.teamChangesCloseAt ?? Infinity;
  const byTime = closeAt <= nowMs ? closeAt : null;
  if (!rules.teamChangesOpen) {
    const times = [byTime, rules.teamChangesClosedAt ?? null].filter(
      (time) => time !== null,
    );
    const closedSince = times.length === 0 ? null : Math.min(...times);
    return { isOpen: false, closedSince, closesAt: null };
  }
  if (byTime !== null)
    return { isOpen: false, closedSince: byTime, closesAt: null };
  const closesAt = closeAt > nowMs && Number.isFinite(closeAt) ? closeAt : null;
  return { isOpen: true, closedSince: null, closesAt };
}
