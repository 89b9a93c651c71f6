import type { Phase, Settings, SettingsChange } from "#convex/settings/shared";
import { event } from "../../../content/event";
import { formatMoment } from "../../../lib/time/format-time";
import type { States } from "./states";

const MINUTE = 60_000;
export const EVENT_MS = event.hours * 60 * MINUTE;

/** What usually goes with a change of the phase. */
export type Offer = { label: string; change: SettingsChange };

/**
 * Times that are set for later stay, unless that is what is offered.
 * @param nowMs the deployment's time
 */
export function offersOf(
  phase: Phase,
  settings: Settings,
  states: States,
  nowMs: number,
): Offer[] {
  const { startsAt = Infinity, endsAt, submissionsCloseAt } = settings;
  const isRunning = startsAt <= nowMs && nowMs < (endsAt ?? Infinity);
  const { state, opensAt } = states.submissions;
  const offers: (Offer | false)[] = [];
  if (phase === "live") {
    const minute = Math.floor(nowMs / MINUTE) * MINUTE;
    const end = laterThan(nowMs, endsAt) ?? minute + EVENT_MS;
    const closing = laterThan(nowMs, submissionsCloseAt) ?? end;
    offers.push(
      !isRunning && {
        label: `Start the clock now, until ${formatMoment(end)}`,
        change: { startsAt: "now", endsAt: end },
      },
      state !== "open" && {
        label: `Open submissions now, until ${formatMoment(closing)}`,
        change: {
          submissionsOpen: true,
          ...((opensAt ?? Infinity) > nowMs && { submissionsOpenAt: "now" }),
          submissionsCloseAt: closing,
        },
      },
      states.teamChanges.state === "open" && {
        label: "Close team changes",
        change: { teamChangesOpen: false },
      },
    );
  }
  if (phase === "over") {
    offers.push(
      state === "open" && {
        label: "Close submissions",
        change: { submissionsCloseAt: "now" },
      },
      isRunning && { label: "End the clock now", change: { endsAt: "now" } },
    );
  }
  return offers.filter((offer) => offer !== false);
}

function laterThan(nowMs: number, at: number | undefined): number | undefined {
  return at !== undefined && at > nowMs ? at : undefined;
}
