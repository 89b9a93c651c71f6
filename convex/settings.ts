import { v } from "convex/values";
import { organiserMutation, publicQuery } from "./functions";
import * as PageHead from "./model/content/pageHead";
import * as Settings from "./model/content/settings";
import schema from "./schema";
import { addressesSchema } from "./shared/addresses";
import {
  pageHeadValidator,
  settingsChangeValidator,
  settingsValidator,
  submissionsValidator,
  teamChangesValidator,
} from "./shared/settings";

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
 * again (see model/content/content.ts).
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
  handler: async (ctx) => Settings.getSubmissions(ctx),
});

/**
 * Changes the given settings and keeps the others; null removes a time. Opening team
 * changes also removes a closing time in the past; `startsAt: "now"` starts the event.
 * @throws `required` if a time is no instant, `closes_before_it_opens`,
 *   `ends_before_it_starts`, `out_of_range`
 */
export const change = organiserMutation({
  args: settingsChangeValidator.fields,
  returns: v.null(),
  handler: async (ctx, args) => Settings.change(ctx, ctx.user, args),
});

/**
 * Sets the addresses that the pages show; an empty one is that of the built site again.
 * @throws `invalid_link`, `invalid_email`, `invalid_position`, `too_long`, `too_many`,
 *   `hidden_text`
 */
export const changeAddresses = organiserMutation({
  input: addressesSchema,
  returns: v.null(),
  handler: async (ctx, addresses) =>
    Settings.changeAddresses(ctx, ctx.user, addresses),
});
