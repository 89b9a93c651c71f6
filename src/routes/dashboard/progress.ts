import type { Profile } from "#convex/shared/validators";
import { event } from "../../content/event";
import { formatDay, formatDays } from "../../lib/format-date";

export type Step = {
  id: string;
  title: string;
  state: string;
  isDone: boolean;
};

/** The steps of the registration progress. */
export function progressOf(
  profile: Pick<Profile, "createdAt" | "teamId">,
): Step[] {
  const hasTeam = profile.teamId !== null;
  return [
    {
      id: "account",
      title: "Account created",
      state: formatDay(profile.createdAt),
      isDone: true,
    },
    {
      id: "team",
      title: "Team formation",
      state: hasTeam ? "Completed" : "Pending",
      isDone: hasTeam,
    },
    {
      id: "submission",
      title: "Project submission",
      state: "Not started",
      isDone: false,
    },
    {
      id: "event",
      title: "Hackathon participation",
      state: formatDays(event.firstDay, event.lastDay),
      isDone: false,
    },
  ];
}
