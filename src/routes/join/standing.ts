import type { Profile } from "#convex/people/shared/people";
import type { TeamPreview } from "#convex/teams/shared/teams";

/** The relation of a person to the team that invites them. */
export type Standing =
  /** Not everything that decides it has loaded. */
  | "pending"
  | "free"
  /** The code was replaced, or the team ended, while the page was open. */
  | "outdated"
  | "own"
  | "inAnother"
  | "changesClosed"
  | "teamClosed"
  | "full";

/** The order matters: a member need not read that the team is full. */
export function standingOf({
  me,
  teamId,
  team,
  areChangesOpen,
}: {
  /** Undefined while it loads; null after a sign-out. */
  me: Pick<Profile, "teamId"> | null | undefined;
  teamId: string;
  /** Undefined while it loads; null if it has ended or has a new code. */
  team: Pick<TeamPreview, "freeSlots" | "isOpen"> | null | undefined;
  areChangesOpen: boolean | undefined;
}): Standing {
  if (!me || team === undefined || areChangesOpen === undefined)
    return "pending";
  if (me.teamId === teamId) return "own";
  if (team === null) return "outdated";
  if (me.teamId !== null) return "inAnother";
  if (!areChangesOpen) return "changesClosed";
  if (!team.isOpen) return "teamClosed";
  return team.freeSlots === 0 ? "full" : "free";
}
