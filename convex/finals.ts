/** The final: chosen judges put the best projects in order, beside the scores. */
import { v } from "convex/values";
import {
  judgeMutation,
  judgeQuery,
  organiserMutation,
  organiserQuery,
} from "./functions";
import * as Finals from "./judging/finals";
import * as Results from "./judging/results";
import {
  finalSheetValidator,
  finalSizeValidator,
  finalViewValidator,
} from "./judging/shared/finals";

/**
 * Begins a final of the projects that are best by the scores, once judging is closed; one
 * before it is replaced.
 * @param over the one that the organiser saw, and how many orders were given in it; null for none
 * @throws `judging_open`, `results_published`, `nothing_handed_in`, `no_judges`,
 *   `not_found`, `conflict_of_interest`, `changed_since`
 */
export const open = organiserMutation({
  args: {
    size: finalSizeValidator,
    judgeIds: v.array(v.id("users")),
    over: v.optional(
      v.nullable(v.object({ finalId: v.id("finals"), orders: v.number() })),
    ),
  },
  returns: v.null(),
  handler: async (ctx, args) => Results.openFinal(ctx, ctx.user, args),
});

/** Returns who has put the finalists in which order; null without a final. */
export const read = organiserQuery({
  args: {},
  returns: v.nullable(finalViewValidator),
  handler: async (ctx) => Finals.read(ctx),
});

/**
 * Returns the finalists to the judges of the final, in an order that says nothing of
 * their places, and null to others.
 */
export const sheet = judgeQuery({
  args: {},
  returns: v.nullable(finalSheetValidator),
  handler: async (ctx) => Finals.readSheet(ctx, ctx.user),
});

/**
 * Stores the caller's order of all finalists, the best first; what is staged or published
 * does not change. It is idempotent.
 * @param seen the caller's order that is replaced; null for none
 * @throws `not_assigned`, `changed_since`
 */
export const setOrder = judgeMutation({
  args: {
    order: v.array(v.id("projects")),
    // Pages of an earlier version do not say it.
    seen: v.optional(v.nullable(v.array(v.id("projects")))),
  },
  returns: v.null(),
  handler: async (ctx, args) => Finals.setOrder(ctx, ctx.user, args),
});
