import { v } from "convex/values";
import * as CheckIns from "./checkIns/checkIns";
import { teamChangeMutation, userMutation, userQuery } from "./functions";
import * as Projects from "./projects/projects";
import * as Invitations from "./teams/invitations";
import * as Leading from "./teams/leading";
import * as RateLimits from "./platform/rateLimits";
import * as Teams from "./teams/teams";
import * as Viewer from "./platform/viewer";
import {
  createTeamSchema,
  editTeamSchema,
  typedCodeSchema,
  teamPreviewValidator,
  teamViewValidator,
} from "./teams/shared/teams";

/** Returns the caller's team with its invite code, its members and who of them has arrived; null without a team. */
export const mine = userQuery({
  args: {},
  returns: v.nullable(teamViewValidator),
  handler: async (ctx) => {
    const team = await Teams.findOwn(ctx, ctx.user);
    if (team === null) return null;
    const arrived = [];
    for (const { uid } of team.members)
      if ((await CheckIns.arrivalOf(ctx, uid)) !== null) arrived.push(uid);
    return { ...team, arrived };
  },
});

/**
 * Creates a team, makes the caller its leader and returns its id.
 * @throws `required`, `too_long`, `hidden_text`, `rate_limited`, `already_in_team`
 */
export const create = teamChangeMutation({
  input: createTeamSchema,
  returns: v.id("teams"),
  handler: async (ctx, team) => {
    await RateLimits.requireAndTake(ctx, "createTeam", ctx.user._id);
    return Teams.create(ctx, ctx.user, team);
  },
});

/**
 * Returns a team as people with its invite code see it; null if it is gone or has a new
 * code, when no one is signed in, and for judges and mentors. Id and key come from
 * `invites.open`.
 */
export const preview = userQuery({
  args: { teamId: v.id("teams"), key: v.string() },
  returns: v.nullable(teamPreviewValidator),
  handler: async (ctx, { teamId, key }) =>
    Viewer.takesPart(ctx.user) ? Teams.preview(ctx, teamId, key) : null,
});

/**
 * Adds the caller to the team with exactly this invite code and returns its id; null if
 * no team has the code. Wrong codes are counted: after ten in an hour every code is
 * refused.
 * @throws `required`, `already_in_team`, `too_many_codes`, `team_closed`, `team_full`,
 *   `rate_limited`
 */
export const join = teamChangeMutation({
  input: typedCodeSchema,
  returns: v.nullable(v.id("teams")),
  handler: async (ctx, { inviteCode }) =>
    Invitations.join(ctx, ctx.user, inviteCode),
});

/**
 * Takes the caller out of their team. (`account.remove` does so even while team
 * changes are closed.) `withProject` says that the caller knows that the team's project
 * is deleted too, if they are the last member.
 * @throws `not_in_team`, `project_handed_in`, `project_would_go`
 */
export const leave = teamChangeMutation({
  args: { withProject: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, { withProject = false }) =>
    Teams.leave(
      ctx,
      ctx.user,
      Projects.mayEndTeam(ctx, { byMembers: true, withProject }),
    ),
});

/**
 * Changes the name or description of the team that the caller leads, or whether its
 * code lets people in. While team changes are closed a leader may still do so, because
 * it changes no one's team.
 * @param seen the words that the caller changed; others are not replaced
 * @throws `required`, `too_long`, `hidden_text`, `not_in_team`, `not_leader`,
 *   `changed_since`, `rate_limited`
 */
export const edit = userMutation({
  args: {
    // Pages of an earlier version do not say it.
    seen: v.optional(v.object({ name: v.string(), description: v.string() })),
  },
  input: editTeamSchema,
  returns: v.null(),
  handler: async (ctx, args) => Leading.edit(ctx, ctx.user, args),
});

/**
 * Removes a member from the team that the caller leads. With `renewsCode`, the team
 * gets a new invite code, so that the person cannot come back with the old one.
 * @throws `not_leader`, and `not_in_team` also if the person is not in the caller's team;
 *   as `leave` if it is the caller; with `renewsCode`, `rate_limited`
 */
export const removeMember = teamChangeMutation({
  args: { uid: v.id("users"), renewsCode: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, { uid, renewsCode = false }) => {
    const ending = { byMembers: true, withProject: false };
    const mayEnd = Projects.mayEndTeam(ctx, ending);
    await Leading.removeMember(ctx, ctx.user, uid, mayEnd);
    if (renewsCode) await Leading.renewCode(ctx, ctx.user);
  },
});

/**
 * Makes a member the leader of the team that the caller leads; the caller stays as a
 * member. Allowed while team changes are closed, because nobody changes teams.
 * @throws `not_leader`, and `not_in_team` also if the person is not in the caller's team
 */
export const handOver = userMutation({
  args: { uid: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { uid }) => Leading.handOver(ctx, ctx.user, uid),
});

/**
 * Gives the team that the caller leads a new invite code and returns it; the old code
 * and its link are void. Allowed while team changes are closed, because no code admits
 * anybody then.
 * @param seen the code to be replaced: a press that is sent again replaces no other
 * @throws `not_in_team`, `not_leader`, `rate_limited`
 */
export const renewCode = userMutation({
  // Pages of an earlier version do not say it.
  args: { seen: v.optional(v.string()) },
  returns: v.string(),
  handler: async (ctx, { seen }) => Leading.renewCode(ctx, ctx.user, seen),
});

/**
 * Deletes the team that the caller leads, if `name` is its name. Its members are
 * without a team then. `withProject` says that the caller knows that its project is
 * deleted too.
 * @param members how many the caller was told of
 * @throws `not_in_team`, `not_leader`, `name_does_not_match`, `project_handed_in`,
 *   `project_would_go`, `changed_since`
 */
export const disband = teamChangeMutation({
  args: {
    name: v.string(),
    withProject: v.optional(v.boolean()),
    // Pages of an earlier version do not say it.
    members: v.optional(v.number()),
  },
  returns: v.null(),
  handler: async (ctx, { withProject = false, ...args }) =>
    Leading.disband(
      ctx,
      ctx.user,
      args,
      Projects.mayEndTeam(ctx, { byMembers: true, withProject }),
    ),
});

/**
 * Records that the caller has read the notice about the team that they lost (`lostTeam`
 * of the profile).
 */
export const forgetLost = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => Teams.forgetLost(ctx, ctx.user),
});
