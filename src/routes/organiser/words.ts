import type { TeamRole } from "#convex/shared/validators";

/** "1 team", "2 teams". */
export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

export const roleWords: Record<TeamRole, string> = {
  leader: "Team Leader",
  member: "Member",
};
