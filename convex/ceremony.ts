/** The ceremony: staging the results, and revealing them in the hall. */
import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import * as Ceremony from "./model/judging/ceremony";
import * as Results from "./model/judging/results";
import {
  remoteValidator,
  revealedValidator,
  sentenceSchema,
} from "./shared/ceremony";

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
 * @throws `judging_open`, `results_published`, `nothing_handed_in`, `ceremony_under_way`
 */
export const stage = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => Results.stage(ctx, ctx.user),
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
 */
export const move = organiserMutation({
  args: { id: v.id("ceremonies"), from: v.number(), isBack: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => Ceremony.move(ctx, ctx.user, args),
});

/** Empties the stage, or shows again what has been revealed. @throws as `move` */
export const setBlank = organiserMutation({
  args: { id: v.id("ceremonies"), isBlank: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => Ceremony.setBlank(ctx, ctx.user, args),
});

/**
 * Sets the sentence with which a staged award is shown, until the stage is opened.
 * @throws `too_long`, `hidden_text`, `not_found`, `ceremony_under_way`
 */
export const describe = organiserMutation({
  args: { award: v.string() },
  input: sentenceSchema,
  returns: v.null(),
  handler: async (ctx, args) => Ceremony.describe(ctx, ctx.user, args),
});

/** Ends a rehearsal, or takes back what is staged; what is published stays. */
export const end = organiserMutation({
  args: { id: v.id("ceremonies") },
  returns: v.null(),
  handler: async (ctx, { id }) => Ceremony.end(ctx, ctx.user, id),
});
