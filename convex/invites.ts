import { v } from "convex/values";
import { userMutation } from "./functions";
import * as Invitations from "./teams/invitations";
import * as Teams from "./teams/teams";
import * as Viewer from "./platform/viewer";
import { typedCodeSchema } from "./teams/shared/teams";

/**
 * Returns the id of the team with exactly this invite code and the key with which
 * `teams.preview` shows it; null if no team has the code. Wrong codes are counted together with those
 * of `teams.join`: ten an hour for each person. No one joins by opening an invitation.
 * @throws `participants_only`, `required`, `too_many_codes`
 */
export const open = userMutation({
  input: typedCodeSchema,
  returns: v.nullable(v.object({ teamId: v.id("teams"), key: v.string() })),
  handler: async (ctx, { inviteCode }) => {
    Viewer.requireTakingPart(ctx.user);
    const team = await Invitations.open(ctx, ctx.user, inviteCode);
    return (
      team && { teamId: team._id, key: await Teams.previewKeyOf(ctx, team) }
    );
  },
});
