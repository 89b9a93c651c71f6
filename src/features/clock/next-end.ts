import { api } from "#convex/_generated/api";
import {
  windowAt,
  windows,
  type Settings,
  type Submissions,
} from "#convex/settings/shared";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { useTimedLive } from "../../lib/connection/use-timed-live";

/** What ends next for whoever reads it, with its name; `until` is null if nobody has set when. */
export type NextEnd = { until: number | null; name: string };

type Results = Pick<Submissions, "hasJudgingBegun"> & { arePublished: boolean };

/**
 * Returns what ends next: the time before the start, handing in, the event, judging; null if nothing does. Every clock shows
 * this one.
 * @param now the deployment's time, in milliseconds since the epoch
 */
export function nextEndOf(
  settings: Settings,
  now: number,
  { hasJudgingBegun, arePublished }: Results,
): NextEnd | null {
  const { startsAt, endsAt, phase } = settings;
  if (phase === "over" || arePublished) return null;
  if (startsAt !== undefined && now < startsAt)
    return { until: startsAt, name: "until the start" };
  const window = windowAt(windows.submissions(settings), now);
  const { state, opensAt, closesAt } = window;
  if (state !== "closed" && opensAt !== null && closesAt !== null)
    return { until: closesAt, name: "until hand-in closes" };
  if (endsAt !== undefined && now < endsAt)
    return { until: endsAt, name: "until the event ends" };
  if (hasJudgingBegun)
    return { until: null, name: "Judging, until the results" };
  return state === "closed" || endsAt !== undefined
    ? { until: null, name: "Judging comes next" }
    : null;
}

/** The same, for components. @param now null: nothing is known */
export function useNextEnd(
  settings: Settings,
  now: number | null,
): NextEnd | null {
  const submissions = dataOf(useTimedLive(api.settings.submissions));
  const published = dataOf(useQuietLive(api.judging.published, {})) ?? null;
  return now === null
    ? null
    : nextEndOf(settings, now, {
        hasJudgingBegun: submissions?.hasJudgingBegun === true,
        arePublished: published !== null,
      });
}
