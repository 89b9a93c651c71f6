import { without } from "#convex/shared/roster";
import type { TeamChange, TeamOverview } from "#convex/shared/validators";

export type MendingWords = {
  title: string;
  /** What happens, before it happens. */
  text: string;
  confirm: string;
  done: string;
};

/** @param name of the person whom the change concerns; unused if it renames the team */
export function wordsOfChange(
  team: Pick<TeamOverview, "name" | "members">,
  change: TeamChange,
  name: string,
): MendingWords {
  switch (change.kind) {
    case "rename":
      return {
        title: `Rename ${team.name}?`,
        text: `It is called ${change.name} at once, on the screens of its members too. Its invite code stays.`,
        confirm: "Rename",
        done: "Team renamed",
      };
    case "add":
      return {
        title: `Add ${name}?`,
        text: `${name} is a member of ${team.name} at once, and everyone in the team sees it.`,
        confirm: "Add",
        done: `${name} is in the team`,
      };
    case "lead":
      return {
        title: `Make ${name} the leader?`,
        text: `${name} leads ${team.name} at once. ${leaderOf(team.members)?.name ?? "No one"} stays as a member.`,
        confirm: "Make leader",
        done: `${name} leads the team`,
      };
    case "remove":
      return {
        title: `Remove ${name}?`,
        text: consequenceOfRemoval(team, change.userId, name),
        confirm: "Remove",
        done: `${name} is out of the team`,
      };
  }
}

function consequenceOfRemoval(
  { name: teamName, members }: Pick<TeamOverview, "name" | "members">,
  userId: TeamOverview["members"][number]["uid"],
  name: string,
): string {
  const remaining = without(members, userId);
  if (remaining.length === 0) {
    return `${name} is the last member: ${teamName} and its invite code are deleted.`;
  }
  const isLeader = leaderOf(members)?.uid === userId;
  const next = isLeader ? leaderOf(remaining) : undefined;
  return `${name} is out of ${teamName} at once, and can create or join a team while team changes are open.${
    next ? ` ${next.name}, who joined first, leads ${teamName} then.` : ""
  }`;
}

function leaderOf(members: TeamOverview["members"]) {
  return members.find(({ role }) => role === "leader");
}
