/**
 * The pictures of projects. The only writer of `pictures`, and the only module that
 * deletes files: a file is deleted once no picture needs it. Ids of files are given
 * only to their uploader, so nobody can name the file of another. A removed picture can
 * be put back for an hour, and for as long as the current hand-in shows it.
 */
import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../platform/shared/errors";
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURES,
  type StoredPicture,
} from "../shared/pictures";
import { faults } from "./file";
import * as History from "../history";
import * as RateLimits from "../../platform/rateLimits";

type Picture = Doc<"pictures">;
type Project = Doc<"projects">;
type Person = Doc<"users">;
type FileId = Id<"_storage">;

/** For how long a removed picture can be put back. */
const KEPT_MS = 60 * 60 * 1000;
/** How many of them; the one that was removed first goes before its time. */
const MAX_KEPT = 3 * MAX_PICTURES;
/** The pictures of a project, removed ones that its hand-in shows, and removed ones that are kept. */
const MAX_ROWS = 2 * MAX_PICTURES + MAX_KEPT;

/**
 * A page adds a file as soon as it is uploaded; files that are not added within this
 * time are deleted by the next sweep, which comes as often.
 */
const UPLOAD_LIFETIME_MS = 15 * 60 * 1000;
/** For how long a deployment takes files at an upload URL. */
const URL_LIFETIME_MS = 60 * 60 * 1000;
const BATCH = 100;

const FULL = `A project shows at most ${MAX_PICTURES} pictures. Remove one first.`;
const GONE = "This file is no longer there. Choose the picture again.";
const SHOWN_ALREADY = "This picture is shown already.";

/** Returns the pictures of a project, in the order in which they are shown. */
export async function list(ctx: QueryCtx, projectId: Project["_id"]) {
  const rows = await listRows(ctx, projectId);
  return rows
    .filter(({ removedAt }) => removedAt === undefined)
    .sort((one, other) => one.place - other.place);
}

/** Returns a project's pictures as a hand-in stores them. */
export async function snapshot(ctx: QueryCtx, projectId: Project["_id"]) {
  const pictures = await list(ctx, projectId);
  return pictures.map(
    ({ storageId, thumbnailId, thumbnailWidth, width, height, alt }) => ({
      storageId,
      ...(thumbnailId && { thumbnailId }),
      ...(thumbnailWidth && { thumbnailWidth }),
      width,
      height,
      alt,
    }),
  );
}

/** Returns the pictures of a project as its team sees them. */
export async function listViews(ctx: QueryCtx, projectId: Project["_id"]) {
  const pictures = await list(ctx, projectId);
  const views = await Promise.all(
    pictures.map(async (picture) => {
      const view = await viewOf(ctx, picture);
      return view && { _id: picture._id, ...view };
    }),
  );
  return views.filter((view) => view !== null);
}

/** Returns a picture as pages show it; null if its file is gone. */
export async function viewOf(ctx: QueryCtx, picture: StoredPicture) {
  const { storageId, thumbnailId, thumbnailWidth = 0 } = picture;
  const { width, height, alt } = picture;
  const url = await ctx.storage.getUrl(storageId);
  if (url === null) return null;
  const small =
    thumbnailId === undefined ? null : await ctx.storage.getUrl(thumbnailId);
  const thumbnail =
    small === null ? null : { url: small, width: thumbnailWidth };
  return { url, width, height, alt, thumbnail };
}

/** What became of uploaded files: a picture, or the reason against it. */
export const addedValidator = v.union(
  v.object({ pictureId: v.id("pictures") }),
  v.object({ why: v.string() }),
);
export type Added = Infer<typeof addedValidator>;

/**
 * Decides whether uploaded files may be read as a picture of the project, and counts
 * the attempt. Refused files are deleted.
 * @returns null if they may; otherwise why not, or the picture that they became in an
 *   earlier call, whose answer may have been lost
 */
export async function admit(
  ctx: MutationCtx,
  person: Person,
  project: Project,
  files: FileId[],
): Promise<Added | null> {
  const added = await findAdded(ctx, project, files);
  if (added !== null) return added;
  await RateLimits.requireAndTake(ctx, "checkPicture", person._id);
  return refuseFiles(ctx, project, files);
}

/** Deletes files that cannot become a picture of the project; null if they can. */
async function refuseFiles(
  ctx: MutationCtx,
  project: Project,
  files: FileId[],
): Promise<Added | null> {
  const why = await obstacleOf(ctx, project, files);
  if (why === null) return null;
  await discard(ctx, files);
  return { why };
}

async function obstacleOf(ctx: QueryCtx, project: Project, files: FileId[]) {
  for (const id of files) {
    const file = await ctx.db.system.get("_storage", id);
    if (file === null) return GONE;
    if (await isInUse(ctx, id)) return SHOWN_ALREADY;
    if (file.size > MAX_PICTURE_BYTES) return faults.tooLarge;
  }
  return (await isFull(ctx, project)) ? FULL : null;
}

/** @throws `picture_refused` if the project has as many pictures as it may */
export async function requireRoom(ctx: QueryCtx, project: Project) {
  if (await isFull(ctx, project)) refuse("picture_refused", { why: FULL });
}

/**
 * Returns the picture of the project that these files have become, also one that was
 * removed since: who asks again has missed the answer, and would send it anew.
 */
async function findAdded(
  ctx: QueryCtx,
  project: Project,
  [storageId]: FileId[],
): Promise<Added | null> {
  const rows = await listRows(ctx, project._id);
  const picture = rows.find((one) => one.storageId === storageId);
  return picture === undefined ? null : { pictureId: picture._id };
}

/**
 * Adds a picture whose files have been checked.
 * @param uploaded the files that it came in
 */
export async function add(
  ctx: MutationCtx,
  project: Project,
  { picture, uploaded }: { picture: StoredPicture; uploaded: FileId[] },
): Promise<Added> {
  // Another call with one of the files may have been answered since `admit`.
  const added = await findAdded(ctx, project, uploaded);
  if (added !== null) return added;
  const refused = await refuseFiles(ctx, project, uploaded);
  if (refused !== null) return refused;
  const shown = await list(ctx, project._id);
  const last = shown.at(-1);
  const pictureId = await ctx.db.insert("pictures", {
    projectId: project._id,
    ...picture,
    place: last === undefined ? 0 : last.place + 1,
  });
  return { pictureId };
}

/**
 * Changes the alternative text of a picture, which may have been removed meanwhile, if it is
 * the one that the person has `seen`.
 */
export async function describe(
  ctx: MutationCtx,
  person: Person,
  project: Project,
  {
    pictureId,
    alt,
    seen,
  }: { pictureId: Picture["_id"]; alt: string; seen?: string | undefined },
): Promise<void> {
  const picture = await requireOf(ctx, project, pictureId);
  if (picture.alt === alt) return;
  if (seen !== undefined && picture.alt !== seen)
    refuse("changed_since", {
      what: `A teammate has written of this picture: “${picture.alt}”.`,
    });
  await RateLimits.requireAndTake(ctx, "editPictures", person._id);
  await ctx.db.patch("pictures", pictureId, { alt });
}

/**
 * Moves these pictures to the front in this order; the others follow in theirs. Those that
 * are gone are left out, unless the person has `seen` nothing, or all are.
 */
export async function arrange(
  ctx: MutationCtx,
  person: Person,
  project: Project,
  { pictureIds, seen }: { pictureIds: Order; seen?: Order | undefined },
): Promise<void> {
  const shown = (await list(ctx, project._id)).map(({ _id }) => _id);
  const wanted = pictureIds.filter((id) => shown.includes(id));
  const areGone = wanted.length < pictureIds.length;
  if (areGone && (seen === undefined || wanted.length === 0)) refuseGone();
  const order = [...new Set([...wanted, ...shown])];
  if (String(order) === String(shown)) return;
  if (seen !== undefined && !isSameOrder(shown, seen))
    refuse("changed_since", {
      what: "A teammate has put the pictures in another order.",
    });
  await RateLimits.requireAndTake(ctx, "editPictures", person._id);
  for (const [place, id] of order.entries())
    await ctx.db.patch("pictures", id, { place });
}

type Order = Picture["_id"][];

/** Whether two orders agree about what is in both. */
function isSameOrder(one: Order, other: Order): boolean {
  const common = one.filter((id) => other.includes(id));
  const same = other.filter((id) => one.includes(id));
  return String(common) === String(same);
}

/**
 * Removes a picture, until somebody puts it back.
 * @returns false if it was removed already
 */
export async function remove(
  ctx: MutationCtx,
  person: Person,
  project: Project,
  pictureId: Picture["_id"],
): Promise<boolean> {
  const picture = await requireOf(ctx, project, pictureId);
  if (picture.removedAt !== undefined) return false;
  await change(ctx, person, picture, "removed");
  await settle(ctx, project._id);
  await ctx.scheduler.runAfter(KEPT_MS, internal.projects.pictureJobs.settle, {
    projectId: project._id,
  });
  return true;
}

/**
 * Puts a removed picture back, with its words and at its place, if nobody has arranged
 * the others since.
 * @returns false if it is shown already
 * @throws `not_found` once it is deleted, `picture_refused` if there is no room
 */
export async function putBack(
  ctx: MutationCtx,
  person: Person,
  project: Project,
  pictureId: Picture["_id"],
): Promise<boolean> {
  const picture = await requireOf(ctx, project, pictureId);
  if (picture.removedAt === undefined) return false;
  await requireRoom(ctx, project);
  await change(ctx, person, picture, "restored");
  return true;
}

async function change(
  ctx: MutationCtx,
  person: Person,
  { _id: pictureId, projectId, alt }: Picture,
  kind: "removed" | "restored",
): Promise<void> {
  await RateLimits.requireAndTake(ctx, "editPictures", person._id);
  const removedAt = kind === "removed" ? Date.now() : undefined;
  await ctx.db.patch("pictures", pictureId, { removedAt });
  await History.record(ctx, projectId, person, {
    field: "pictures",
    kind,
    before: alt,
    pictureId,
  });
}

/** Returns a removed picture as pages show it; null if it is shown, or deleted. */
export async function findRemoved(ctx: QueryCtx, pictureId: Picture["_id"]) {
  const picture = await ctx.db.get("pictures", pictureId);
  return picture?.removedAt === undefined ? null : viewOf(ctx, picture);
}

/**
 * Deletes pictures that were removed from a project `keptMs` ago, and that its hand-in
 * does not show. To be called after a hand-in or a withdrawal too.
 */
export async function settle(
  ctx: MutationCtx,
  projectId: Project["_id"],
  keptMs = KEPT_MS,
) {
  const removed = (await listRows(ctx, projectId))
    .flatMap((row) =>
      row.removedAt === undefined ? [] : { ...row, removedAt: row.removedAt },
    )
    .sort((one, other) => other.removedAt - one.removedAt);
  if (removed.length === 0) return;
  const project = await ctx.db.get("projects", projectId);
  const shown = await shownFiles(ctx, project);
  const unshown = removed.filter(
    (row) => !filesOf(row).some((id) => shown.has(id)),
  );
  for (const [nth, row] of unshown.entries()) {
    if (nth < MAX_KEPT && Date.now() - row.removedAt < keptMs) continue;
    await ctx.db.delete("pictures", row._id);
    await discard(ctx, filesOf(row));
  }
}

/** Removes all pictures of a project that is about to be deleted. */
export async function removeAll(ctx: MutationCtx, projectId: Project["_id"]) {
  for (const { _id } of await list(ctx, projectId))
    await ctx.db.patch("pictures", _id, { removedAt: Date.now() });
  await settle(ctx, projectId, 0);
}

/** Deletes those of the files that exist and that no picture needs. */
export async function discard(ctx: MutationCtx, files: readonly FileId[]) {
  for (const id of new Set(files)) {
    if (await isInUse(ctx, id)) continue;
    if ((await ctx.db.system.get("_storage", id)) === null) continue;
    await ctx.storage.delete(id);
  }
}

/**
 * Schedules the sweeps of what is uploaded from now on: once an hour, for all who upload
 * in that hour.
 */
export async function expectUploads(ctx: MutationCtx): Promise<void> {
  if ((await RateLimits.take(ctx, "sweepUploads")) !== null) return;
  const after = Date.now();
  const until = after + RateLimits.RATE_LIMITS.sweepUploads.period;
  await ctx.scheduler.runAfter(
    2 * UPLOAD_LIFETIME_MS,
    internal.projects.pictureJobs.sweep,
    { after, until: until + URL_LIFETIME_MS },
  );
}

/**
 * Deletes a batch of the files that were uploaded after `after` and did not become a
 * picture, and schedules the next one, until everything from before `until` is decided.
 */
export async function sweep(
  ctx: MutationCtx,
  { after, until }: { after: number; until: number },
): Promise<void> {
  const decided = Date.now() - UPLOAD_LIFETIME_MS;
  const files = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) =>
      q.gt("_creationTime", after).lte("_creationTime", decided),
    )
    .take(BATCH);
  await discard(
    ctx,
    files.map(({ _id }) => _id),
  );
  const last = files.length < BATCH ? undefined : files.at(-1);
  if (last === undefined && decided >= until) return;
  await ctx.scheduler.runAfter(
    last ? 0 : UPLOAD_LIFETIME_MS,
    internal.projects.pictureJobs.sweep,
    { after: last?._creationTime ?? decided, until },
  );
}

async function listRows(ctx: QueryCtx, projectId: Project["_id"]) {
  return ctx.db
    .query("pictures")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(MAX_ROWS);
}

async function isFull(ctx: QueryCtx, project: Project): Promise<boolean> {
  return (await list(ctx, project._id)).length >= MAX_PICTURES;
}

async function isInUse(ctx: QueryCtx, id: FileId): Promise<boolean> {
  const picture =
    (await ctx.db
      .query("pictures")
      .withIndex("by_storage_id", (q) => q.eq("storageId", id))
      .first()) ??
    (await ctx.db
      .query("pictures")
      .withIndex("by_thumbnail_id", (q) => q.eq("thumbnailId", id))
      .first());
  return picture !== null;
}

/** The files that the current hand-in of a project shows. */
async function shownFiles(ctx: QueryCtx, project: Project | null) {
  const handIn =
    project?.handInId && (await ctx.db.get("handIns", project.handInId));
  return new Set(handIn?.pictures.flatMap(filesOf));
}

/** Also of a picture that is removed. @throws `not_found` */
async function requireOf(
  ctx: QueryCtx,
  project: Project,
  pictureId: Picture["_id"],
): Promise<Picture> {
  const picture = await ctx.db.get("pictures", pictureId);
  return picture?.projectId === project._id ? picture : refuseGone();
}

function refuseGone(): never {
  refuse("not_found", { label: "This picture" });
}

function filesOf({ storageId, thumbnailId }: StoredPicture): FileId[] {
  return thumbnailId === undefined ? [storageId] : [storageId, thumbnailId];
}
