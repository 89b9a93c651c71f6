/**
 * The rules of a team's member list, as values in, value out: at most four,
 * in order of joining, exactly one leader.
 */
import { MAX_TEAM_SIZE } from "./limits";
import type { TeamMember } from "./validators";

/** True when nobody else may join. */
export function isFull(members: readonly TeamMember[]): boolean {
  return members.length >= MAX_TEAM_SIZE;
}

/** The list without one person; when the leader goes, the first who remains leads. */
export function without(
  members: readonly TeamMember[],
  uid: TeamMember["uid"],
): TeamMember[] {
  const [first, ...others] = members.filter((member) => member.uid !== uid);
  if (first === undefined) return [];
  const remaining = [first, ...others];
  return remaining.some((member) => member.role === "leader")
    ? remaining
    : [{ ...first, role: "leader" }, ...others];
}

/** The list with one person's name as it now is. */
export function renamed(
  members: readonly TeamMember[],
  uid: TeamMember["uid"],
  name: string,
): TeamMember[] {
  return members.map((member) =>
    member.uid === uid ? { ...member, name } : member,
  );
}
