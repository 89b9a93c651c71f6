import type { TeamRole } from "#convex/shared/teams";

export const roleWords: Record<TeamRole, string> = {
  leader: "Team Leader",
  member: "Member",
};
