import { without } from "#convex/shared/roster";
import type { TeamView } from "#convex/shared/validators";

/** Describes what happens when someone leaves, by the rule that the server uses. */
export function consequenceOfLeaving(
  team: TeamView,
  selfId: string | undefined,
): string {
  const self = team.members.find(({ uid }) => uid === selfId);
  if (self === undefined) return "Your slot will be free for someone else.";
  const remaining = without(team.members, self.uid);
  if (remaining.length === 0) {
    return "You are the only member. The team and its invite code will be deleted.";
  }
  const leader = remaining.find(({ role }) => role === "leader");
  return self.role === "leader"
    ? `${leader?.name} will lead the team, and your slot will be free for someone else.`
    : "Your slot will be free for someone else.";
}
