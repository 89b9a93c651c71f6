/** The ceremony: staging the results, and revealing them in the hall. */
import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import * as Ceremony from "./judging/ceremony";
import * as Results from "./judging/results";
import {
  remoteValidator,
  revealedValidator,
  sentenceSchema,
} from "./judging/shared/ceremony";

/**
 * Returns what has been revealed, for the hall's screens; null before the stage is opened.
 * Anyone may call it, so it holds nothing else: not even how many awards there are.
 */
export const revealed = publicQuery({
  args: {},
  returns: v.nullable(revealedValidator),
  handler: async (ctx) => Ceremony.findRevealed(ctx),
});

/** Returns the ceremony with what is still to be revealed; null without one. */
export const remote = organiserQuery({
  args: {},
  returns: v.nullable(remoteValidator),
  handler: async (ctx) => Ceremony.findRemote(ctx),
});

/**
 * Fixes the awards as they are computed now. Nobody else is told anything.
 * @param seen the awards that the organiser saw, as `linesOf` them; older pages do not say it
 * @param losing how many sentences the organiser knows to be lost, those of awards whose winners are others now
 * @throws `judging_open`, `results_published`, `nothing_handed_in`, `ceremony_under_way`, `changed_since`
 */
export const stage = organiserMutation({
  args: {
    seen: v.optional(v.array(v.string())),
    losing: v.optional(v.number()),
  },
  returns: v.null(),
  handler: async (ctx, args) => Results.stage(ctx, ctx.user, args),
});

/**
 * Begins a rehearsal with invented names; what is staged stays.
 * @throws `ceremony_under_way`
 */
export const rehearse = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => Ceremony.rehearse(ctx, ctx.user),
});

/**
 * Reveals one award more, or takes the last one back: one step from `from`, and none if
 * the ceremony is not there any more.
 * @param page which remote it is, of several of one organiser
 * @throws `changed_since` within four seconds of a step of another remote
 */
export const move = organiserMutation({
  args: {
    id: v.id("ceremonies"),
    from: v.number(),
    isBack: v.boolean(),
    page: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, args) => Ceremony.move(ctx, ctx.user, args),
});

/** Empties the stage, at any time, or shows again what has been revealed. @throws as `move` */
export const setBlank = organiserMutation({
  args: {
    id: v.id("ceremonies"),
    isBlank: v.boolean(),
    page: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, args) => Ceremony.setBlank(ctx, ctx.user, args),
});

/**
 * Sets the sentence with which a staged award is shown, until the stage is opened.
 * @param seen what the organiser saw of the award, as `describedIn` it
 * @throws `too_long`, `hidden_text`, `not_found`, `ceremony_under_way`, `changed_since`
 */
export const describe = organiserMutation({
  args: { award: v.string(), seen: v.optional(v.string()) },
  input: sentenceSchema,
  returns: v.null(),
  handler: async (ctx, args) => Ceremony.describe(ctx, ctx.user, args),
});

/**
 * Ends a rehearsal, or takes back what is staged; what is published stays.
 * @param from the step at which the organiser saw it
 * @throws `changed_since`
 */
export const end = organiserMutation({
  args: { id: v.id("ceremonies"), from: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, args) => Ceremony.end(ctx, ctx.user, args),
});
