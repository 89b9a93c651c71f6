/**
 * The descriptions of projects, which several people edit at once. A description is a
 * Yjs document: pages send edits as updates, and updates give the same text in any
 * order. The only writer of `projectTexts`, `textHeads` and `textChanges`, and of the
 * description in `projects`.
 *
 * A change is a small row of its own, so that a keystroke neither writes nor sends the
 * whole text. Nor does it read it: the head (a state vector) shows whether an update
 * continues the document directly, and only one that does not is applied to the
 * document to check it. After every `MERGE_EVERY` changes they are merged into the
 * state; the last ones stay as rows, for pages that are a little behind.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { checked } from "../../shared/check";
import { isAppError, refuse } from "../../shared/errors";
import {
  MAX_PROJECT_DESCRIPTION_LENGTH,
  MAX_TEXT_STATE_BYTES,
  MAX_TEXT_UPDATE_BYTES,
} from "../../shared/limits";
import { spliceBetween } from "../../shared/projectMerging";
import { FIELD_LABELS, descriptionSchema } from "../../shared/projectSchemas";
import * as ReadKeys from "../platform/readKeys";
import * as Reading from "./reading";
import * as Updates from "./updates";

/** Whose description it is. */
type Project = Pick<Doc<"projects">, "_id" | "teamId">;
type Head = Doc<"textHeads">;

const { MERGE_EVERY } = Reading;
/** A validated update that is not stored yet. */
export type Typed = {
  head: Head;
  /** The sequence number that the change will get. */
  seq: number;
  /** The update to store; null if the document already has it. */
  update: ArrayBuffer | null;
  /** The document with it. */
  next: Pick<Head, "vector" | "length">;
};

/** The fields of a head that a change sets; see the schema. */
export type Notes = Pick<
  Head,
  "changedAt" | "changedBy" | "isTouched" | "notedAt"
>;

/**
 * Creates the empty description of a project, for pages that show it before anybody
 * types.
 */
export async function begin(ctx: MutationCtx, project: Project): Promise<void> {
  await findOrMakeHead(ctx, project);
}

/** Returns the head of a team's description; null before its project exists. */
export async function findHead(
  ctx: QueryCtx,
  teamId: Id<"teams">,
): Promise<Head | null> {
  return ctx.db
    .query("textHeads")
    .withIndex("by_team", (q) => q.eq("teamId", teamId))
    .unique();
}

/** The same; creates the head of a project from an earlier version of the product. */
export async function findOrMakeHead(
  ctx: MutationCtx,
  project: Project,
): Promise<Head> {
  const { _id: projectId, teamId } = project;
  const head = await findHead(ctx, teamId);
  if (head !== null) return head;
  const { doc, row, seq } = await Reading.load(ctx, projectId);
  const edition = row?.edition ?? 0;
  await ctx.db.insert("textHeads", {
    teamId,
    projectId,
    seq,
    edition,
    vector: Updates.vectorOf(doc),
    length: Updates.textOf(doc).length,
    changedAt: 0,
    changedBy: null,
    ...FORGOTTEN,
  });
  await ReadKeys.replace(ctx, project.teamId, {
    projectId: project._id,
    edition,
  });
  return findOrMakeHead(ctx, project);
}

/**
 * Validates an update; `store` stores it. `beforeLoading` is called before a
 * long update is read and before the document is loaded, which can take long.
 * @returns `begun anew` if only a new edition can take it; `unfit` for an update that the
 *   document does not take, so that the caller can count it
 * @throws `too_long` for more bytes than a page sends
 */
export async function look(
  ctx: MutationCtx,
  head: Head,
  { edition, update }: { edition: number; update: ArrayBuffer },
  beforeLoading: () => Promise<void>,
): Promise<Typed | "former edition" | "begun anew" | "unfit"> {
  if (update.byteLength > MAX_TEXT_UPDATE_BYTES) refuseLong();
  if (edition !== head.edition) return "former edition";
  const seq = head.seq + 1;
  const isLong = Updates.isLong(update);
  if (isLong) await beforeLoading();
  const next = Updates.continues(head.vector, update);
  const length = head.length + (next?.inserted ?? 0);
  // The head has an upper bound of the length; only the document knows what was
  // deleted.
  if (next !== null && length <= MAX_PROJECT_DESCRIPTION_LENGTH)
    return { head, seq, update, next: { vector: next.vector, length } };
  if (!isLong) await beforeLoading();
  if (!Updates.isReadable(update)) return "unfit";
  const { projectId: _id, teamId } = head;
  const { doc, isDear } = await Reading.load(ctx, _id);
  if (isDear || Updates.isForestalled(doc, update)) {
    await merge(ctx, { _id, teamId }, { isAnew: true });
    return "begun anew";
  }
  const before = Updates.textOf(doc);
  try {
    const made = Updates.apply(doc, update);
    const text = Updates.textOf(doc);
    if (text !== before) requireShort(text);
    return {
      head,
      seq,
      update: made,
      next: { vector: Updates.vectorOf(doc), length: text.length },
    };
  } catch (error) {
    if (error instanceof Updates.NoUpdate || isAppError(error)) return "unfit";
    throw error;
  }
}

/**
 * Stores an update that `look` validated, in the same transaction. The first one since
 * `settle` is merged too, so that the project's row shows that its description changed.
 */
export async function store(
  ctx: MutationCtx,
  { head, seq, update, next }: Typed,
  notes: Partial<Notes>,
): Promise<void> {
  if (update === null) return;
  const { _id, projectId } = head;
  await ctx.db.insert("textChanges", { projectId, seq, update });
  await ctx.db.patch("textHeads", _id, { seq, ...next, ...notes });
  const isFirst = notes.isTouched === true && !head.isTouched;
  if (isFirst || seq % MERGE_EVERY === 0 || Updates.isLarge(update))
    await merge(ctx, { _id: projectId, teamId: head.teamId });
}

/**
 * Replaces the description. Only the difference is changed, so that simultaneous edits
 * elsewhere in the text survive.
 * @returns the text before
 * @throws `too_long`
 */
export async function replace(
  ctx: MutationCtx,
  project: Project,
  wanted: string,
): Promise<string> {
  requireShort(wanted);
  const { doc } = await loadWhole(ctx, project);
  const head = await findOrMakeHead(ctx, project);
  const before = Updates.textOf(doc);
  const splice = spliceBetween(before, wanted);
  const update = splice && Updates.splice(doc, splice);
  const seq = head.seq + 1;
  const next = { vector: Updates.vectorOf(doc), length: wanted.length };
  await store(ctx, { head, seq, update, next }, FORGOTTEN);
  await settle(ctx, project);
  return before;
}

/** Returns the document; one that is dear to load loses its past first. */
async function loadWhole(ctx: MutationCtx, project: Project) {
  const loaded = await Reading.load(ctx, project._id);
  if (!loaded.isDear) return loaded;
  await merge(ctx, project);
  return Reading.load(ctx, project._id);
}

/**
 * Merges all pending changes, so that the project's row has the current description,
 * and returns it. The next change marks the project as changed again.
 */
export async function settle(
  ctx: MutationCtx,
  project: Project,
): Promise<string> {
  const head = await findOrMakeHead(ctx, project);
  await ctx.db.patch("textHeads", head._id, FORGOTTEN);
  return merge(ctx, project);
}

/**
 * Returns true if nothing was typed, without loading the description. One that was
 * emptied again may count as typed.
 */
export async function isEmpty(
  ctx: MutationCtx,
  project: Project,
): Promise<boolean> {
  return (await findOrMakeHead(ctx, project)).length === 0;
}

/** So that the next edit is recorded, whoever makes it. */
const FORGOTTEN = { isTouched: false, notedAt: {} };

/** Removes a person who deletes their account from the heads. */
export async function forgetPerson(
  ctx: MutationCtx,
  project: Project,
  userId: Id<"users">,
): Promise<void> {
  const head = await findHead(ctx, project.teamId);
  if (head === null) return;
  await ctx.db.patch("textHeads", head._id, {
    notedAt: {},
    ...(head.changedBy === userId && { changedBy: null }),
  });
}

/** Deletes the description of a project that is about to be deleted. */
export async function removeAll(
  ctx: MutationCtx,
  { _id, teamId }: Project,
): Promise<void> {
  const row = await Reading.findRow(ctx, _id);
  if (row !== null) await ctx.db.delete("projectTexts", row._id);
  const head = await findHead(ctx, teamId);
  if (head !== null) await ctx.db.delete("textHeads", head._id);
  await ReadKeys.remove(ctx, teamId);
  for (const change of await Reading.listChanges(ctx, _id, 0))
    await ctx.db.delete("textChanges", change._id);
}

/** `isAnew`: a new edition begins in any case. @returns the description */
async function merge(
  ctx: MutationCtx,
  project: Project,
  { isAnew = false } = {},
): Promise<string> {
  const { _id: projectId } = project;
  const { row, doc, isDear, seq } = await Reading.load(ctx, projectId);
  const text = Updates.textOf(doc);
  const past = row?.keptSince ?? 0;
  let edition = row?.edition ?? 0;
  let keptSince = Math.max(past, seq - MERGE_EVERY);
  let merged = doc;
  const isTooLong = Updates.stateOf(doc).byteLength > MAX_TEXT_STATE_BYTES;
  if (isAnew || isTooLong || isDear || Updates.isDearToLoad(doc)) {
    merged = Updates.documentWith(text);
    edition++;
    // Pages with an earlier edition must load the new one as a whole.
    keptSince = seq;
    await ReadKeys.replace(ctx, project.teamId, {
      projectId: project._id,
      edition,
    });
  }
  const state = Updates.stateOf(merged);
  const fields = { projectId, state, seq, keptSince, edition };
  if (row === null) await ctx.db.insert("projectTexts", fields);
  else await ctx.db.patch("projectTexts", row._id, fields);
  for (const { _id, seq: number } of await Reading.listChanges(
    ctx,
    projectId,
    past,
  ))
    if (number <= keptSince) await ctx.db.delete("textChanges", _id);
  const head = await findOrMakeHead(ctx, project);
  await ctx.db.patch("textHeads", head._id, {
    edition,
    vector: Updates.vectorOf(merged),
    length: text.length,
  });
  await ctx.db.patch("projects", projectId, { description: text });
  return text;
}

function requireShort(text: string): void {
  if (text.length > MAX_PROJECT_DESCRIPTION_LENGTH)
    checked(descriptionSchema, text);
}

function refuseLong(): never {
  return refuse("too_long", {
    label: FIELD_LABELS.description,
    maxLength: MAX_PROJECT_DESCRIPTION_LENGTH,
  });
}
