/** The queue of mails (mailing.ts). */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation, internalQuery } from "../functions";
import { Refused, sendAll } from "./mail";
import * as Mailing from "./mailing";
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

/** Returns which mail to whom a link ends; null for one that is not whole. */
export const readLink = internalQuery({
  args: { path: v.string() },
  returns: v.nullable(v.object({ kind: mailKindValidator, id: v.string() })),
  handler: async (ctx, { path }) => Mailing.readUnsubscribePath(ctx, path),
});
