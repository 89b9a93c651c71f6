import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import {
  announcementRow,
  announcements,
  listAnnouncements,
} from "./content/kinds";
import * as AnnouncementMail from "./content/announcementMail";
import * as ReadKeys from "./platform/readKeys";
import { nextChangeValidator } from "./platform/shared/nextChange";

/**
 * Returns the announcements that are out, in the order in which to show them, and
 * when the next one comes out; null for strangers. `at` is the page's own time. It does
 * not change the answer: a new value makes a new query when `next` has come (see
 * content/content.ts). `readKey` is `noticeReadKey` of `users.me`: with it, equal queries
 * share one result (platform/readKeys.ts).
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

/** Returns how many people get an important announcement by mail. */
export const reach = organiserQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => AnnouncementMail.countReached(ctx),
});

// For organisers; what they do and throw is said at `contentOf` in content/content.ts.
export const all = organiserQuery(announcements.all);
export const add = organiserMutation(announcements.add);
export const edit = organiserMutation(announcements.edit);
export const remove = organiserMutation(announcements.remove);
export const putBack = organiserMutation(announcements.putBack);
