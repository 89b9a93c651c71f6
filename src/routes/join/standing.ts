import type { Profile, TeamPreview } from "#convex/shared/validators";

/** How someone stands to the team that invites them. */
export type Standing =
  /** Everything that the answer depends on is not known yet. */
  | "pending"
  | "free"
  /** The code has been replaced, or the team has ended, while they looked. */
  | "outdated"
  | "own"
  | "inAnother"
  | "changesClosed"
  | "teamClosed"
  | "full";

/** What comes first counts: whoever is in the team need not know that it is full. */
export function standingOf({
  me,
  teamId,
  team,
  isCodeRenewed,
  areChangesOpen,
}: {
  /** Undefined while it loads; null if no one is signed in any more. */
  me: Pick<Profile, "teamId"> | null | undefined;
  teamId: string;
  /** Undefined while it loads; null if it has ended. */
  team: Pick<TeamPreview, "freeSlots" | "isOpen"> | null | undefined;
  isCodeRenewed: boolean;
  areChangesOpen: boolean | undefined;
}): Standing {
  if (!me || team === undefined || areChangesOpen === undefined)
    return "pending";
  if (me.teamId === teamId) return "own";
  if (team === null || isCodeRenewed) return "outdated";
  if (me.teamId !== null) return "inAnother";
  if (!areChangesOpen) return "changesClosed";
  if (!team.isOpen) return "teamClosed";
  return team.freeSlots === 0 ? "full" : "free";
}
