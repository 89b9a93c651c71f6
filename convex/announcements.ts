import { v } from "convex/values";
import { organiserMutation, organiserQuery, userQuery } from "./functions";
import * as Announcements from "./model/announcements";
import { checked } from "./shared/check";
import {
  announcementSchema,
  publishAnnouncementSchema,
} from "./shared/schemas";
import {
  announcementValidator,
  nextChangeValidator,
} from "./shared/validators";

/**
 * What participants are told by now, in the order in which to read it. `at`:
 * when the page asks, by its own clock; it decides nothing, but asking again
 * when `next` comes needs another one (model/publication.ts says why).
 */
export const list = userQuery({
  args: { at: v.number() },
  returns: v.object({
    announcements: v.array(announcementValidator),
    next: nextChangeValidator,
  }),
  handler: async (ctx) => Announcements.listPublished(ctx),
});

/** Everything that is or will be told, for organisers. */
export const all = organiserQuery({
  args: {},
  returns: v.array(announcementValidator),
  handler: async (ctx) => Announcements.listAll(ctx),
});

/** Tells the participants something, at once or from an instant on. */
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

/** Changes what was or will be told. */
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

/** Takes back what was or would have been told. */
export const remove = organiserMutation({
  args: { announcementId: v.id("announcements") },
  returns: v.null(),
  handler: async (ctx, { announcementId }) => {
    await Announcements.remove(ctx, ctx.user, announcementId);
    return null;
  },
});
