import type { Pass } from "#convex/checkIns/shared/checkIns";
import type { PublishedResults } from "#convex/judging/shared/judging";
import type { Workbench } from "#convex/projects/shared/projects";
import { awardTitle } from "../../content/award-words";
import { event } from "../../content/event";
import { ownAwardsOf } from "../../features/next-step/next-step-of";
import { formatDateLine } from "../../lib/time/format-date";

export const dateAndCity = `${formatDateLine(event.firstDay, event.lastDay)}, ${event.city}`;

/**
 * Returns what a certificate says. It names its reader alone, and the team unless that hides its names. Null if nothing
 * tells that the person took part: no check-in, and no hand-in of their team.
 * @param published null until the results are
 */
export function keepsakeOf(
  { name, teamName, checkedInAt }: Pass,
  project: Pick<Workbench, "_id" | "name" | "status" | "hidesNames"> | null,
  published: Pick<PublishedResults, "awards"> | null,
) {
  const handedIn = project?.status === "handed_in" ? project : null;
  if (checkedInAt === null && handedIn === null) return null;
  const won = ownAwardsOf(published?.awards ?? [], handedIn?._id, null);
  const prizes = won.map(
    ({ award, isTied }) => awardTitle(award) + (isTied ? ", shared" : ""),
  );
  return {
    name,
    teamName: project?.hidesNames === true ? "" : (teamName ?? ""),
    // Of what it has won, the name with which it did.
    projectName: won[0]?.projectName ?? handedIn?.name ?? "",
    lines: prizes.length > 0 ? prizes : ["Took part"],
  };
}

export type Keepsake = NonNullable<ReturnType<typeof keepsakeOf>>;
