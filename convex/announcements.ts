import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import * as Announcements from "./model/content/announcements";
import * as ReadKeys from "./model/platform/readKeys";
import { checked } from "./shared/check";
import {
  announcementSchema,
  publishAnnouncementSchema,
} from "./shared/organiserSchemas";
import {
  announcementValidator,
  nextChangeValidator,
} from "./shared/validators";

/**
 * Returns the announcements that are out, in the order in which to show them, and
 * when the next one comes out; null for strangers. `at` is the page's own time. It does
 * not change the answer: a new value makes a new query when `next` has come (see
 * model/content/publication.ts). `readKey` is `noticeReadKey` of `users.me`: with it, equal queries
 * share one result (model/platform/readKeys.ts).
 */
export const list = publicQuery({
  args: { at: v.number(), readKey: v.optional(v.string()) },
  returns: v.nullable(
    v.object({
      announcements: v.array(announcementValidator),
      next: nextChangeValidator,
    }),
  ),
  handler: async (ctx, { readKey }) =>
    (await ReadKeys.admits(ctx, "notices", readKey))
      ? Announcements.listPublished(ctx)
      : null,
});

/**
 * Returns all announcements, scheduled ones included, at most 200. For organisers.
 * @throws `not_signed_in`, `organisers_only`
 */
export const all = organiserQuery({
  args: {},
  returns: v.array(announcementValidator),
  handler: async (ctx) => Announcements.listAll(ctx),
});

/**
 * Publishes an announcement at `publishAt`, or now if that is null, and returns
 * its id. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`
 */
export const publish = organiserMutation({
  args: {
    title: v.string(),
    body: v.string(),
    pinned: v.boolean(),
    publishAt: v.nullable(v.number()),
  },
  returns: v.id("announcements"),
  handler: async (ctx, args) =>
    Announcements.publish(
      ctx,
      ctx.user,
      checked(publishAnnouncementSchema, args),
    ),
});

/**
 * Replaces all fields of an announcement but its author. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`, `not_found`
 */
export const edit = organiserMutation({
  args: {
    announcementId: v.id("announcements"),
    title: v.string(),
    body: v.string(),
    pinned: v.boolean(),
    publishAt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { announcementId, ...args }) => {
    const draft = checked(announcementSchema, args);
    await Announcements.edit(ctx, ctx.user, { announcementId, draft });
    return null;
  },
});

/**
 * Deletes an announcement, whether it is out or scheduled. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `not_found`
 */
export const remove = organiserMutation({
  args: { announcementId: v.id("announcements") },
  returns: v.null(),
  handler: async (ctx, { announcementId }) => {
    await Announcements.remove(ctx, ctx.user, announcementId);
    return null;
  },
});
