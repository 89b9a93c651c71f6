import { v } from "convex/values";
import { internalMutation, internalQuery } from "../functions";
import * as AnnouncementMail from "./announcementMail";
import * as Calendar from "./calendar";

/** Returns the schedule as a calendar, for http.ts. */
export const feed = internalQuery({
  args: {},
  returns: v.string(),
  handler: async (ctx) => Calendar.feed(ctx),
});

/** Returns one entry as a calendar; null if there is none with this id. */
export const ofOne = internalQuery({
  args: { id: v.string() },
  returns: v.nullable(v.string()),
  handler: async (ctx, { id }) => Calendar.ofOne(ctx, id),
});

/** Queues the mails of an important announcement. Scheduled for when it comes out. */
export const announce = internalMutation({
  args: { id: v.id("announcements"), cursor: v.nullable(v.string()) },
  returns: v.null(),
  handler: async (ctx, args) => AnnouncementMail.announce(ctx, args),
});
