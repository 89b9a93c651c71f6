/** The queue of mails (platform/mailing.ts), and what puts mails into it later. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation, internalQuery } from "../functions";
import { Refused, sendAll } from "./mail";
import * as AnnouncementMail from "../content/announcementMail";
import * as RequestMail from "../listings/requestMail";
import * as Mailing from "./mailing";
import * as Users from "../people/users";
import { mailReceipt } from "../projects/mails";
import { subjectValidator } from "../listings/shared";
import { mailKindValidator } from "./shared/mail";

/** Attempts to send a batch again. Cancelled by the attempt before, unless that failed. */
export const deliver = internalMutation({
  args: { batch: Mailing.batchValidator, attempt: v.number() },
  returns: v.null(),
  handler: async (ctx, { batch, attempt }) =>
    Mailing.deliver(ctx, batch, attempt),
});

/** Sends a batch by one request, and cancels the next attempt, `next`, if none is needed. */
export const send = internalAction({
  args: { batch: Mailing.batchValidator, next: v.id("_scheduled_functions") },
  returns: v.null(),
  handler: async (ctx, { batch, next }) => {
    const { kind, to } = batch;
    const { recipients } = internal.platform.jobs;
    const people = await ctx.runQuery(recipients, { kind, to });
    try {
      if (people.length > 0) {
        const mails = people.map((person) => Mailing.mailTo(batch, person));
        await sendAll(mails, batch.key);
      }
    } catch (error) {
      if (!(error instanceof Refused)) return;
      await ctx.scheduler.cancel(next);
      throw error;
    }
    await ctx.scheduler.cancel(next);
  },
});

/** Returns those of a batch who still want it. */
export const recipients = internalQuery({
  args: Mailing.batchValidator.pick("kind", "to").fields,
  returns: v.array(Mailing.recipientValidator),
  handler: async (ctx, args) => Mailing.recipientsOf(ctx, args),
});

/** Queues the mails of a hand-in. Scheduled by it, so that they do not conflict with it. */
export const receipt = internalMutation({
  args: { receipt: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => mailReceipt(ctx, args.receipt),
});

/** Queues the mails of an important announcement. Scheduled for when it comes out. */
export const announce = internalMutation({
  args: { id: v.id("announcements"), cursor: v.nullable(v.string()) },
  returns: v.null(),
  handler: async (ctx, args) => AnnouncementMail.announce(ctx, args),
});

/** Queues the mail about requests and offers. Scheduled by listings/requests.ts. */
export const requests = internalMutation({
  args: { recipient: subjectValidator },
  returns: v.null(),
  handler: async (ctx, { recipient }) => RequestMail.tell(ctx, recipient),
});

const stopFields = { kind: mailKindValidator, id: v.string() };

/** Returns which mail to whom a link ends; null for one that is not whole. */
export const readLink = internalQuery({
  args: { path: v.string() },
  returns: v.nullable(v.object(stopFields)),
  handler: async (ctx, { path }) => Mailing.readUnsubscribePath(ctx, path),
});

/** Ends a kind of mail to a person. Called by http.ts, which has checked the link. */
export const unsubscribe = internalMutation({
  args: stopFields,
  returns: v.null(),
  handler: async (ctx, { kind, id }) => {
    const userId = ctx.db.normalizeId("users", id);
    const user = userId && (await ctx.db.get("users", userId));
    if (user) await Users.switchMail(ctx, user, kind, false);
  },
});
