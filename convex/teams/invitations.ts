/**
 * How a code leads to a team. Wrong codes are counted for each person, or else a
 * program could try codes until one fits. A mutation that throws keeps nothing, so a
 * wrong code is a result (null) and only the limit is a refusal. Writes through
 * teams.ts.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { isInviteCode } from "./shared/inviteCodes";
import type { NotingCtx } from "../platform/facts";
import * as RateLimits from "../platform/rateLimits";
import * as Teams from "./teams";

type User = Doc<"users">;

/**
 * Returns the team with exactly this invite code; null, and counts it, if no team
 * has it.
 * @throws `too_many_codes`, also for a code that a team has
 */
export async function open(ctx: MutationCtx, user: User, inviteCode: string) {
  const waitSeconds = await RateLimits.waitFor(ctx, "wrongCode", user._id);
  if (waitSeconds !== null) return refuse("too_many_codes", { waitSeconds });
  const team = isInviteCode(inviteCode)
    ? await Teams.findByCode(ctx, inviteCode)
    : null;
  if (team === null) await RateLimits.take(ctx, "wrongCode", user._id);
  return team;
}

/**
 * Adds the person to the team with exactly this invite code and returns the team's
 * id; null, and counts it, if no team has the code.
 * @throws `already_in_team`, `too_many_codes`, `team_closed`, `team_full`,
 *   `rate_limited`
 */
export async function join(ctx: NotingCtx, user: User, inviteCode: string) {
  if (user.teamId !== null) refuse("already_in_team");
  const team = await open(ctx, user, inviteCode);
  if (team === null) return null;
  if (!Teams.isOpen(team)) refuse("team_closed");
  await Teams.admit(ctx, team, user);
  await RateLimits.requireAndTake(ctx, "joinTeam", user._id);
  return team._id;
}
