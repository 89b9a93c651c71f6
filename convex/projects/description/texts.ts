/**
 * The descriptions of projects, which several people edit at once. A description is a
 * Yjs document: pages send edits as updates, and updates give the same text in any
 * order. The only writer of `projectTexts`, `textHeads` and `textChanges`, and of what
 * `projects` says of the description.
 *
 * A change is a small row of its own, so that a keystroke neither writes nor sends the
 * whole text. Nor does it read it: the head (a state vector) shows whether an update
 * continues the document directly, and only one that does not is applied to the
 * document to check it. After every `MERGE_EVERY` changes they are merged into the
 * state; the last ones stay as rows, for pages that are a little behind.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { checked } from "../../platform/shared/input";
import {
  MAX_PROJECT_DESCRIPTION_LENGTH,
  MAX_TEXT_STATE_BYTES,
  spliceBetween,
  descriptionSchema,
} from "../shared/projects";
import { isBlank } from "../../platform/shared/text";
import * as ReadKeys from "../../platform/readKeys";
import * as HandIns from "../handIns";
import * as Reading from "./reading";
import * as Updates from "./updates";

/** Whose description it is. */
type Project = Pick<Doc<"projects">, "_id" | "teamId">;
type Head = Doc<"textHeads">;

const { MERGE_EVERY } = Reading;
/** Larger updates are merged at once, so that the rows of a description stay small. */
const LARGE_UPDATE_BYTES = 8 * 1024;

/** A change that is not stored yet. */
export type Change = {
  update: ArrayBuffer;
  /** How many UTF-16 units it removes. */
  removed: number;
  /** The head with it. */
  next: Pick<Head, "vector" | "length">;
};

/** The fields of a head that a change sets; see the schema. */
type Notes = Pick<Head, "isTouched" | "notedAt">;

/** Creates the empty description of a new project, and the read key, of one that has begun the key alone. */
export async function begin(ctx: MutationCtx, project: Project): Promise<void> {
  const { _id: projectId, teamId } = project;
  const head = await findHead(ctx, teamId);
  if (head === null)
    await ctx.db.insert("textHeads", {
      teamId,
      projectId,
      seq: 0,
      edition: 0,
      vector: Updates.vectorOf(Updates.documentOf(null)),
      length: 0,
      ...FORGOTTEN,
    });
  const edition = head?.edition ?? 0;
  await ReadKeys.replace(ctx, teamId, { projectId, edition });
}

/** Returns the head of a team's description; null before its project exists. */
export async function findHead(ctx: QueryCtx, teamId: Id<"teams">) {
  return ctx.db
    .query("textHeads")
    .withIndex("by_team", (q) => q.eq("teamId", teamId))
    .first();
}

/** The same for a team whose project exists. */
export async function getHead(ctx: QueryCtx, teamId: Id<"teams">) {
  const head = await findHead(ctx, teamId);
  if (head === null) throw new Error(`no description of team ${teamId}`);
  return head;
}

/**
 * Checks an update, which `store` stores.
 * @param beforeLoading called before the document is loaded, which takes longer
 * @returns the change, or why there is none: the document has it already, it does not
 *   apply to it, or the text would be too long
 */
export async function changeBy(
  ctx: QueryCtx,
  head: Head,
  update: Updates.Update,
  beforeLoading: () => Promise<void>,
): Promise<Change | "known" | "refused" | "too_long"> {
  const removed = Updates.removedBy(update);
  const continued = Updates.continued(head.vector, update);
  if (continued !== null) {
    // The head has an upper bound of the length; only the document knows what was
    // deleted.
    const { vector, inserted } = continued;
    const length = head.length + inserted;
    if (length <= MAX_PROJECT_DESCRIPTION_LENGTH)
      return { update: update.bytes, removed, next: { vector, length } };
  }
  await beforeLoading();
  const { doc } = await Reading.load(ctx, head.projectId);
  const made = Updates.apply(doc, update);
  if (!Updates.isSound(doc)) return "refused";
  if (made === null) return "known";
  const { length } = Updates.textOf(doc);
  if (length > MAX_PROJECT_DESCRIPTION_LENGTH) return "too_long";
  const vector = Updates.vectorOf(doc);
  return { update: made, removed, next: { vector, length } };
}

/**
 * Stores a change of the head's description. The first one since `settle` is merged too,
 * so that the project's row shows at once that its description changed.
 * @returns the number of the change
 */
export async function store(
  ctx: MutationCtx,
  head: Head,
  { update, next }: Omit<Change, "removed">,
  notes: Partial<Notes>,
): Promise<number> {
  const { _id, projectId } = head;
  const seq = head.seq + 1;
  await ctx.db.insert("textChanges", { projectId, seq, update });
  await ctx.db.patch("textHeads", _id, { seq, ...next, ...notes });
  const isFirst = notes.isTouched === true && !head.isTouched;
  const isLarge = update.byteLength > LARGE_UPDATE_BYTES;
  if (isFirst || isLarge || seq % MERGE_EVERY === 0) await merge(ctx, head);
  return seq;
}

/**
 * Replaces the description. Only the difference is changed, so that simultaneous edits
 * elsewhere in the text survive.
 */
export async function replace(
  ctx: MutationCtx,
  project: Project,
  wanted: string,
): Promise<void> {
  const { length } = checked(descriptionSchema, wanted);
  const { doc } = await Reading.load(ctx, project._id);
  const splice = spliceBetween(Updates.textOf(doc), wanted);
  const update = splice && Updates.splice(doc, splice);
  if (update !== null) {
    const head = await getHead(ctx, project.teamId);
    const next = { vector: Updates.vectorOf(doc), length };
    await store(ctx, head, { update, next }, {});
  }
  await settle(ctx, project);
}

/**
 * Merges all pending changes, and returns the description. The next change marks the project as changed again.
 */
export async function settle(ctx: MutationCtx, { teamId }: Project) {
  const head = await getHead(ctx, teamId);
  await ctx.db.patch("textHeads", head._id, FORGOTTEN);
  return merge(ctx, head);
}

/** So that the next edit is recorded, whoever makes it. */
const FORGOTTEN = { isTouched: false, notedAt: {} };

/** Removes whoever deletes their account from the head. */
export async function forgetPeople(ctx: MutationCtx, { teamId }: Project) {
  const head = await findHead(ctx, teamId);
  if (head !== null) await ctx.db.patch("textHeads", head._id, { notedAt: {} });
}

/** Deletes the description of a project that is about to be deleted. */
export async function removeAll(ctx: MutationCtx, { _id, teamId }: Project) {
  const row = await Reading.findRow(ctx, _id);
  if (row !== null) await ctx.db.delete("projectTexts", row._id);
  const head = await findHead(ctx, teamId);
  if (head !== null) await ctx.db.delete("textHeads", head._id);
  await ReadKeys.remove(ctx, teamId);
  for (const change of await Reading.listChanges(ctx, _id, 0))
    await ctx.db.delete("textChanges", change._id);
}

/**
 * Merges the changes since the last merge into the state. If that becomes too large, its
 * history is dropped: a new edition begins with the text alone.
 * @returns the description
 */
async function merge(
  ctx: MutationCtx,
  { _id: headId, teamId, projectId, edition: former }: Head,
): Promise<string> {
  const { row, doc, seq } = await Reading.load(ctx, projectId);
  const text = Updates.textOf(doc);
  const isNew = Updates.stateOf(doc).byteLength > MAX_TEXT_STATE_BYTES;
  const merged = isNew ? Updates.documentWith(text) : doc;
  const edition = isNew ? former + 1 : former;
  if (isNew) await ReadKeys.replace(ctx, teamId, { projectId, edition });
  const fields = { projectId, state: Updates.stateOf(merged), text, seq };
  if (row === null) await ctx.db.insert("projectTexts", fields);
  else await ctx.db.patch("projectTexts", row._id, fields);
  // Pages with the former edition must load the new one as a whole.
  const last = isNew ? seq : seq - MERGE_EVERY;
  for (const { _id } of await Reading.listChanges(ctx, projectId, 0, last))
    await ctx.db.delete("textChanges", _id);
  const vector = Updates.vectorOf(merged);
  const { length } = text;
  await ctx.db.patch("textHeads", headId, { edition, vector, length });
  await noteInRow(ctx, projectId, text);
  return text;
}

/** Writes what the project's row says of its description, if that changes. */
async function noteInRow(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  text: string,
): Promise<void> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null) return;
  const { handInId } = project;
  const isDescribed = !isBlank(text);
  const isDescriptionChanged =
    handInId !== undefined &&
    (await HandIns.descriptionOf(ctx, handInId)) !== text;
  if (
    isDescribed !== project.isDescribed ||
    isDescriptionChanged !== project.isDescriptionChanged
  )
    await ctx.db.patch("projects", projectId, {
      isDescribed,
      isDescriptionChanged,
    });
}
