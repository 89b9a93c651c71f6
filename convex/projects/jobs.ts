import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../functions";
import * as Assignments from "../judging/assignments";
import * as HandIns from "./handIns";
import * as HandingIn from "./handingIn";
import * as ProjectMails from "./mails";

/** Hand-ins within this time are given to judges together. */
const BURST_MS = 2_000;

/** Does what a hand-in brings with it. Scheduled by the hand-in. */
export const follow = internalMutation({
  args: { handInId: v.id("handIns") },
  returns: v.null(),
  handler: async (ctx, args) => {
    const isCurrent = await HandingIn.follow(ctx, args.handInId);
    if (isCurrent && (await Assignments.isFollowing(ctx)))
      await ctx.scheduler.runAfter(
        BURST_MS,
        internal.projects.jobs.assign,
        args,
      );
  },
});

/**
 * Gives what was handed in to judges. A plan reads and writes all assignments, so of several hand-ins shortly after each other
 * only the last one plans.
 */
export const assign = internalMutation({
  args: { handInId: v.id("handIns") },
  returns: v.null(),
  handler: async (ctx, { handInId }) => {
    if (await HandIns.isNewest(ctx, handInId)) await Assignments.follow(ctx);
  },
});

/** Queues the mails of a hand-in. Scheduled by it, so that they do not conflict with it. */
export const mailReceipt = internalMutation({
  args: { receipt: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => ProjectMails.mailReceipt(ctx, args.receipt),
});
