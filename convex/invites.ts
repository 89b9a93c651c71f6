import { v } from "convex/values";
import { userMutation, userQuery } from "./functions";
import * as Invitations from "./model/teams/invitations";
import * as Teams from "./model/teams/teams";
import * as Viewer from "./model/platform/viewer";
import { typedCodeSchema } from "./shared/teams";

/**
 * Returns the id of the team with exactly this invite code, by which `teams.preview`
 * shows it; null if no team has the code. Wrong codes are counted together with those
 * of `teams.join`: ten an hour for each person. No one joins by opening an invitation.
 * @throws `not_signed_in`, `participants_only`, `required`, `too_many_codes`
 */
export const open = userMutation({
  input: typedCodeSchema,
  returns: v.nullable(v.id("teams")),
  handler: async (ctx, { inviteCode }) => {
    Viewer.requireTakingPart(ctx.user);
    const team = await Invitations.open(ctx, ctx.user, inviteCode);
    return team?._id ?? null;
  },
});

/**
 * Returns when the team's code was last replaced, in milliseconds since the epoch; null
 * if never, if there is no such team, or when no one is signed in. A page that shows an
 * invitation subscribes to it: when it changes, the page's code is no longer valid.
 */
export const codeRenewedAt = userQuery({
  args: { teamId: v.id("teams") },
  returns: v.nullable(v.number()),
  handler: async (ctx, { teamId }) => Teams.codeRenewedAt(ctx, teamId),
});
