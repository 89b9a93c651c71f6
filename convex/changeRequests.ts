import { v } from "convex/values";
import {
  organiserMutation,
  organiserQuery,
  userMutation,
  userQuery,
} from "./functions";
import * as ChangeRequests from "./teams/changeRequests";
import * as ChangesAfterFreeze from "./organiser/changesAfterFreeze";
import { checked } from "./platform/shared/input";
import {
  approvalSchema,
  changeKindValidator,
  changeRequestValidator,
  declineSchema,
} from "./teams/shared/changeRequests";
import { askedChangeValidator, endsValidator } from "./organiser/shared";
import { reasonSchema } from "./listings/shared";
import { typedCodeSchema } from "./teams/shared/teams";

/**
 * Asks the organisers to let the caller leave their team ("leave"), leave it for the
 * team with this code ("swap"), join that team ("join"), or for something else. One
 * request at a time. Returns its id; null if no team has the code, which is counted as
 * in `teams.join`.
 * @throws `required`, `too_long`, `change_request_open`, `not_in_team`,
 *   `already_in_team`, `too_many_codes`, `rate_limited`
 */
export const send = userMutation({
  args: { kind: changeKindValidator, inviteCode: v.optional(v.string()) },
  input: reasonSchema,
  returns: v.nullable(v.id("changeRequests")),
  handler: async (ctx, { inviteCode = "", ...rest }) => {
    const { kind } = rest;
    const code =
      kind === "swap" || kind === "join"
        ? checked(typedCodeSchema, { inviteCode })
        : { inviteCode };
    return ChangesAfterFreeze.send(ctx, ctx.user, { ...rest, ...code });
  },
});

/** Withdraws the caller's pending request, if there is one. */
export const withdraw = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => ChangeRequests.withdraw(ctx, ctx.user._id),
});

/**
 * Sends a request again that the caller has withdrawn within the last hour.
 * @throws `request_over`, `change_request_open`
 */
export const putBack = userMutation({
  args: { requestId: v.id("changeRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) =>
    ChangeRequests.putBack(ctx, ctx.user, requestId),
});

/**
 * Returns the caller's change requests, the pending one first, and the decisions that
 * concerned the caller's team, without reasons or answers; null when no one is signed
 * in.
 */
export const mine = userQuery({
  args: {},
  returns: v.array(changeRequestValidator),
  handler: async (ctx) => ChangeRequests.listFor(ctx, ctx.user),
});

/**
 * Returns the pending change requests, the oldest first, each with whatever prevents its
 * approval, then the last 100 settled ones.
 */
export const list = organiserQuery({
  args: {},
  returns: v.array(askedChangeValidator),
  handler: async (ctx) => ChangesAfterFreeze.list(ctx),
});

/**
 * Approves a request and carries it out, also while team changes are closed. "other" is
 * only recorded. `withProject` says that the organiser was told that the project of a
 * team that ends is deleted too, and `seen` what the page showed as `ends`.
 * @throws `too_long`, `hidden_text`, `not_found`, `request_over`, `person_not_in_team`,
 *   `person_in_team`, `participants_only`, `team_closed`, `team_full`, `project_would_go`,
 *   `changed_since`
 */
export const approve = organiserMutation({
  args: {
    requestId: v.id("changeRequests"),
    withProject: v.optional(v.boolean()),
    seen: v.optional(endsValidator),
  },
  input: approvalSchema,
  returns: v.null(),
  handler: async (ctx, { withProject = false, ...rest }) => {
    const approval = { ...rest, withProject };
    await ChangesAfterFreeze.approve(ctx, ctx.user, approval);
  },
});

/**
 * Declines a request; its sender can read the answer.
 * @throws `required`, `too_long`, `hidden_text`, `not_found`, `request_over`
 */
export const decline = organiserMutation({
  args: { requestId: v.id("changeRequests") },
  input: declineSchema,
  returns: v.null(),
  handler: async (ctx, args) => ChangesAfterFreeze.decline(ctx, ctx.user, args),
});
