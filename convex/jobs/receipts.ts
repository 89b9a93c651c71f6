import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation } from "../functions";
import * as HandIns from "../model/projects/handIns";
import * as Mailer from "../model/platform/mailer";
import { receiptMail } from "../model/projects/receiptMail";
import { siteOrigin } from "../model/platform/siteAddress";

const receiptValidator = v.object({
  receipt: v.number(),
  at: v.number(),
  projectName: v.string(),
  members: v.array(
    v.object({ email: v.string(), hasProvenEmail: v.boolean() }),
  ),
});

/**
 * Returns the recipients of a receipt and counts their mails; null if the hand-in is
 * gone.
 */
export const take = internalMutation({
  args: { receipt: v.number() },
  returns: v.nullable(receiptValidator),
  handler: async (ctx, { receipt }) => HandIns.takeReceipt(ctx, receipt),
});

/**
 * Mails a receipt to every member. Scheduled by the hand-in, so that it is sent once
 * the hand-in is stored. Without a mail key nothing is sent. A failed mail is logged
 * and not retried: the receipt is on every member's screen.
 */
export const mail = internalAction({
  args: { receipt: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    if (!process.env.AUTH_RESEND_KEY) return null;
    const found = await ctx.runMutation(internal.jobs.receipts.take, args);
    if (found === null) return null;
    const site = siteOrigin();
    const { receipt, at, projectName, members } = found;
    const sent = await Promise.allSettled(
      members.map(async ({ email, hasProvenEmail }) =>
        Mailer.send(
          receiptMail({
            to: email,
            projectName: hasProvenEmail ? projectName : null,
            receipt,
            at,
            site,
            link: `${site}/project`,
          }),
        ),
      ),
    );
    const failed = sent.find(({ status }) => status === "rejected");
    if (failed !== undefined)
      throw new Error("a receipt was not mailed", { cause: failed });
    return null;
  },
});
