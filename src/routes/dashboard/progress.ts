import type { Workbench } from "#convex/projects/shared/projects";
import type { Me } from "#convex/account/shared";
import { MAX_TEAM_SIZE, MIN_TEAM_SIZE } from "#convex/teams/shared/teams";
import { event } from "../../content/event";
import { beginningWith } from "../../lib/in-sentences";
import { formatDay } from "../../lib/time/format-date";
import { formatMoment } from "../../lib/time/format-time";
import { formatDays } from "../../lib/time/format-days";
import { paths } from "../../paths";

export type Step = {
  id: string;
  title: string;
  state: string;
  isDone: boolean;
  /** Where the step is taken. */
  to: string;
  /** What is still missing, although the step is done. */
  note?: string;
};

/**
 * The steps of the registration progress.
 * @param members the size of the team, if known; the terms require at least two
 * @param project the team's, if there is one
 */
export function progressOf(
  profile: Pick<Me, "createdAt" | "teamId" | "checkedInAt">,
  members?: number,
  project: Pick<Workbench, "status" | "handedInAt"> | null = null,
): Step[] {
  const hasTeam = profile.teamId !== null;
  return [
    {
      id: "account",
      title: "Account created",
      state: formatDay(profile.createdAt),
      isDone: true,
      to: paths.account,
    },
    {
      id: "team",
      title: "Team formation",
      state: hasTeam ? "Completed" : "Pending",
      isDone: hasTeam,
      to: paths.team,
      ...(members !== undefined &&
        members < MIN_TEAM_SIZE && {
          note: `${members} of ${MAX_TEAM_SIZE}. ${beginningWith(MIN_TEAM_SIZE)} are needed to compete.`,
        }),
    },
    {
      id: "submission",
      title: "Project submission",
      state: submissionOf(project),
      isDone: project?.status === "handed_in",
      to: `${paths.dashboard}?tab=submissions`,
    },
    {
      id: "event",
      title: "Hackathon participation",
      state:
        profile.checkedInAt === null
          ? formatDays(event.firstDay, event.lastDay)
          : `Checked in ${formatMoment(profile.checkedInAt)}`,
      isDone: profile.checkedInAt !== null,
      to: `${paths.faq}#when-and-where`,
    },
  ];
}

function submissionOf(
  project: Pick<Workbench, "status" | "handedInAt"> | null,
): string {
  if (project === null) return "Not started";
  return project.handedInAt === null
    ? "In progress"
    : `Handed in ${formatDay(project.handedInAt)}`;
}
