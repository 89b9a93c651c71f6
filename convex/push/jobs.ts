/** Sends messages to devices (push/messages.ts). Scheduled by whatever they are about. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation, internalQuery } from "../functions";
import * as Messages from "./messages";
import * as Request from "./request";

/** Sends an announcement. Scheduled for when it comes out. */
export const announce = internalMutation({
  args: { id: v.id("announcements") },
  returns: v.null(),
  handler: async (ctx, { id }) => Messages.announce(ctx, id),
});

/** Reminds of an entry of the schedule. Scheduled for ten minutes before it. */
export const remind = internalMutation({
  args: { id: v.id("schedule") },
  returns: v.null(),
  handler: async (ctx, { id }) => Messages.remind(ctx, id),
});

/** Schedules the reminders of all entries. Scheduled when organisers turn them on. */
export const scheduleReminders = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => Messages.scheduleReminders(ctx),
});

/** Sends a message to a page of devices, and reports what became of it. */
export const send = internalAction({
  args: Messages.sendingValidator.fields,
  returns: v.null(),
  handler: async (ctx, sending) => {
    const { pushId, message, expiresAt, only, cursor } = sending;
    const ttlSeconds = Math.floor((expiresAt - Date.now()) / 1000);
    if (ttlSeconds <= 0) return;
    const { page, settle } = internal.push.jobs;
    const { devices, next } = await ctx.runQuery(page, {
      pushId,
      only,
      cursor,
    });
    const results = await Request.sendToAll(devices, message, ttlSeconds);
    const outcomes = devices.flatMap(({ id, endpoint }, nth) => {
      const is = results[nth];
      return is === undefined ? [] : [{ id, endpoint, is }];
    });
    await ctx.runMutation(settle, { sending, report: { outcomes, next } });
  },
});

/** Returns the devices of a page. */
export const page = internalQuery({
  args: Messages.sendingValidator.pick("pushId", "only", "cursor").fields,
  returns: Messages.pageValidator,
  handler: async (ctx, args) => Messages.readPage(ctx, args),
});

/** Notes what became of a page, and goes on. */
export const settle = internalMutation({
  args: {
    sending: Messages.sendingValidator,
    report: Messages.reportValidator,
  },
  returns: v.null(),
  handler: async (ctx, { sending, report }) =>
    Messages.settle(ctx, sending, report),
});
