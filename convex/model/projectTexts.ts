/**
 * The descriptions of projects, which several people type at once. A description is a
 * document of Yjs: pages send what was typed as updates, and every order of them gives
 * the same text. The only writer of `projectTexts` and `textChanges`, and of the
 * description in `projects`.
 *
 * A change is a small row of its own, so that a keystroke neither writes nor sends the
 * whole text. Every `MERGE_EVERY` changes are merged into the state; as many stay as
 * rows after that, for pages that are a little behind.
 */
import * as Y from "yjs";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { checked } from "../shared/check";
import { refuse } from "../shared/errors";
import {
  MAX_PROJECT_DESCRIPTION_LENGTH,
  MAX_TEXT_STATE_BYTES,
  MAX_TEXT_UPDATE_BYTES,
} from "../shared/limits";
import { spliceBetween } from "../shared/projectMerging";
import { FIELD_LABELS, descriptionSchema } from "../shared/projectSchemas";
import type { TextChanges } from "../shared/projectValidators";

type Project = Doc<"projects">;

const MERGE_EVERY = 32;
/** Those since the last merge, and those that stay after one. */
const MAX_ROWS = 2 * MERGE_EVERY;

/** The one root of the document; pages use the same name. */
const ROOT = "description";
/** The deployment's own changes; it makes them one after the other. */
const OWN_CLIENT = 1;

/** The text before and after a change, and the change's number. */
type Changed = { before: string; after: string; seq: number };

const NO_UPDATE = "this is no update of a description";

type Loaded = {
  row: Doc<"projectTexts"> | null;
  doc: Y.Doc;
  seq: number;
};

/** Returns the description. */
export async function read(
  ctx: QueryCtx,
  projectId: Project["_id"],
): Promise<string> {
  const { doc } = await load(ctx, projectId);
  return doc.getText(ROOT).toJSON();
}

/** Returns what changed after the change numbered `after`; null: everything. */
export async function listSince(
  ctx: QueryCtx,
  projectId: Project["_id"],
  after: number | null,
): Promise<TextChanges> {
  const row = await findRow(ctx, projectId);
  const isBehind = after === null || after < (row?.keptSince ?? 0);
  const known = isBehind ? (row?.seq ?? 0) : after;
  const changes = await listChanges(ctx, projectId, known);
  return {
    projectId,
    edition: row?.edition ?? 0,
    seq: changes.at(-1)?.seq ?? known,
    state: isBehind ? (row?.state ?? null) : null,
    updates: changes.map(({ update }) => update),
  };
}

/**
 * Applies what somebody typed.
 * @returns the text before and after, and the change's number; null if the update is for
 *   an earlier edition
 * @throws `too_long`; a plain error for what no page sends
 */
export async function apply(
  ctx: MutationCtx,
  project: Project,
  { edition, update }: { edition: number; update: ArrayBuffer },
): Promise<Changed | null> {
  if (update.byteLength > MAX_TEXT_UPDATE_BYTES) refuseLong();
  const loaded = await load(ctx, project._id);
  if (edition !== (loaded.row?.edition ?? 0)) return null;
  return change(ctx, project, loaded, () => {
    try {
      Y.applyUpdate(loaded.doc, new Uint8Array(update));
    } catch (error) {
      throw new Error(NO_UPDATE, { cause: error });
    }
  });
}

/**
 * Makes the description this text. Only what differs is changed, so that what others
 * type elsewhere in it meanwhile stays.
 * @throws `too_long`
 */
export async function replace(
  ctx: MutationCtx,
  project: Project,
  wanted: string,
): Promise<Changed> {
  const loaded = await load(ctx, project._id);
  const outcome = await change(ctx, project, loaded, () => {
    const text = loaded.doc.getText(ROOT);
    const splice = spliceBetween(text.toJSON(), wanted);
    if (splice === null) return;
    loaded.doc.clientID = OWN_CLIENT;
    loaded.doc.transact(() => {
      text.delete(splice.at, splice.removed);
      text.insert(splice.at, splice.inserted);
    });
  });
  await settle(ctx, project._id);
  return outcome;
}

/** Merges what is not merged, so that the project's row has the description. */
export async function settle(
  ctx: MutationCtx,
  projectId: Project["_id"],
): Promise<void> {
  await merge(ctx, projectId, await load(ctx, projectId));
}

/** Deletes the description of a project that is about to be deleted. */
export async function removeAll(
  ctx: MutationCtx,
  projectId: Project["_id"],
): Promise<void> {
  const row = await findRow(ctx, projectId);
  if (row !== null) await ctx.db.delete("projectTexts", row._id);
  for (const { _id } of await listChanges(ctx, projectId, 0))
    await ctx.db.delete("textChanges", _id);
}

async function change(
  ctx: MutationCtx,
  project: Project,
  loaded: Loaded,
  make: () => void,
): Promise<Changed> {
  const { doc, seq } = loaded;
  const text = doc.getText(ROOT);
  const before = text.toJSON();
  const made: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => made.push(update));
  make();
  const after = text.toJSON();
  requireSound(doc, text);
  if (after.length > MAX_PROJECT_DESCRIPTION_LENGTH && after !== before)
    checked(descriptionSchema, after);
  if (made.length === 0) return { before, after, seq };
  const update = bytesOf(Y.mergeUpdates(made));
  const row = { projectId: project._id, seq: seq + 1, update };
  await ctx.db.insert("textChanges", row);
  if (seq + 1 - (loaded.row?.seq ?? 0) >= MERGE_EVERY)
    await merge(ctx, project._id, { ...loaded, seq: seq + 1 });
  return { before, after, seq: seq + 1 };
}

/** A page sends text alone, and only what builds on what is stored. */
function requireSound(doc: Y.Doc, text: Y.Text): void {
  const isText = text
    .toDelta()
    .every(
      (part: { insert: unknown; attributes?: object }) =>
        typeof part.insert === "string" && part.attributes === undefined,
    );
  const { pendingStructs, pendingDs } = doc.store;
  const isWhole = pendingStructs === null && pendingDs === null;
  if (!isText || !isWhole || doc.share.size !== 1) throw new Error(NO_UPDATE);
}

async function merge(
  ctx: MutationCtx,
  projectId: Project["_id"],
  { row, doc, seq }: Loaded,
): Promise<void> {
  const text = doc.getText(ROOT).toJSON();
  let state = Y.encodeStateAsUpdate(doc);
  let edition = row?.edition ?? 0;
  const hasLongPast = state.byteLength > MAX_TEXT_STATE_BYTES;
  if (hasLongPast) {
    state = Y.encodeStateAsUpdate(documentOf(text));
    edition++;
  }
  // Pages of an earlier edition need all of the new one.
  const keptSince = hasLongPast ? seq : Math.max(0, seq - MERGE_EVERY);
  const fields = { projectId, state: bytesOf(state), seq, keptSince, edition };
  if (row === null) await ctx.db.insert("projectTexts", fields);
  else await ctx.db.patch("projectTexts", row._id, fields);
  const past = row?.keptSince ?? 0;
  for (const { _id, seq: number } of await listChanges(ctx, projectId, past))
    if (number <= keptSince) await ctx.db.delete("textChanges", _id);
  await ctx.db.patch("projects", projectId, { description: text });
}

function documentOf(text: string): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = OWN_CLIENT;
  doc.getText(ROOT).insert(0, text);
  return doc;
}

async function load(ctx: QueryCtx, projectId: Project["_id"]): Promise<Loaded> {
  const row = await findRow(ctx, projectId);
  const merged = row?.seq ?? 0;
  const changes = await listChanges(ctx, projectId, merged);
  const doc = new Y.Doc();
  // Names the root, so that a document without text has it too.
  doc.getText(ROOT);
  if (row !== null) Y.applyUpdate(doc, new Uint8Array(row.state));
  for (const { update } of changes) Y.applyUpdate(doc, new Uint8Array(update));
  return { row, doc, seq: changes.at(-1)?.seq ?? merged };
}

async function findRow(ctx: QueryCtx, projectId: Id<"projects">) {
  return ctx.db
    .query("projectTexts")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .unique();
}

async function listChanges(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  after: number,
) {
  return ctx.db
    .query("textChanges")
    .withIndex("by_project_and_seq", (q) =>
      q.eq("projectId", projectId).gt("seq", after),
    )
    .take(MAX_ROWS);
}

function bytesOf(update: Uint8Array): ArrayBuffer {
  return update.slice().buffer as ArrayBuffer;
}

function refuseLong(): never {
  return refuse("too_long", {
    label: FIELD_LABELS.description,
    maxLength: MAX_PROJECT_DESCRIPTION_LENGTH,
  });
}
