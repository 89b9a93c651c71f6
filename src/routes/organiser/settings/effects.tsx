import { api } from "#convex/_generated/api";
import type { Overview } from "#convex/organiser/shared";
import type {
  RecentChanges,
  Settings,
  SettingsChange,
} from "#convex/settings/shared";
import { counted } from "#convex/platform/shared/text";
import { dataOf } from "../../../lib/connection/use-live";
import { shortWait } from "../../help/words";
import { useOrganiserQuery } from "../frame/live";
import { timeKeys, timeLabels, turnsOf } from "./states";

/** What a press acts on. `nowMs`: the deployment's time. */
export type Moment = {
  settings: Settings;
  nowMs: number;
  recent: RecentChanges;
};

/** What people see of a change, in figures once they are known. */
export function effectsOf(
  change: SettingsChange,
  { settings, nowMs }: Moment,
  numbers: Partial<Overview> = {},
): string[] {
  const set = Object.entries(change).map(([name, value]) => [
    name,
    value === "now" ? nowMs : (value ?? undefined),
  ]);
  const after: Settings = { ...settings, ...Object.fromEntries(set) };
  const { registered, inTeams = 0, teams, notHandedIn = "…" } = numbers;
  const people = some(registered, "person", "people");
  const alone = some(registered && registered - inTeams, "person", "people");
  const { teamChanges, submissions } = turnsOf(settings, after, nowMs);
  const [ran, runs] = [settings, after].map(
    ({ startsAt = Infinity, endsAt = Infinity }) =>
      startsAt <= nowMs && nowMs < endsAt,
  );
  return [
    after.phase !== settings.phase && `${people} and every visitor read it.`,
    submissions === true &&
      `${some(teams, "team")} can write, and their leaders can hand in.`,
    submissions === false &&
      `Nobody can write or hand in any more. ${notHandedIn} of ${some(teams, "team")} have not handed in: their drafts stay drafts.`,
    teamChanges === true &&
      `${alone} without a team can create or join one, and members can leave.`,
    teamChanges === false &&
      `Nothing changes in ${some(teams, "team")} any more, and ${alone} without a team can join none.`,
    runs && !ran && `${people} and the hall see the clock run.`,
    ran && !runs && `${people} and the hall see the clock end.`,
    ran &&
      runs &&
      after.endsAt !== settings.endsAt &&
      `${people} and the hall see another end of the clock.`,
  ].filter((sentence) => typeof sentence === "string");
}

/** By how much a change misses the times that somebody has set. */
export function replacementsOf(
  change: SettingsChange,
  { settings, nowMs, recent: { setBy } }: Moment,
): string[] {
  return timeKeys.flatMap((key) => {
    const { [key]: is } = settings;
    const at = change[key] === "now" ? nowMs : change[key];
    if (is === undefined || typeof at !== "number" || at === is) return [];
    const by = setBy[key] ? `${setBy[key]} set` : "is set";
    return `${timeLabels[key]} ${shortWait(Math.abs(at - is))} ${at < is ? "before" : "after"} the time that ${by}.`;
  });
}

function some(count: number | undefined, unit: string, units = `${unit}s`) {
  return count === undefined ? `… ${units}` : counted(count, unit, units);
}

/** The same in a dialog. */
export function Effects({ of, ...moment }: Moment & { of: SettingsChange }) {
  const numbers = useNumbers();
  return <p>{effectsOf(of, moment, numbers).join(" ")}</p>;
}

/** The event's figures, which are asked for only while a question is open. */
export function useNumbers(): Overview | undefined {
  return dataOf(useOrganiserQuery(api.organiser.overview, {}));
}
