import { v } from "convex/values";
import {
  frequentMutation,
  organiserMutation,
  organiserQuery,
  projectMutation,
  publicAction,
  publicQuery,
  userMutation,
  userQuery,
} from "./functions";
import * as Gallery from "./gallery/gallery";
import * as HandingIn from "./projects/handingIn";
import * as PictureUpload from "./projects/pictures/upload";
import * as Pictures from "./projects/pictures/pictures";
import * as ProjectEditing from "./projects/editing";
import * as ProjectLists from "./projects/lists";
import * as ProjectPresence from "./projects/presence";
import * as ProjectTyping from "./projects/description/typing";
import * as Projects from "./projects/projects";
import * as ReadKeys from "./platform/readKeys";
import * as RateLimits from "./platform/rateLimits";
import * as TextReading from "./projects/description/reading";
import {
  galleryEntryValidator,
  galleryProjectValidator,
  takenDownValidator,
} from "./gallery/shared";
import { refuse } from "./platform/shared/errors";
import { FIRST_PAGE } from "./platform/shared/lists";
import { altSchema, ownPictureValidator } from "./projects/shared/pictures";
import {
  basesValidator,
  editProjectSchema,
  historyEntryValidator,
  listedProjectValidator,
  presentValidator,
  projectFieldValidator,
  rivalFieldValidator,
  statusValidator,
  textChangesValidator,
  typingOutcomeValidator,
  workbenchValidator,
} from "./projects/shared/projects";

/**
 * Returns the project of the caller's team for its page: without the description, which
 * `description` returns, and with the rival texts. Null while the team has none, without
 * a team or when nobody is signed in.
 */
export const workbench = userQuery({
  args: {},
  returns: v.nullable(workbenchValidator),
  handler: async (ctx) => Projects.findWorkbench(ctx, ctx.user),
});

/**
 * Returns the state of the project of the caller's team; null while the team has none,
 * without a team or when nobody is signed in.
 */
export const standing = userQuery({
  args: {},
  returns: v.nullable(statusValidator),
  handler: async (ctx) => Projects.statusOf(ctx, ctx.user.teamId),
});

/** Returns the same for any team. */
export const standingOf = organiserQuery({
  args: { teamId: v.id("teams") },
  returns: v.nullable(statusValidator),
  handler: async (ctx, { teamId }) => Projects.statusOf(ctx, teamId),
});

/**
 * Changes the given fields of the project of the caller's team; creates it if there is
 * none. `projectId` is the one that the caller has seen: the team may be another by now.
 * `bases` has the values that the caller's changes are based on: if somebody else has
 * changed a text meanwhile, theirs stays, and the caller's is kept as a rival for a
 * choice.
 * @returns the fields whose text was kept as a rival
 * @throws `too_long`, `too_many`, `hidden_text`, `invalid_link`, `not_found`,
 *   `rate_limited`
 */
export const edit = projectMutation({
  args: {
    projectId: v.optional(v.id("projects")),
    bases: v.optional(basesValidator),
  },
  input: editProjectSchema,
  returns: v.array(rivalFieldValidator),
  handler: async (
    ctx,
    { projectId = ctx.project._id, bases = {}, ...change },
  ) =>
    projectId === ctx.project._id
      ? ProjectEditing.edit(ctx, change, bases)
      : refuse("not_found", { label: "That project" }),
});

/**
 * Chooses between the text of a field and a rival one; the other goes into the history.
 * `seen` has both as the caller's page showed them.
 * @throws `not_found`, `changed_since`, `rate_limited`
 */
export const choose = projectMutation({
  args: {
    rivalId: v.id("projectRivals"),
    isTaken: v.boolean(),
    seen: v.optional(v.object({ text: v.string(), rival: v.string() })),
  },
  returns: v.null(),
  handler: async (ctx, args) => ProjectEditing.choose(ctx, args),
});

/**
 * Returns the changes of the description after number `after` of `edition`, or all of it if
 * that is null, or if there is a new edition. `readKey` comes from `workbench`: all callers
 * with it share one result, and it is replaced when somebody leaves the team. Null if the
 * read key is void.
 */
export const description = publicQuery({
  args: {
    after: v.nullable(v.number()),
    edition: v.optional(v.number()),
    readKey: v.string(),
  },
  returns: v.nullable(textChangesValidator),
  handler: async (ctx, { readKey, ...known }) =>
    TextReading.listByReadKey(ctx, readKey, known),
});

/**
 * Applies an update of Yjs to the description, and returns what became of it.
 * @throws `not_in_team`, `submissions_not_open`, `submissions_closed`, `rate_limited`
 */
export const typeDescription = frequentMutation({
  args: { edition: v.number(), update: v.bytes() },
  returns: typingOutcomeValidator,
  // Without `projectMutation`: it must not read the project's row, for each keystroke.
  handler: async (ctx, typed) => ProjectTyping.type(ctx, ctx.user, typed),
});

/**
 * Returns the members of a team who are on the project's page, and the field that each is
 * in, for all callers with the same `readKey` as `description`. Null if it is void.
 */
export const present = publicQuery({
  args: { readKey: v.string() },
  returns: v.nullable(v.array(presentValidator)),
  handler: async (ctx, { readKey }) => ProjectPresence.list(ctx, readKey),
});

/**
 * Records that the caller is on the project's page: for the next 75 seconds, or five
 * minutes if `isAlone`. `tab` distinguishes the caller's pages; an absent field stays as
 * it was.
 * @throws `not_signed_in`, `not_in_team`, `submissions_not_open`, `submissions_closed`,
 *   `rate_limited`
 */
export const arrive = frequentMutation({
  args: {
    tab: v.string(),
    field: v.optional(v.nullable(projectFieldValidator)),
    /** Nobody else of the team is there; a page says it anew when somebody comes. */
    isAlone: v.optional(v.boolean()),
  },
  returns: v.null(),
  // Without `projectMutation`: it must not read the project's row, for each heartbeat.
  handler: async (ctx, args) => ProjectPresence.arrive(ctx, ctx.user, args),
});

/** Records that the caller has left the project's page. @throws `rate_limited` */
export const leave = frequentMutation({
  args: { tab: v.string() },
  returns: v.null(),
  handler: async (ctx, { tab }) => ProjectPresence.leave(ctx, ctx.user, tab),
});

/**
 * Returns the history of the project of the caller's team, the newest entry first. Pages
 * from before pictures were in it do not name `pictures`, and get none.
 */
export const history = userQuery({
  args: { pictures: v.optional(v.boolean()) },
  returns: v.array(historyEntryValidator),
  handler: async (ctx, { pictures = false }) =>
    Projects.listHistory(ctx, ctx.user, pictures),
});

/**
 * Restores a field to its value before a history entry, or puts its picture back.
 * @throws `not_found`, `picture_refused`, `rate_limited`
 */
export const restore = projectMutation({
  args: { entryId: v.id("projectHistory") },
  returns: v.null(),
  handler: async (ctx, { entryId }) => ProjectEditing.restore(ctx, entryId),
});

/**
 * Hands in the project of the team that the caller leads, and returns the number of the
 * receipt, which every member gets by mail too. `seq` is the number of the last change
 * of the description that the caller's page knows: later ones may be left out. Taken for
 * a little longer than changes are.
 * @throws `not_in_team`, `not_leader`, `submissions_not_open`, `submissions_closed`,
 *   `project_incomplete`, `rate_limited`
 */
export const handIn = userMutation({
  args: { seq: v.optional(v.number()) },
  returns: v.number(),
  handler: async (ctx, { seq }) => {
    const { receipt } = await HandingIn.handIn(ctx, ctx.user, seq);
    return receipt;
  },
});

/**
 * Withdraws the hand-in: the project is a draft again; no effect on a draft. `receipt` is
 * that of the hand-in that the caller has seen.
 * @throws `not_leader`, `changed_since`
 */
export const withdraw = projectMutation({
  args: { receipt: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { receipt }) =>
    HandingIn.withdraw(ctx, ctx.user, ctx.project, receipt),
});

/** Returns the ids of all projects, including drafts, up to the limit of the list. */
export const list = organiserQuery({
  args: {},
  returns: v.object({
    projectIds: v.array(v.id("projects")),
    isComplete: v.boolean(),
  }),
  handler: async (ctx) => {
    const { projectIds, isComplete } = await ProjectLists.readAll(ctx);
    return { projectIds, isComplete };
  },
});

/**
 * Returns one of them; null once it is deleted. A query of its own, so that a team that
 * writes does not have all projects read again.
 */
export const listed = organiserQuery({
  args: { projectId: v.id("projects") },
  returns: v.nullable(listedProjectValidator),
  handler: async (ctx, { projectId }) =>
    ProjectLists.findListed(ctx, projectId),
});

/**
 * Hands a project in for its team, also after submissions closed, and returns the number
 * of the receipt. For organisers; it is in the audit log. `seen` is the receipt of the
 * hand-in that this one replaces, or null for a draft.
 * @throws `not_found`, `project_incomplete`, `changed_since`
 */
export const handInFor = organiserMutation({
  args: {
    projectId: v.id("projects"),
    seen: v.optional(v.nullable(v.number())),
  },
  returns: v.number(),
  handler: async (ctx, args) => ProjectLists.handInFor(ctx, ctx.user, args),
});

/** Returns the pictures of the project of the caller's team; none without one. */
export const pictures = userQuery({
  args: {},
  returns: v.array(ownPictureValidator),
  handler: async (ctx) => {
    const { teamId } = ctx.user;
    const of = teamId && (await ReadKeys.descriptionOf(ctx, teamId));
    return of ? Pictures.listViews(ctx, of.projectId) : [];
  },
});

/**
 * Returns upload URLs for a picture and its smaller version. A file that does not
 * become a picture is deleted within half an hour.
 * @throws `picture_refused` if there is no room, `rate_limited`
 */
export const uploadUrls = projectMutation({
  args: {},
  returns: v.object({ picture: v.string(), thumbnail: v.string() }),
  handler: async (ctx) => {
    await Pictures.requireRoom(ctx, ctx.project);
    await RateLimits.requireAndTake(ctx, "uploadPicture", ctx.user._id);
    await Pictures.expectUploads(ctx);
    return {
      picture: await ctx.storage.generateUploadUrl(),
      thumbnail: await ctx.storage.generateUploadUrl(),
    };
  },
});

/**
 * Adds an uploaded file to the project of the caller's team, and returns the picture's
 * id. It is served with the type that its bytes have. A refused file is deleted. Files
 * that are a picture of the project already are no other one: pages send them again if
 * the answer was lost.
 * @throws `not_signed_in`, `not_in_team`, `submissions_not_open`, `submissions_closed`,
 *   `not_found`, `too_long`, `hidden_text`, `picture_refused`, `rate_limited`
 */
export const addPicture = publicAction({
  args: {
    storageId: v.id("_storage"),
    thumbnailId: v.optional(v.id("_storage")),
  },
  input: altSchema,
  returns: v.id("pictures"),
  handler: async (ctx, upload) => PictureUpload.add(ctx, upload),
});

/**
 * Changes the alternative text of a picture. `seen` is the text that the caller's is to
 * replace; pages send it again until it is answered.
 * @throws `not_found`, `changed_since`, `too_long`, `hidden_text`, `rate_limited`
 */
export const describePicture = projectMutation({
  // Pages of the version before do not say what they saw.
  args: { pictureId: v.id("pictures"), seen: v.optional(v.string()) },
  input: altSchema,
  returns: v.null(),
  handler: async (ctx, picture) => {
    await Pictures.describe(ctx, ctx.user, ctx.project, picture);
    await Projects.touch(ctx, ctx.project._id, ctx.user);
  },
});

/**
 * Moves these pictures to the front in this order; the first one represents the project
 * in lists. `seen` is the order that the caller's is to replace: pictures that others
 * have added or removed since do not count. Pages send it again until it is answered.
 * @throws `not_found`, `changed_since`, `rate_limited`
 */
export const arrangePictures = projectMutation({
  args: {
    pictureIds: v.array(v.id("pictures")),
    // Pages of the version before do not say what they saw.
    seen: v.optional(v.array(v.id("pictures"))),
  },
  returns: v.null(),
  handler: async (ctx, order) => {
    await Pictures.arrange(ctx, ctx.user, ctx.project, order);
    await Projects.touch(ctx, ctx.project._id, ctx.user);
  },
});

/**
 * Puts a removed picture back, for an hour, and for as long as the current hand-in shows
 * it.
 * @throws `not_found`, `picture_refused` if there is no room, `rate_limited`
 */
export const putBackPicture = projectMutation({
  args: { pictureId: v.id("pictures") },
  returns: v.null(),
  handler: async (ctx, { pictureId }) => {
    if (await Pictures.putBack(ctx, ctx.user, ctx.project, pictureId))
      await Projects.touch(ctx, ctx.project._id, ctx.user);
  },
});

/**
 * Removes a picture, which `putBackPicture` puts back. The current hand-in shows it until
 * the next one.
 * @throws `not_found`, `rate_limited`
 */
export const removePicture = projectMutation({
  args: { pictureId: v.id("pictures") },
  returns: v.null(),
  handler: async (ctx, { pictureId }) => {
    if (await Pictures.remove(ctx, ctx.user, ctx.project, pictureId))
      await Projects.touch(ctx, ctx.project._id, ctx.user);
  },
});

/**
 * Returns the first projects that are handed in, which pages search, and whether there
 * are more. Everyone may call it once the gallery is published; before that, organisers
 * and judges.
 * @throws `not_published`, `out_of_range`
 */
export const gallery = publicQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.object({
    projects: v.array(galleryEntryValidator),
    hasMore: v.boolean(),
  }),
  handler: async (ctx, { limit = FIRST_PAGE }) => {
    await Gallery.requireOpen(ctx);
    return Gallery.list(ctx, limit);
  },
});

/**
 * Returns a project as it was handed in; null if it is not handed in, was taken down or
 * does not exist (the id comes from an address). Access as for `gallery`.
 * @throws `not_published`
 */
export const get = publicQuery({
  args: { projectId: v.string() },
  returns: v.nullable(galleryProjectValidator),
  handler: async (ctx, { projectId }) => {
    await Gallery.requireOpen(ctx);
    const id = ctx.db.normalizeId("projects", projectId);
    return id === null ? null : Gallery.find(ctx, id);
  },
});

/** Returns the projects that were taken down. */
export const takenDown = organiserQuery({
  args: {},
  returns: v.array(takenDownValidator),
  handler: async (ctx) => Gallery.listTakenDown(ctx),
});

/** Takes a project out of the gallery, or puts it back. @throws `not_found` */
export const takeDown = organiserMutation({
  args: { projectId: v.id("projects"), isDown: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => Gallery.setTakenDown(ctx, ctx.user, args),
});
