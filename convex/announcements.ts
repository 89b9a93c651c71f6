import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import {
  announcementRow,
  announcements,
  listAnnouncements,
} from "./model/content/kinds";
import * as ReadKeys from "./model/platform/readKeys";
import { nextChangeValidator } from "./shared/content";

/**
 * Returns the announcements that are out, in the order in which to show them, and
 * when the next one comes out; null for strangers. `at` is the page's own time. It does
 * not change the answer: a new value makes a new query when `next` has come (see
 * model/content/content.ts). `readKey` is `noticeReadKey` of `users.me`: with it, equal queries
 * share one result (model/platform/readKeys.ts).
 */
export const list = publicQuery({
  args: { at: v.number(), readKey: v.optional(v.string()) },
  returns: v.nullable(
    v.object({
      announcements: v.array(announcementRow),
      next: nextChangeValidator,
    }),
  ),
  handler: async (ctx, { readKey }) =>
    (await ReadKeys.admits(ctx, "notices", readKey))
      ? listAnnouncements(ctx)
      : null,
});

/**
 * Returns all announcements, scheduled ones included, at most 200, the latest first. For
 * organisers.
 * @throws `not_signed_in`, `organisers_only`
 */
export const all = organiserQuery(announcements.all);

/**
 * Publishes an announcement at `publishAt`, or now if that is null, and returns
 * its id. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`
 */
export const add = organiserMutation(announcements.add);

/**
 * Replaces all fields of an announcement but its author. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`, `not_found`
 */
export const edit = organiserMutation(announcements.edit);

/**
 * Deletes an announcement, whether it is out or scheduled. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `not_found`
 */
export const remove = organiserMutation(announcements.remove);
