import type { ProjectStatus } from "#convex/projects/shared/projects";
import { without, type TeamView } from "#convex/teams/shared/teams";
import { fateOfProject } from "./project-of-team";

/** Describes what happens when someone leaves, by the rule that the server uses. */
export function consequenceOfLeaving(
  team: TeamView,
  selfId: string | undefined,
  project: ProjectStatus | null,
): string {
  const self = team.members.find(({ uid }) => uid === selfId);
  if (self === undefined) return "Your slot will be free for someone else.";
  if (isLastMember(team, selfId)) {
    return `You are the only member. The team and its invite code will be deleted.${fateOfProject(project)}`;
  }
  const leader = without(team.members, self.uid).find(
    ({ role }) => role === "leader",
  );
  const kept = "What you wrote stays in its project.";
  return self.role === "leader"
    ? `${leader?.name} will lead the team, and your slot will be free for someone else. ${kept}`
    : `Your slot will be free for someone else. ${kept}`;
}

/** Whether the team ends when this person leaves. */
export function isLastMember(
  { members }: Pick<TeamView, "members">,
  uid: string | undefined,
): boolean {
  return members.every((member) => member.uid === uid);
}
