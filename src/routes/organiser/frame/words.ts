import type { TeamRole } from "#convex/shared/teams";

/** "1 team", "2 teams". */
export function counted(
  count: number,
  unit: string,
  units = `${unit}s`,
): string {
  return `${count} ${count === 1 ? unit : units}`;
}

export const roleWords: Record<TeamRole, string> = {
  leader: "Team Leader",
  member: "Member",
};
