/**
 * Cards and openings, the two kinds of listing at `/find`, and hiding and reporting who
 * shows them.
 */
import { v } from "convex/values";
import {
  organiserMutation,
  organiserQuery,
  participantMutation,
  publicQuery,
  teamChangeMutation,
  userMutation,
  userQuery,
} from "./functions";
import * as Users from "./people/users";
import * as Asking from "./listings/asking";
import * as ReadKeys from "./platform/readKeys";
import * as Viewer from "./platform/viewer";
import * as Hiding from "./listings/hiding";
import * as Leading from "./teams/leading";
import * as Listings from "./listings/listings";
import * as RateLimits from "./platform/rateLimits";
import * as Reports from "./listings/reports";
import { FIRST_PAGE } from "./platform/shared/lists";
import {
  cardSchema,
  facetValidator,
  hidingValidator,
  kindValidator,
  listingValidator,
  openingSchema,
  reasonSchema,
  reportsValidator,
  subjectValidator,
} from "./listings/shared";

/** Returns the key with which pages read `list`; null until there is one, and for judges and mentors. */
export const readKey = userQuery({
  args: {},
  returns: v.nullable(v.string()),
  handler: async (ctx) =>
    Viewer.takesPart(ctx.user) ? ReadKeys.keyOf(ctx, "listings") : null,
});

/** Returns the caller's own card or, if they are in a team, its opening; null without one. */
export const mine = userQuery({
  args: {},
  returns: v.nullable(listingValidator),
  handler: async (ctx) => Listings.findOf(ctx, ctx.user.teamId ?? ctx.user._id),
});

/**
 * Returns cards ("person") or openings ("team"), filtered by skill and facet where
 * given (case-insensitive); null for strangers, judges and mentors. With `readKey`,
 * equal queries share one result.
 * @throws `out_of_range`, `too_long`
 */
export const list = publicQuery({
  args: {
    readKey: v.optional(v.string()),
    kind: kindValidator,
    skill: v.optional(v.string()),
    facet: v.optional(facetValidator),
    limit: v.optional(v.number()),
  },
  returns: v.nullable(
    v.object({ listings: v.array(listingValidator), hasMore: v.boolean() }),
  ),
  handler: async (ctx, { readKey: key, limit = FIRST_PAGE, ...filter }) =>
    (await ReadKeys.admits(ctx, "listings", key))
      ? Listings.list(ctx, filter, limit)
      : null,
});

/**
 * Shows a card of the caller to everyone who is signed in, or changes it.
 * @throws `too_many`, `too_long`, `required`, `hidden_text`, `already_in_team`,
 *   `rate_limited`
 */
export const showCard = teamChangeMutation({
  input: cardSchema,
  returns: v.null(),
  handler: async (ctx, wanted) => {
    await Listings.show(ctx, ctx.user, wanted);
    await RateLimits.requireAndTake(ctx, "showSelf", ctx.user._id);
  },
});

/**
 * Shows an opening of the team that the caller leads, or changes it.
 * @throws `too_many`, `too_long`, `required`, `hidden_text`, `not_in_team`, `not_leader`,
 *   `team_full`, `team_closed`, `rate_limited`
 */
export const showOpening = teamChangeMutation({
  input: openingSchema,
  returns: v.null(),
  handler: async (ctx, wanted) => {
    const team = await Leading.requireTeam(ctx, ctx.user);
    await Listings.show(ctx, team, wanted);
    await RateLimits.requireAndTake(ctx, "showSelf", ctx.user._id);
  },
});

/**
 * Removes the caller's card ("person"), or the opening of the team that they lead.
 * @throws for an opening, `not_in_team`, `not_leader`
 */
export const withdraw = userMutation({
  args: { kind: kindValidator },
  returns: v.null(),
  handler: async (ctx, { kind }) => {
    const { _id: subject } =
      kind === "person" ? ctx.user : await Leading.requireTeam(ctx, ctx.user);
    await Listings.withdraw(ctx, subject);
  },
});

/** Returns whom the caller has hidden from themselves. */
export const hidden = userQuery({
  args: {},
  returns: v.array(hidingValidator),
  handler: async (ctx) => Hiding.listOf(ctx, ctx.user._id),
});

/**
 * Hides a person or a team from the caller, and ends open requests between them. The
 * hidden side is not told, and can send no more requests. Not for judges and mentors, who get
 * to know no participant.
 * @throws `not_found`, `too_many`, `rate_limited`
 */
export const hide = participantMutation({
  args: { target: subjectValidator },
  returns: v.null(),
  handler: async (ctx, { target }) => {
    const { name } = await Reports.describe(ctx, target);
    await RateLimits.requireAndTake(ctx, "hide", ctx.user._id);
    await Hiding.hide(ctx, ctx.user._id, { target, name });
    await Asking.endWith(ctx, ctx.user, target);
  },
});

/** Shows what the caller has hidden. */
export const unhide = userMutation({
  args: { target: subjectValidator },
  returns: v.null(),
  handler: async (ctx, { target }) => Hiding.unhide(ctx, ctx.user._id, target),
});

/**
 * Reports a person or a team to the organisers, with what it shows now, and hides it
 * from the caller.
 * @throws `required`, `too_long`, `not_found`, `too_many`, `rate_limited`
 */
export const report = participantMutation({
  args: { target: subjectValidator },
  input: reasonSchema,
  returns: v.null(),
  handler: async (ctx, { target, reason }) => {
    const described = await Reports.describe(ctx, target);
    const isOfKnown =
      Users.hasConfirmedPlace(ctx.user) || Users.hasProvenEmail(ctx.user);
    const report = { ...described, target, reason, isOfKnown };
    await Reports.send(ctx, ctx.user, report);
    await Hiding.hide(ctx, ctx.user._id, { target, name: described.name });
    await Asking.endWith(ctx, ctx.user, target);
  },
});

/** Returns the open reports about at most 200 people and teams, and the last 50 settled ones. */
export const reports = organiserQuery({
  args: {},
  returns: reportsValidator,
  handler: async (ctx) => Reports.list(ctx),
});

/**
 * Settles the open reports about a person or a team that were `seen`, or all; `takeDown` also
 * removes the card or the opening.
 * @throws `request_over`
 */
export const settleReports = organiserMutation({
  args: {
    target: subjectValidator,
    takeDown: v.boolean(),
    seen: v.optional(v.array(v.id("reports"))),
  },
  returns: v.null(),
  handler: async (ctx, args) => Reports.settleAbout(ctx, ctx.user, args),
});

/**
 * Settles all open reports of a person, without an effect, and returns their ids, which
 * `reopenReports` takes.
 * @throws `request_over`; `changed_since` if they are more than were `seen`
 */
export const settleReportsBy = organiserMutation({
  args: { reporterId: v.id("users"), seen: v.optional(v.number()) },
  returns: v.array(v.id("reports")),
  handler: async (ctx, { reporterId, seen }) =>
    Reports.settleBy(ctx, ctx.user, reporterId, seen),
});

/** Opens settled reports again. What was taken down stays so. Does nothing with those that are open or gone. */
export const reopenReports = organiserMutation({
  args: { reportIds: v.array(v.id("reports")) },
  returns: v.null(),
  handler: async (ctx, { reportIds }) =>
    Reports.reopen(ctx, ctx.user, reportIds),
});
