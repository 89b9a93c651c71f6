import { v } from "convex/values";
import {
  mentorMutation,
  mentorQuery,
  organiserQuery,
  userMutation,
  userQuery,
} from "./functions";
import * as Help from "./model/help/requests";
import {
  helpQueueValidator,
  helpSchema,
  helpWaitValidator,
  teamHelpValidator,
} from "./shared/help";

/** Returns the caller's team's last request and its place in the queue. */
export const mine = userQuery({
  args: {},
  returns: teamHelpValidator,
  handler: async (ctx) => Help.readFor(ctx, ctx.user),
});

/**
 * Asks for the caller's team; a team has one open request.
 * @throws `required`, `too_long`, `hidden_text`, `help_closed`, `participants_only`,
 *   `not_in_team`, `help_asked`, `rate_limited`
 */
export const ask = userMutation({
  input: helpSchema,
  returns: v.null(),
  handler: async (ctx, texts) => Help.ask(ctx, ctx.user, texts),
});

/**
 * Changes what the caller's team says in its request.
 * @throws `required`, `too_long`, `hidden_text`, `participants_only`, `not_in_team`,
 *   `request_over`, `rate_limited`
 */
export const edit = userMutation({
  input: helpSchema,
  returns: v.null(),
  handler: async (ctx, texts) => Help.edit(ctx, ctx.user, texts),
});

/**
 * Pauses the team's request, or goes on with it; it keeps its place.
 * @throws `participants_only`, `not_in_team`, `request_over`, `help_taken`,
 *   `rate_limited`
 */
export const pause = userMutation({
  args: { isPaused: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { isPaused }) => Help.pause(ctx, ctx.user, isPaused),
});

/**
 * Ends the team's request; does nothing if it has ended.
 * @throws `participants_only`, `not_in_team`
 */
export const withdraw = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => Help.closeOwn(ctx, ctx.user),
});

/** Returns the open requests in the order in which teams are helped. */
export const queue = mentorQuery({
  args: {},
  returns: helpQueueValidator,
  handler: async (ctx) => Help.readQueue(ctx, ctx.user),
});

/**
 * Takes a request.
 * @throws `help_closed`, `not_found`, `request_over`, `help_paused`, `help_taken`
 */
export const take = mentorMutation({
  args: { requestId: v.id("helpRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => Help.take(ctx, ctx.user, requestId),
});

/**
 * Puts a request back into its place in the queue. For the mentor who has it, and
 * organisers.
 * @throws `not_found`, `help_taken`
 */
export const handBack = mentorMutation({
  args: { requestId: v.id("helpRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) =>
    Help.handBack(ctx, ctx.user, requestId),
});

/**
 * Ends a request: the team was helped. For the mentor who has it, and organisers.
 * @throws `not_found`, `help_taken`
 */
export const close = mentorMutation({
  args: { requestId: v.id("helpRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => Help.close(ctx, ctx.user, requestId),
});

/** Returns the last 500 requests that have ended, the newest first. */
export const waits = organiserQuery({
  args: {},
  returns: v.array(helpWaitValidator),
  handler: async (ctx) => Help.listEnded(ctx),
});
