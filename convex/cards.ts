import { v } from "convex/values";
import { publicQuery, userMutation, userQuery } from "./functions";
import * as Cards from "./model/listings/cards";
import * as FindPass from "./model/listings/findPass";
import * as RateLimits from "./model/platform/rateLimits";
import * as Settings from "./model/content/settings";
import * as Viewer from "./model/platform/viewer";
import { checked } from "./shared/check";
import { cardSchema } from "./shared/findingSchemas";
import { cardValidator } from "./shared/findingValidators";
import { FIRST_PAGE } from "./shared/limits";

/** Returns the caller's own card; null without one or when no one is signed in. */
export const mine = userQuery({
  args: {},
  returns: v.nullable(cardValidator),
  handler: async (ctx) => Cards.findOwn(ctx, ctx.user._id),
});

/**
 * Returns the newest cards, filtered by skill and college (case-insensitive) where
 * given; null for strangers, judges and mentors. `pass` comes from `find.pass`: with
 * it, equal queries share one result (model/platform/passes.ts).
 */
export const list = publicQuery({
  args: {
    pass: v.optional(v.string()),
    skill: v.optional(v.string()),
    college: v.optional(v.string()),
    limit: v.optional(v.number()),
  },
  returns: v.nullable(
    v.object({ cards: v.array(cardValidator), hasMore: v.boolean() }),
  ),
  handler: async (ctx, { pass, limit = FIRST_PAGE, ...filter }) =>
    (await FindPass.admits(ctx, pass)) ? Cards.list(ctx, filter, limit) : null,
});

/**
 * Shows a card of the caller to everyone who is signed in, or changes it. Skills and
 * line come from the profile if they are not given.
 * @throws `not_signed_in`, `participants_only`, `team_changes_closed`, `too_many`, `too_long`, `required`,
 *   `hidden_text`, `already_in_team`, `rate_limited`
 */
export const show = userMutation({
  args: {
    skills: v.optional(v.array(v.string())),
    line: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    Viewer.requireTakingPart(ctx.user);
    await Settings.requireTeamChangesOpen(ctx);
    const wanted = checked(cardSchema, args);
    await Cards.show(ctx, ctx.user, wanted);
    await RateLimits.requireAndTake(ctx, "showSelf", ctx.user._id);
    return null;
  },
});

/** Removes the caller's card. @throws `not_signed_in` */
export const hide = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Cards.hide(ctx, ctx.user._id);
    return null;
  },
});
