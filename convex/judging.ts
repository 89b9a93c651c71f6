/** Judging: the rubric, who judges what, the marks, and the results. */
import { v } from "convex/values";
import {
  judgeMutation,
  judgeQuery,
  organiserMutation,
  organiserQuery,
  publicQuery,
  userQuery,
} from "./functions";
import * as Assignments from "./judging/assignments";
import * as JudgeDesk from "./judging/desk";
import * as Judging from "./judging/judging";
import * as JudgingProgress from "./judging/progress";
import * as Results from "./judging/results";
import * as Scorecards from "./judging/scorecards";
import * as Visits from "./judging/visits";
import * as Viewer from "./platform/viewer";
import {
  assignedValidator,
  correctionSchema,
  criterionValidator,
  judgeDeskValidator,
  judgedProjectValidator,
  judgeNoteSchema,
  judgesHereValidator,
  marksValidator,
  perProjectSchema,
  progressValidator,
  publishedResultsValidator,
  resultsValidator,
  rubricSchema,
  rubricValidator,
  tableSchema,
} from "./judging/shared/judging";
import { visitValidator } from "./judging/shared/visits";
import { trackValidator } from "./projects/shared/projects";

/** Returns the rubric. */
export const rubric = organiserQuery({
  args: {},
  returns: rubricValidator,
  handler: async (ctx) => ({
    criteria: [...Judging.criteriaOf(await Judging.getState(ctx))],
    isInUse: await Scorecards.isAnyScored(ctx),
  }),
});

/**
 * Sets the rubric: three to six criteria with weights. It cannot be changed after the
 * first score.
 * @throws `wrong_number_of_criteria`, `required`, `too_long`, `hidden_text`,
 *   `judging_closed`, `rubric_in_use`, `changed_since`
 * @param seen the criteria that the organiser began from; older pages began from the shipped ones
 */
export const setRubric = organiserMutation({
  args: { seen: v.optional(v.array(criterionValidator)) },
  input: rubricSchema,
  returns: v.null(),
  handler: async (ctx, args) => Judging.setRubric(ctx, ctx.user, args),
});

/**
 * Gives every project the same number of judges, and every judge about the same number of
 * projects, as far as conflicts and tracks allow. Scored and manual assignments stay.
 * @param over how many judges each project had as the organiser saw it; null before the first assignment
 * @throws `required`, `judging_closed`, `no_judges`, `nothing_handed_in`, `changed_since`
 */
export const assign = organiserMutation({
  args: { over: v.optional(v.nullable(v.number())) },
  input: perProjectSchema,
  returns: assignedValidator,
  handler: async (ctx, args) => Assignments.assign(ctx, ctx.user, args),
});

/** `seen`: the judges of the project as the organiser saw them. */
const handover = {
  judgeId: v.id("users"),
  projectId: v.id("projects"),
  seen: v.optional(v.array(v.id("users"))),
};

/**
 * Assigns a project to a judge manually.
 * @throws `judging_closed`, `not_found`, `conflict_of_interest`, `changed_since`
 */
export const give = organiserMutation({
  args: handover,
  returns: v.null(),
  handler: async (ctx, args) => Assignments.give(ctx, ctx.user, args),
});

/**
 * Removes the assignment of a project that the judge has not scored.
 * @throws `judging_closed`, `not_found`, `already_scored`, `changed_since`
 */
export const take = organiserMutation({
  args: handover,
  returns: v.null(),
  handler: async (ctx, args) => Assignments.take(ctx, ctx.user, args),
});

/**
 * Limits a judge to tracks; an empty list means every project.
 * @param seen the tracks that the organiser saw: what somebody else has changed since stays
 * @throws `not_found`
 */
export const setTracks = organiserMutation({
  args: {
    judgeId: v.id("users"),
    tracks: v.array(trackValidator),
    seen: v.optional(v.array(trackValidator)),
  },
  returns: v.null(),
  handler: async (ctx, args) => Assignments.setTracks(ctx, ctx.user, args),
});

/**
 * Records that a judge must not judge a team; marks already given to it no longer count.
 * @param losesMarks whether the organiser knows that there are marks, which are deleted
 * @throws `judging_closed`, `not_found`, `changed_since`
 */
export const addConflict = organiserMutation({
  args: {
    judgeId: v.id("users"),
    teamId: v.id("teams"),
    losesMarks: v.optional(v.boolean()),
  },
  returns: v.null(),
  handler: async (ctx, args) => Assignments.addConflict(ctx, ctx.user, args),
});

/** Removes such a conflict. @throws `judging_closed`, `not_found` */
export const removeConflict = organiserMutation({
  args: { judgeId: v.id("users"), teamId: v.id("teams") },
  returns: v.null(),
  handler: async (ctx, args) => Assignments.removeConflict(ctx, ctx.user, args),
});

/**
 * Sets the table at which a project is shown.
 * @param seen the table that the organiser saw
 * @throws `required`, `too_long`, `hidden_text`, `not_found`, `changed_since`
 */
export const setTable = organiserMutation({
  args: { projectId: v.id("projects"), seen: v.optional(v.string()) },
  input: tableSchema,
  returns: v.null(),
  handler: async (ctx, args) => Assignments.setTable(ctx, ctx.user, args),
});

/**
 * Returns the progress of judging: who judges what and has scored it, without marks.
 */
export const progress = organiserQuery({
  args: {},
  returns: progressValidator,
  handler: async (ctx) => JudgingProgress.read(ctx),
});

/**
 * Returns the rubric and the caller's own marks; `projects` returns what they are for.
 */
export const desk = judgeQuery({
  args: {},
  returns: judgeDeskValidator,
  handler: async (ctx) => JudgeDesk.read(ctx, ctx.user),
});

/**
 * Returns the caller's projects as they were handed in, in the order of the tables,
 * starting at a different one for each judge.
 */
export const projects = judgeQuery({
  args: {},
  returns: v.array(judgedProjectValidator),
  handler: async (ctx) => JudgeDesk.listProjects(ctx, ctx.user),
});

/**
 * Stores the caller's marks for a project, from 1 to 5 by criterion id, replacing earlier
 * ones; without `note` the stored note stays. It is idempotent.
 * @param over the `scoredAt` of the marks that the judge saw; others are not replaced, and
 *   a note beside them is kept too
 * @throws `judging_closed`, `not_assigned`, `marked_elsewhere`, `required`, `too_long`
 */
export const score = judgeMutation({
  args: {
    projectId: v.id("projects"),
    marks: marksValidator,
    over: v.optional(v.nullable(v.number())),
  },
  input: judgeNoteSchema,
  returns: v.null(),
  handler: async (ctx, args) => JudgeDesk.score(ctx, ctx.user, args),
});

/**
 * Deletes the caller's marks for a project; the note stays.
 * @param over as for `score`
 * @throws `judging_closed`, `not_assigned`, `marked_elsewhere`
 */
export const unscore = judgeMutation({
  args: {
    projectId: v.id("projects"),
    over: v.optional(v.nullable(v.number())),
  },
  returns: v.null(),
  handler: async (ctx, args) => JudgeDesk.unscore(ctx, ctx.user, args),
});

/**
 * Notes that the caller has opened a project, for other judges to go to another one; does
 * nothing for one that is not theirs, or once judging is closed.
 */
export const visit = judgeMutation({
  args: { projectId: v.id("projects") },
  returns: v.null(),
  handler: async (ctx, { projectId }) =>
    JudgeDesk.visit(ctx, ctx.user, projectId),
});

/** Returns which projects other judges have opened last, without the judges. */
export const visits = judgeQuery({
  args: {},
  returns: v.array(visitValidator),
  handler: async (ctx) => Visits.listOthers(ctx, ctx.user._id),
});

/**
 * Returns how many of its judges have scored the caller's project, while judging is under
 * way, so that a team knows when it may leave its table; null otherwise.
 */
export const judgesHere = userQuery({
  args: {},
  returns: v.nullable(judgesHereValidator),
  handler: async (ctx) => JudgeDesk.countJudges(ctx, ctx.user),
});

/**
 * Records that the caller must not judge the team of this project, and assigns another
 * judge. The caller's marks for it no longer count.
 * @throws `judging_closed`, `not_assigned`
 */
export const declareConflict = judgeMutation({
  args: { projectId: v.id("projects") },
  returns: v.null(),
  handler: async (ctx, { projectId }) =>
    JudgeDesk.declareConflict(ctx, ctx.user, projectId),
});

/**
 * Ends the scoring. From now on organisers see the results.
 * @param empty how many scorecards the organiser knows not to be filled in
 * @throws `changed_since` if there are more
 */
export const close = organiserMutation({
  args: { empty: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { empty }) => Assignments.close(ctx, ctx.user, empty),
});

/**
 * Lets judges score again, until the results are published; what is staged is deleted, and the final.
 * @param seen since when judging is closed, and what is deleted, as the organiser saw it
 * @throws `results_published`, `ceremony_under_way`, `changed_since`
 */
export const reopen = organiserMutation({
  args: {
    seen: v.optional(
      v.object({
        closedAt: v.number(),
        sentences: v.number(),
        orders: v.number(),
      }),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { seen }) => {
    if (await Judging.reopen(ctx, ctx.user, seen))
      await Assignments.follow(ctx);
  },
});

/**
 * Returns the results: everything to organisers once judging is closed, the awards to
 * anyone once they are published.
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
 * Publishes the results in one mutation: every page shows the awards at once, and they
 * change no more but by `correct`.
 * @param seen the awards that the organiser saw, as `linesOf` them; nothing is published for older pages
 * @throws `judging_open`, `nothing_handed_in`, `changed_since`
 */
export const publish = organiserMutation({
  args: { seen: v.optional(v.array(v.string())) },
  returns: v.null(),
  handler: async (ctx, args) => Results.publish(ctx, ctx.user, args),
});

/**
 * Gives a published award to other projects, or to nobody; everyone sees that it was corrected, and why.
 * @param seen the projects that the organiser saw with it
 * @throws `required`, `too_long`, `hidden_text`, `not_published`, `not_found`, `changed_since`
 */
export const correct = organiserMutation({
  args: {
    award: v.string(),
    projectIds: v.array(v.id("projects")),
    seen: v.array(v.id("projects")),
  },
  input: correctionSchema,
  returns: v.null(),
  handler: async (ctx, args) => Results.correct(ctx, ctx.user, args),
});

/**
 * Takes the last correction of an award back: everyone sees it as it was before.
 * @param at when the correction was made that the organiser saw
 * @throws `not_published`, `not_found`, `changed_since`
 */
export const putBack = organiserMutation({
  args: { award: v.string(), at: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => Results.putBack(ctx, ctx.user, args),
});
