/**
 * The rules of a team's member list as pure functions: at most four members, in
 * the order of joining, exactly one of them the leader.
 */
import { MAX_TEAM_SIZE } from "./limits";
import type { TeamMember } from "./validators";

/** Returns true if no one else may join. */
export function isFull(members: readonly TeamMember[]): boolean {
  return members.length >= MAX_TEAM_SIZE;
}

/** Returns how many more people may join. */
export function freeSlots(members: readonly TeamMember[]): number {
  return Math.max(0, MAX_TEAM_SIZE - members.length);
}

/**
 * Returns the list without one person. If that was the leader, the first
 * remaining member leads.
 */
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

/** Returns the list with this person as its only leader; the order stays. */
export function ledBy(
  members: readonly TeamMember[],
  uid: TeamMember["uid"],
): TeamMember[] {
  return members.map((member) => ({
    ...member,
    role: member.uid === uid ? "leader" : "member",
  }));
}

/** Returns the list with a new name for one person. */
export function renamed(
  members: readonly TeamMember[],
  uid: TeamMember["uid"],
  name: string,
): TeamMember[] {
  return members.map((member) =>
    member.uid === uid ? { ...member, name } : member,
  );
}
