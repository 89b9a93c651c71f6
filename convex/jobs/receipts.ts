import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation } from "../functions";
import * as HandIns from "../model/projects/handIns";
import * as Mail from "../model/platform/mail";
import { receiptMail } from "../model/projects/receiptMail";
import { siteOrigin } from "../model/platform/siteAddress";

/** Together about a quarter of an hour. */
const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 1_000;

const membersValidator = v.array(
  v.object({ email: v.string(), hasProvenEmail: v.boolean() }),
);

/**
 * Returns the recipients of a receipt and counts their mails; null if the hand-in is
 * gone.
 */
export const take = internalMutation({
  args: { receipt: v.number() },
  returns: v.nullable(
    v.object({
      receipt: v.number(),
      at: v.number(),
      projectName: v.string(),
      members: membersValidator,
    }),
  ),
  handler: async (ctx, { receipt }) => HandIns.takeReceipt(ctx, receipt),
});

/**
 * Mails a receipt to every member by one request. Scheduled by the hand-in, so that it
 * is sent once the hand-in is stored. Without a mail key nothing is sent. If the provider
 * is busy, it is sent again later; the pauses are random, so that the hand-ins of the
 * last minute do not come back at once. Other failures are logged: the receipt is on
 * every member's screen.
 */
export const mail = internalAction({
  args: {
    receipt: v.number(),
    /** From an earlier attempt, which has counted them. */
    again: v.optional(
      v.object({
        attempt: v.number(),
        at: v.number(),
        projectName: v.string(),
        members: membersValidator,
      }),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { receipt, again }) => {
    if (!process.env.AUTH_RESEND_KEY) return null;
    const found =
      again ??
      (await ctx.runMutation(internal.jobs.receipts.take, { receipt }));
    if (found === null || found.members.length === 0) return null;
    const { at, projectName, members } = found;
    const site = siteOrigin();
    const mails = members.map(({ email, hasProvenEmail }) =>
      receiptMail({
        to: email,
        projectName: hasProvenEmail ? projectName : null,
        receipt,
        at,
        site,
        link: `${site}/project`,
      }),
    );
    try {
      await Mail.sendAll(mails, `receipt/${receipt}`);
    } catch (error) {
      const attempt = (again?.attempt ?? 0) + 1;
      if (!(error instanceof Mail.ProviderBusy) || attempt >= MAX_ATTEMPTS)
        throw error;
      const pauseMs = FIRST_PAUSE_MS * 2 ** attempt * Math.random();
      await ctx.scheduler.runAfter(pauseMs, internal.jobs.receipts.mail, {
        receipt,
        again: { attempt, at, projectName, members },
      });
    }
    return null;
  },
});
