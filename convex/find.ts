/** What `/find` needs besides cards, openings and requests. */
import { v } from "convex/values";
import {
  organiserMutation,
  organiserQuery,
  userMutation,
  userQuery,
} from "./functions";
import * as Asking from "./model/listings/asking";
import * as FindPass from "./model/listings/findPass";
import * as Hiding from "./model/listings/hiding";
import * as RateLimits from "./model/platform/rateLimits";
import * as Reports from "./model/listings/reports";
import { checked } from "./shared/check";
import { reasonSchema } from "./shared/findingSchemas";
import {
  hidingValidator,
  reportValidator,
  targetFields,
} from "./shared/findingValidators";

/**
 * Returns the pass for `cards.list` and `openings.list`; null until a deployment
 * has it, for judges and mentors, or when no one is signed in.
 */
export const pass = userQuery({
  args: {},
  returns: v.nullable(v.string()),
  handler: async (ctx) => FindPass.findFor(ctx, ctx.user),
});

/** Returns whom the caller has hidden from themselves; null when no one is signed in. */
export const hidden = userQuery({
  args: {},
  returns: v.array(hidingValidator),
  handler: async (ctx) => Hiding.listOf(ctx, ctx.user._id),
});

/**
 * Hides a person or a team from the caller, and ends open requests between them. The
 * hidden side is not told, and can send no more requests.
 * @throws `not_signed_in`, `required` unless exactly one is given, `not_found`,
 *   `too_many`, `rate_limited`
 */
export const hide = userMutation({
  args: targetFields,
  returns: v.null(),
  handler: async (ctx, args) => {
    const { target, name } = await Reports.getSubject(ctx, args);
    await RateLimits.requireAndTake(ctx, "hide", ctx.user._id);
    await Hiding.hide(ctx, ctx.user._id, { target, name });
    await Asking.endWith(ctx, ctx.user, target);
    return null;
  },
});

/** Shows what the caller has hidden. @throws `not_signed_in` */
export const unhide = userMutation({
  args: { target: hidingValidator.fields.target },
  returns: v.null(),
  handler: async (ctx, { target }) => {
    await Hiding.unhide(ctx, ctx.user._id, target);
    return null;
  },
});

/**
 * Reports a person or a team to the organisers, with what it shows now, and hides it
 * from the caller.
 * @throws `not_signed_in`, `required`, `too_long`, `not_found`, `too_many`,
 *   `rate_limited`
 */
export const report = userMutation({
  args: { ...targetFields, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { reason: typed, ...args }) => {
    const { reason } = checked(reasonSchema, { reason: typed });
    const subject = await Reports.getSubject(ctx, args);
    await Reports.send(ctx, ctx.user, { subject, reason });
    await Hiding.hide(ctx, ctx.user._id, subject);
    await Asking.endWith(ctx, ctx.user, subject.target);
    return null;
  },
});

/**
 * Returns the open reports, the oldest first, then the last 50 settled ones. For
 * organisers.
 * @throws `not_signed_in`, `organisers_only`
 */
export const reports = organiserQuery({
  args: {},
  returns: v.array(reportValidator),
  handler: async (ctx) => Reports.list(ctx),
});

/**
 * Settles a report; `takeDown` also removes the card or the opening. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `not_found`, `request_over`
 */
export const settleReport = organiserMutation({
  args: { reportId: v.id("reports"), takeDown: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Reports.settle(ctx, ctx.user, args);
    return null;
  },
});
