import { v } from "convex/values";
import {
  mentorMutation,
  mentorQuery,
  organiserQuery,
  userMutation,
  userQuery,
} from "./functions";
import { tell } from "./help/reminder";
import * as Help from "./help/requests";
import {
  helpQueueValidator,
  helpRequestValidator,
  helpSchema,
  helpWaitValidator,
  teamHelpValidator,
} from "./help/shared/help";

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
 * Changes what the caller's team says in its request: the fields that differ from `seen`, or
 * from what is there.
 * @throws `required`, `too_long`, `hidden_text`, `participants_only`, `not_in_team`,
 *   `request_over`, `changed_since` if a teammate has changed the same field, `rate_limited`
 */
export const edit = userMutation({
  args: {
    seen: v.optional(helpRequestValidator.pick("topic", "place", "problem")),
  },
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
 * Ends the team's request; does nothing if it has ended, or the team has asked again since.
 * @throws `participants_only`, `not_in_team`
 */
export const withdraw = userMutation({
  args: { requestId: v.optional(v.id("helpRequests")) },
  returns: v.null(),
  handler: async (ctx, { requestId }) =>
    Help.closeOwn(ctx, ctx.user, requestId),
});

/**
 * Takes `withdraw` back within 15 minutes: the request is as it was, in its place. Does nothing
 * if it is open.
 * @throws `participants_only`, `not_in_team`, `request_over`, `rate_limited`
 */
export const undoWithdraw = userMutation({
  args: { requestId: v.id("helpRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) =>
    Help.reopenOwn(ctx, ctx.user, requestId),
});

/**
 * Puts the team's request back into its place, 15 minutes after it was taken, because nobody
 * came; who took it is told by mail. `since` is when the page says that it was taken. Does
 * nothing if nobody has it any more.
 * @throws `participants_only`, `not_in_team`, `request_over`, `changed_since`, `rate_limited`
 */
export const nobodyCame = userMutation({
  args: { since: v.number() },
  returns: v.null(),
  handler: async (ctx, { since }) => {
    const missed = await Help.nobodyCame(ctx, ctx.user, since);
    if (missed?.takenBy) await tell(ctx, [missed.takenBy]);
  },
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

/** A request that somebody has; `since`, when the page says that it was taken. */
const takenArgs = {
  requestId: v.id("helpRequests"),
  since: v.optional(v.number()),
};

/**
 * Puts a request back into its place in the queue. For the mentor who has it, and
 * organisers.
 * @throws `not_found`, `help_taken`, `changed_since`
 */
export const handBack = mentorMutation({
  args: takenArgs,
  returns: v.null(),
  handler: async (ctx, seen) => Help.handBack(ctx, ctx.user, seen),
});

/**
 * Ends a request: the team was helped. For the mentor who has it, and organisers.
 * @throws `not_found`, `help_taken`, `changed_since`
 */
export const close = mentorMutation({
  args: takenArgs,
  returns: v.null(),
  handler: async (ctx, seen) => Help.close(ctx, ctx.user, seen),
});

/**
 * Takes `close` back within 15 minutes: the mentor has the request again. For the mentor who
 * had it, and organisers. Does nothing if it is open.
 * @throws `not_found`, `help_taken`, `request_over`
 */
export const undoClose = mentorMutation({
  args: { requestId: v.id("helpRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) =>
    Help.reopenHelped(ctx, ctx.user, requestId),
});

/** Returns the last 500 requests of each way to end, the newest first. */
export const waits = organiserQuery({
  args: {},
  returns: v.array(helpWaitValidator),
  handler: async (ctx) => Help.listEnded(ctx),
});
