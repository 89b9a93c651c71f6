import { v } from "convex/values";
import { internal } from "./_generated/api";
import {
  organiserMutation,
  organiserQuery,
  userMutation,
  userQuery,
} from "./functions";
import * as Projects from "./model/projects";
import * as ProjectLists from "./model/projectLists";
import * as ProjectPresence from "./model/projectPresence";
import * as ProjectTexts from "./model/projectTexts";
import { checked } from "./shared/check";
import { editProjectSchema } from "./shared/projectSchemas";
import {
  basesValidator,
  historyEntryValidator,
  listedProjectValidator,
  ownProjectValidator,
  presentValidator,
  projectContentValidator,
  projectFieldValidator,
  rivalFieldValidator,
  textChangesValidator,
  workbenchValidator,
} from "./shared/projectValidators";

/**
 * Returns the project of the caller's team; null while the team has none, without a team
 * or when nobody is signed in.
 */
export const mine = userQuery({
  args: {},
  returns: v.nullable(ownProjectValidator),
  handler: async (ctx) => Projects.findOwn(ctx, ctx.user),
});

/**
 * Returns the same for the team's page: without the description, which comes from
 * `description`, and with the texts that wait for a choice.
 */
export const workbench = userQuery({
  args: {},
  returns: v.nullable(workbenchValidator),
  handler: async (ctx) => Projects.findWorkbench(ctx, ctx.user),
});

/**
 * Changes what is given of the project of the caller's team, and begins it if there is
 * none. `bases` says what the caller saw of a field before changing it: a text that
 * somebody else changed meanwhile stays, and the caller's waits beside it for a choice.
 * @returns the fields whose text waits
 * @throws `not_signed_in`, `not_in_team`, `submissions_not_open`, `submissions_closed`,
 *   `too_long`, `too_many`, `hidden_text`, `invalid_link`, `rate_limited`
 */
export const edit = userMutation({
  args: {
    ...projectContentValidator.partial().fields,
    hidesNames: v.optional(v.boolean()),
    bases: v.optional(basesValidator),
  },
  returns: v.array(rivalFieldValidator),
  handler: async (ctx, { bases = {}, ...args }) =>
    Projects.edit(ctx, ctx.user, checked(editProjectSchema, args), bases),
});

/**
 * Chooses between the text of a field and one that waits beside it.
 * @throws `not_signed_in`, `not_in_team`, `submissions_not_open`, `submissions_closed`,
 *   `not_found`, `rate_limited`
 */
export const choose = userMutation({
  args: { rivalId: v.id("projectRivals"), isTaken: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Projects.choose(ctx, ctx.user, args);
    return null;
  },
});

/**
 * Returns what was typed in the description after the change numbered `after`; null
 * asks for all of it. Null while the caller's team has no project.
 */
export const description = userQuery({
  args: { after: v.nullable(v.number()) },
  returns: v.nullable(textChangesValidator),
  handler: async (ctx, { after }) => {
    const project = await Projects.findOfUser(ctx, ctx.user);
    return project && ProjectTexts.listSince(ctx, project._id, after);
  },
});

/**
 * Adds to the description what the caller typed, as an update of Yjs.
 * @returns false if the caller has an earlier edition, and must load it anew
 * @throws `not_signed_in`, `not_in_team`, `submissions_not_open`, `submissions_closed`,
 *   `too_long`, `rate_limited`
 */
export const typeDescription = userMutation({
  args: { edition: v.number(), update: v.bytes() },
  returns: v.boolean(),
  handler: async (ctx, typed) => Projects.type(ctx, ctx.user, typed),
});

/** Returns who of the caller's team is on the project's page, and in which field. */
export const present = userQuery({
  args: {},
  returns: v.array(presentValidator),
  handler: async (ctx) => ProjectPresence.list(ctx, ctx.user),
});

/**
 * Notes that the caller is on the project's page, for the next 25 seconds. `tab` tells
 * the caller's pages apart.
 * @throws `not_signed_in`, `not_in_team`, `submissions_not_open`, `submissions_closed`,
 *   `rate_limited`
 */
export const arrive = userMutation({
  args: { tab: v.string(), field: v.nullable(projectFieldValidator) },
  returns: v.null(),
  handler: async (ctx, args) => {
    await ProjectPresence.arrive(ctx, ctx.user, args);
    return null;
  },
});

/**
 * Notes that the caller has left the project's page.
 * @throws `not_signed_in`, `rate_limited`
 */
export const leave = userMutation({
  args: { tab: v.string() },
  returns: v.null(),
  handler: async (ctx, { tab }) => {
    await ProjectPresence.leave(ctx, ctx.user, tab);
    return null;
  },
});

/** Returns who changed what in the project of the caller's team, the newest first. */
export const history = userQuery({
  args: {},
  returns: v.array(historyEntryValidator),
  handler: async (ctx) => Projects.listHistory(ctx, ctx.user),
});

/**
 * Gives a field back what it was before an entry of the history.
 * @throws `not_signed_in`, `not_in_team`, `submissions_not_open`, `submissions_closed`,
 *   `not_found`, `rate_limited`
 */
export const restore = userMutation({
  args: { entryId: v.id("projectHistory") },
  returns: v.null(),
  handler: async (ctx, { entryId }) => {
    await Projects.restore(ctx, ctx.user, entryId);
    return null;
  },
});

/**
 * Hands in the project of the team that the caller leads, as it is now, and returns the
 * number of the receipt, which every member gets by mail too.
 * @throws `not_signed_in`, `not_in_team`, `not_leader`, `submissions_not_open`,
 *   `submissions_closed`, `project_incomplete`, `rate_limited`
 */
export const handIn = userMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx) => {
    const receipt = await Projects.handIn(ctx, ctx.user);
    await ctx.scheduler.runAfter(0, internal.tasks.receipts.mail, { receipt });
    return receipt;
  },
});

/**
 * Makes what was handed in a draft again; a draft stays one.
 * @throws `not_signed_in`, `not_in_team`, `not_leader`, `submissions_not_open`,
 *   `submissions_closed`
 */
export const withdraw = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Projects.withdraw(ctx, ctx.user);
    return null;
  },
});

/** Returns every project, drafts too. For organisers. */
export const list = organiserQuery({
  args: {},
  returns: v.object({
    projects: v.array(listedProjectValidator),
    isComplete: v.boolean(),
  }),
  handler: async (ctx) => ProjectLists.list(ctx),
});

/**
 * Hands a project in for its team, also after submissions closed, and returns the number
 * of the receipt. For organisers; it is in the audit log.
 * @throws `not_signed_in`, `organisers_only`, `not_found`, `project_incomplete`
 */
export const handInFor = organiserMutation({
  args: { projectId: v.id("projects") },
  returns: v.number(),
  handler: async (ctx, { projectId }) => {
    const receipt = await ProjectLists.handInFor(ctx, ctx.user, projectId);
    await ctx.scheduler.runAfter(0, internal.tasks.receipts.mail, { receipt });
    return receipt;
  },
});
