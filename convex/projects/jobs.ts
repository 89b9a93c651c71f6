import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../functions";
import * as Gallery from "./gallery";
import * as HandingIn from "./handingIn";
import * as ProjectMails from "./mails";
import { projectPreviewValidator } from "./shared/gallery";

/** Hand-ins within this time are given to judges together. */
const BURST_MS = 2_000;

/** Does what a hand-in brings with it. Scheduled by the hand-in. */
export const follow = internalMutation({
  args: { handInId: v.id("handIns") },
  returns: v.null(),
  handler: async (ctx, args) => {
    const mustAssign = await HandingIn.follow(ctx, args.handInId);
    if (mustAssign)
      await ctx.scheduler.runAfter(
        BURST_MS,
        internal.projects.jobs.assign,
        args,
      );
  },
});

/** Gives what was handed in to judges, if nothing was handed in since. */
export const assign = internalMutation({
  args: { handInId: v.id("handIns") },
  returns: v.null(),
  handler: async (ctx, { handInId }) => HandingIn.assign(ctx, handInId),
});

/**
 * Returns the data of a project's link preview, for http.ts; null if the project is not
 * public.
 */
export const preview = internalQuery({
  args: { id: v.string() },
  returns: v.nullable(projectPreviewValidator),
  handler: async (ctx, { id }) => Gallery.findPreview(ctx, id),
});

/** Queues the mails of a hand-in. Scheduled by it, so that they do not conflict with it. */
export const mailReceipt = internalMutation({
  args: { receipt: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => ProjectMails.mailReceipt(ctx, args.receipt),
});
