/** Judging: the rubric, who judges what, the marks, and the results. */
import { v } from "convex/values";
import {
  judgeMutation,
  judgeQuery,
  organiserMutation,
  organiserQuery,
  publicQuery,
} from "./functions";
import * as Assignments from "./model/assignments";
import * as JudgeDesk from "./model/judgeDesk";
import * as Judging from "./model/judging";
import * as JudgingProgress from "./model/judgingProgress";
import * as Results from "./model/results";
import * as Scorecards from "./model/scorecards";
import * as Viewer from "./model/viewer";
import { checked } from "./shared/check";
import {
  judgeNoteSchema,
  perProjectSchema,
  rubricSchema,
  tableSchema,
} from "./shared/judgingSchemas";
import {
  assignedValidator,
  criterionValidator,
  judgeDeskValidator,
  marksValidator,
  nextValidator,
  progressValidator,
  publishedResultsValidator,
  resultsValidator,
  rubricValidator,
} from "./shared/judgingValidators";
import { trackValidator } from "./shared/projectValidators";

/** Returns the rubric. For organisers. @throws `not_signed_in`, `organisers_only` */
export const rubric = organiserQuery({
  args: {},
  returns: rubricValidator,
  handler: async (ctx) => ({
    criteria: [...Judging.criteriaOf(await Judging.getState(ctx))],
    isInUse: await Scorecards.isAnyScored(ctx),
  }),
});

/**
 * Sets the rubric: three to six criteria with weights. Once a project is scored it stays
 * as it is. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `wrong_number_of_criteria`, `required`,
 *   `too_long`, `hidden_text`, `judging_closed`, `rubric_in_use`
 */
export const setRubric = organiserMutation({
  args: { criteria: v.array(criterionValidator) },
  returns: v.null(),
  handler: async (ctx, args) => {
    const { criteria } = checked(rubricSchema, args);
    await Judging.setRubric(ctx, ctx.user, criteria);
    return null;
  },
});

/**
 * Gives every project the same number of judges, and every judge about the same number of
 * projects, as conflicts and tracks allow. What is scored or given by hand stays. For
 * organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `judging_closed`, `no_judges`,
 *   `nothing_handed_in`
 */
export const assign = organiserMutation({
  args: { perProject: v.number() },
  returns: assignedValidator,
  handler: async (ctx, args) => {
    const { perProject } = checked(perProjectSchema, args);
    return Assignments.assign(ctx, ctx.user, perProject);
  },
});

/**
 * Gives a project to a judge by hand. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `judging_closed`, `not_found`,
 *   `conflict_of_interest`
 */
export const give = organiserMutation({
  args: { judgeId: v.id("users"), projectId: v.id("projects") },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Assignments.give(ctx, ctx.user, args);
    return null;
  },
});

/**
 * Takes a project that is not scored from a judge. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `judging_closed`, `not_found`,
 *   `already_scored`
 */
export const take = organiserMutation({
  args: { judgeId: v.id("users"), projectId: v.id("projects") },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Assignments.take(ctx, ctx.user, args);
    return null;
  },
});

/**
 * Confines a judge to tracks; none: every project. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `not_found`
 */
export const setTracks = organiserMutation({
  args: { judgeId: v.id("users"), tracks: v.array(trackValidator) },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Assignments.setTracks(ctx, ctx.user, args);
    return null;
  },
});

/**
 * Notes that a judge must not judge a team; marks that they gave it count no more. For
 * organisers.
 * @throws `not_signed_in`, `organisers_only`, `judging_closed`, `not_found`
 */
export const addConflict = organiserMutation({
  args: { judgeId: v.id("users"), teamId: v.id("teams") },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Assignments.addConflict(ctx, ctx.user, args);
    return null;
  },
});

/** Takes that back. For organisers. @throws as `addConflict` */
export const removeConflict = organiserMutation({
  args: { judgeId: v.id("users"), teamId: v.id("teams") },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Assignments.removeConflict(ctx, ctx.user, args);
    return null;
  },
});

/**
 * Sets the table at which a project is shown. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`, `hidden_text`,
 *   `not_found`
 */
export const setTable = organiserMutation({
  args: { projectId: v.id("projects"), table: v.string() },
  returns: v.null(),
  handler: async (ctx, { projectId, ...rest }) => {
    const { table } = checked(tableSchema, rest);
    await Assignments.setTable(ctx, ctx.user, { projectId, table });
    return null;
  },
});

/**
 * Returns how judging goes: who judges what and has scored it, and no mark. For
 * organisers.
 * @throws `not_signed_in`, `organisers_only`
 */
export const progress = organiserQuery({
  args: {},
  returns: progressValidator,
  handler: async (ctx) => JudgingProgress.read(ctx),
});

/**
 * Returns the rubric and the caller's own scorecards, in the order in which to walk. For
 * judges.
 * @throws `not_signed_in`, `judges_only`
 */
export const desk = judgeQuery({
  args: {},
  returns: judgeDeskValidator,
  handler: async (ctx) => JudgeDesk.read(ctx, ctx.user),
});

/**
 * Returns the next project that the caller is to score, with the criteria to mark; null
 * if none is left, or once judging is closed. For judges.
 * @throws `not_signed_in`, `judges_only`
 */
export const next = judgeQuery({
  args: {},
  returns: v.nullable(nextValidator),
  handler: async (ctx) => JudgeDesk.next(ctx, ctx.user),
});

/**
 * Notes the caller's marks for a project, from 1 to 5 by the id of each criterion, in
 * place of earlier ones; without `note` the last one stays. Sending the same twice does no
 * harm. For judges.
 * @throws `not_signed_in`, `judges_only`, `judging_closed`, `not_assigned`, `required`,
 *   `too_long`
 */
export const score = judgeMutation({
  args: {
    projectId: v.id("projects"),
    marks: marksValidator,
    note: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    const note =
      args.note === undefined
        ? undefined
        : checked(judgeNoteSchema, { note: args.note }).note;
    await JudgeDesk.score(ctx, ctx.user, { ...args, note });
    return null;
  },
});

/**
 * Takes the caller's marks for a project back; the note stays. For judges.
 * @throws `not_signed_in`, `judges_only`, `judging_closed`, `not_assigned`
 */
export const unscore = judgeMutation({
  args: { projectId: v.id("projects") },
  returns: v.null(),
  handler: async (ctx, { projectId }) => {
    await JudgeDesk.unscore(ctx, ctx.user, projectId);
    return null;
  },
});

/**
 * Notes that the caller must not judge the team of this project; somebody else is to.
 * Their marks for it count no more. For judges.
 * @throws `not_signed_in`, `judges_only`, `judging_closed`, `not_assigned`
 */
export const declareConflict = judgeMutation({
  args: { projectId: v.id("projects") },
  returns: v.null(),
  handler: async (ctx, { projectId }) => {
    await JudgeDesk.declareConflict(ctx, ctx.user, projectId);
    return null;
  },
});

/**
 * Ends the scoring. From now on organisers see the results. For organisers.
 * @throws `not_signed_in`, `organisers_only`
 */
export const close = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Judging.close(ctx, ctx.user);
    return null;
  },
});

/**
 * Lets judges score again, until the results are published. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `results_published`
 */
export const reopen = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await Judging.reopen(ctx, ctx.user)) await Assignments.follow(ctx);
    return null;
  },
});

/**
 * Returns the results: to organisers everything, once judging is closed; to anyone the
 * awards, once they are published.
 * @throws `judging_open` for organisers, `not_published` for others
 */
export const results = publicQuery({
  args: {},
  returns: resultsValidator,
  handler: async (ctx) => Results.readFor(ctx, await Viewer.find(ctx)),
});

/**
 * Returns the published results, for pages that show them once they are there; null until
 * then. Anyone may call it.
 */
export const published = publicQuery({
  args: {},
  returns: v.nullable(publishedResultsValidator),
  handler: async (ctx) => Results.findPublished(ctx),
});

/**
 * Publishes the results, in one act: from then on everyone sees the awards, everywhere.
 * They stay as they are then. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `judging_open`, `nothing_handed_in`
 */
export const publish = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Results.publish(ctx, ctx.user);
    return null;
  },
});
