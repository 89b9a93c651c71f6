import { v } from "convex/values";
import { teamChangeMutation, userMutation, userQuery } from "./functions";
import * as Asking from "./listings/asking";
import {
  noteSchema,
  requestValidator,
  subjectValidator,
} from "./listings/shared";

/**
 * Returns the caller's requests or, if they are in a team, the team's: open ones first,
 * then the last settled ones.
 */
export const mine = userQuery({
  args: {},
  returns: v.array(requestValidator),
  handler: async (ctx) => Asking.listOf(ctx, ctx.user),
});

/**
 * Sends a request to a team or, as a leader, an offer to a person. If there is already
 * an open request between the two, that one is kept. Returns its id.
 * @throws `too_long`, `hidden_text`, `already_in_team`, `not_in_team`, `not_leader`,
 *   `not_looking`, `team_closed`, `team_full`, `too_many_requests_open`, `rate_limited`
 */
export const send = teamChangeMutation({
  args: { target: subjectValidator },
  input: noteSchema,
  returns: v.id("requests"),
  handler: async (ctx, args) => Asking.ask(ctx, ctx.user, args),
});

/**
 * Accepts a request of the other side: adds the person to the team, and settles other
 * requests that can no longer be accepted.
 * @throws `not_found`, `not_leader`, `request_over`, `not_yours_to_answer`,
 *   `already_in_team`, `person_in_team`, `team_closed`, `team_full`
 */
export const accept = teamChangeMutation({
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) =>
    Asking.accept(ctx, ctx.user, requestId),
});

/**
 * Declines a request of the other side, also while team changes are closed.
 * @throws `not_found`, `not_leader`, `request_over`, `not_yours_to_answer`
 */
export const decline = userMutation({
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) =>
    Asking.decline(ctx, ctx.user, requestId),
});

/**
 * Opens a request again that the caller's side has declined or withdrawn within the last
 * hour, if it could still be accepted.
 * @throws `not_found`, `not_leader`, `request_over`, `already_in_team`, `person_in_team`,
 *   `team_closed`, `team_full`, `not_looking`, `too_many_requests_open`
 */
export const reopen = teamChangeMutation({
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) =>
    Asking.reopen(ctx, ctx.user, requestId),
});

/**
 * Withdraws a request of the caller's own side, also while team changes are closed.
 * @throws as `decline`
 */
export const withdraw = userMutation({
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) =>
    Asking.withdraw(ctx, ctx.user, requestId),
});
