import type { ProjectStatus } from "#convex/projects/shared/projects";
import {
  type TeamChange,
  type TeamMember,
  without,
} from "#convex/teams/shared/teams";
import { fateOfProject } from "../../../features/team/project-of-team";

type Team = { name: string; members: readonly TeamMember[] };

export type MendingWords = {
  title: string;
  /** What happens, before it happens. */
  text: string;
  confirm: string;
  done: string;
};

/**
 * @param name of the person whom the change concerns; unused if it renames the team
 * @param project the state of the team's project
 */
export function wordsOfChange(
  team: Team,
  change: TeamChange,
  name: string,
  project: ProjectStatus | null,
): MendingWords {
  switch (change.kind) {
    case "rename":
      return {
        title: `Rename ${team.name}?`,
        text: `Its members see the new name, ${change.name}, at once. The invite code stays the same.`,
        confirm: "Rename",
        done: "Team renamed",
      };
    case "add":
      return {
        title: `Add ${name}?`,
        text: `${name} joins ${team.name} at once, and everyone in the team sees it.`,
        confirm: "Add",
        done: `${name} was added to the team`,
      };
    case "lead":
      return {
        title: `Make ${name} the leader?`,
        text: `${name} becomes the leader of ${team.name} at once. ${leaderOf(team.members)?.name ?? "No one"} stays as a member.`,
        confirm: "Make leader",
        done: `${name} is now the leader`,
      };
    case "hall":
      return change.isHidden
        ? {
            title: `Hide ${team.name} in the hall?`,
            text: `The hall's screens leave ${team.name} out at once. Nothing else changes.`,
            confirm: "Hide",
            done: "Hidden in the hall",
          }
        : {
            title: `Show ${team.name} in the hall?`,
            text: `The hall's screens show ${team.name} again at once.`,
            confirm: "Show",
            done: "Shown in the hall",
          };
    case "remove":
      return {
        title: `Remove ${name}?`,
        text: consequenceOfRemoval(team, change.userId, name, project),
        confirm: "Remove",
        done: `${name} was removed from the team`,
      };
  }
}

function consequenceOfRemoval(
  { name: teamName, members }: Team,
  userId: TeamMember["uid"],
  name: string,
  project: ProjectStatus | null,
): string {
  const remaining = without(members, userId);
  if (remaining.length === 0) {
    return `${name} is the last member: ${teamName} and its invite code will be deleted.${fateOfProject(project)}`;
  }
  const isLeader = leaderOf(members)?.uid === userId;
  const next = isLeader ? leaderOf(remaining) : undefined;
  return `${name} leaves ${teamName} at once, and can create or join a team while team changes are open.${
    next ? ` ${next.name}, who joined first, will lead ${teamName}.` : ""
  }`;
}

function leaderOf(members: readonly TeamMember[]) {
  return members.find(({ role }) => role === "leader");
}
