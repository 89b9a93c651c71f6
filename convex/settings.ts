import { v } from "convex/values";
import * as z from "zod/mini";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import * as PageHead from "./content/pageHead";
import * as Judging from "./judging/judging";
import * as Settings from "./settings/settings";
import schema from "./schema";
import { addressesSchema } from "./platform/shared/addresses";
import { fieldsValidator } from "./platform/shared/audit";
import {
  pageHeadValidator,
  recentChangesValidator,
  settingsChangeValidator,
  settingsValidator,
  submissionsValidator,
  teamChangesValidator,
} from "./settings/shared";

/**
 * Returns what is open and shown now, and the addresses that are set. Anyone may call it, because public pages
 * need it.
 */
export const current = publicQuery({
  args: {},
  returns: settingsValidator.extend(
    schema.tables.settings.validator.pick("addresses").fields,
  ),
  handler: async (ctx) => ({
    ...(await Settings.getCurrent(ctx)),
    addresses: (await Settings.find(ctx))?.addresses,
  }),
});

/**
 * Returns what a page's HTML says before its scripts run: the marks by which parts are
 * hidden, and the link preview of a project. Anyone may call it; the embedded backend
 * asks it for each page that it sends. `path` is the page's address.
 */
export const page = publicQuery({
  args: { path: v.string() },
  returns: pageHeadValidator,
  handler: async (ctx, { path }) => PageHead.read(ctx, path),
});

/**
 * Returns whether participants can change teams now, since when not, and when that
 * changes by itself. Anyone may call it. `at` is the page's own time. It does not
 * change the result: pages pass a new value at the time `next`, so that the query runs
 * again (see content/content.ts).
 */
export const teamChanges = publicQuery({
  args: { at: v.number() },
  returns: teamChangesValidator,
  handler: async (ctx) => Settings.getWindow(ctx, "teamChanges"),
});

/**
 * Returns whether projects can be edited and handed in now, and when that changes by
 * itself. Anyone may call it. `at` is as for `teamChanges`.
 */
export const submissions = publicQuery({
  args: { at: v.number() },
  returns: submissionsValidator,
  handler: async (ctx) => {
    const { perProject } = await Judging.getState(ctx);
    const hasJudgingBegun = perProject !== undefined;
    return {
      ...(await Settings.getWindow(ctx, "submissions")),
      hasJudgingBegun,
    };
  },
});

/**
 * Changes the given settings and keeps the others; null removes a time, and "now" is the
 * deployment's. Opening team changes also removes a closing time in the past. `seen` is
 * what the page showed; a time that another organiser has set meanwhile to the one that is
 * wanted, to the minute, is not set again.
 * @throws `required` if a time is no instant, `closes_before_it_opens`,
 *   `ends_before_it_starts`, `out_of_range`; `changed_since` if another organiser has
 *   set one of them otherwise
 */
export const change = organiserMutation({
  args: {
    ...settingsChangeValidator.fields,
    // A page that was opened before a deployment may not send it.
    seen: v.optional(fieldsValidator),
  },
  returns: v.null(),
  handler: async (ctx, args) => Settings.change(ctx, ctx.user, args),
});

/**
 * Returns the changes of the phase and of times in the last week, with what taking each
 * back would set, and who has set what.
 */
export const recentChanges = organiserQuery({
  args: {},
  returns: recentChangesValidator,
  handler: async (ctx) => Settings.listRecent(ctx),
});

/**
 * Sets the phase and all times as they were before a change, with what the phase opens and
 * closes, whatever came after it. `seen` is the newest change that the page showed. Does
 * nothing if they are so.
 * @throws `not_found`; `changed_since` if there is a newer change
 */
export const takeBack = organiserMutation({
  args: { changeId: v.id("settingsChanges"), seen: v.id("settingsChanges") },
  returns: v.null(),
  handler: async (ctx, args) => Settings.takeBack(ctx, ctx.user, args),
});

/**
 * Sets the given addresses and keeps the others; the pages show an empty one as the site
 * was built. `seen` is what the page showed of those that it changes.
 * @throws `invalid_link`, `invalid_email`, `invalid_position`, `too_long`, `too_many`,
 *   `hidden_text`, `changed_since`
 */
export const changeAddresses = organiserMutation({
  args: { seen: v.optional(fieldsValidator) },
  input: z.partial(addressesSchema),
  returns: v.null(),
  handler: async (ctx, args) => Settings.changeAddresses(ctx, ctx.user, args),
});
