/**
 * What the fields of projects were before. The only writer of `projectHistory`. What one
 * person changes in a field within ten minutes is one entry, with the text before it;
 * the text after it is what the next entry had before, or the field now. Where a text
 * replaces another one, somebody else's change in between ends the entry: theirs would
 * be nowhere otherwise. So does the removal of a passage, if the entry is not as new as
 * the passage may be.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MAX_HISTORY } from "../shared/limits";
import {
  RIVAL_FIELDS,
  type HistoryEntry,
  type ProjectContent,
  type ProjectField,
} from "../shared/projectValidators";
import { FORMER_MEMBER } from "./handIns";

type Entry = Doc<"projectHistory">;
type Change = Pick<Entry, "field" | "kind"> & {
  /** Asked for only where it becomes an entry; a function must still find it. */
  before: string | (() => Promise<string>);
  /** A passage goes, of which others may have written some since the person's entry. */
  removesPassage?: boolean;
};

const SITTING_MS = 10 * 60 * 1000;
/** How exactly an entry says when its last change was: each patch writes all of it. */
export const STEP_MS = 60 * 1000;

/** How many entries are listed; a description can be long. */
const MAX_SHOWN = 50;

/** A person can have worked on the projects of several teams. */
const MAX_OF_ONE = 5 * MAX_HISTORY;

/** Returns the value of a field as history keeps it: lists are lines. */
export function asText(value: string | readonly string[]): string {
  return typeof value === "string" ? value : value.join("\n");
}

/** Returns the list of which `asText` made a text. */
export function asList(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

/** Notes that a person has changed a field. */
export async function record(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  user: Doc<"users">,
  { field, kind, before, removesPassage = false }: Change,
): Promise<void> {
  const now = Date.now();
  const last = await ctx.db
    .query("projectHistory")
    .withIndex("by_project_and_user_and_field", (q) =>
      q
        .eq("projectId", projectId)
        .eq("userId", user._id)
        .eq("field", field)
        .gt("since", now - SITTING_MS),
    )
    .order("desc")
    .first();
  const goesOn =
    last?.kind === "edited" &&
    kind === "edited" &&
    !(removesPassage && now - last.since > STEP_MS);
  if (goesOn && !(await isReplaced(ctx, last))) {
    if (now - last.until > STEP_MS)
      await ctx.db.patch("projectHistory", last._id, { until: now });
    return;
  }
  await ctx.db.insert("projectHistory", {
    projectId,
    field,
    kind,
    userId: user._id,
    userName: user.displayName,
    before: typeof before === "string" ? before : await before(),
    since: now,
    until: now,
  });
  const rows = await listRows(ctx, projectId, MAX_HISTORY + 1);
  for (const { _id } of rows.slice(MAX_HISTORY))
    await ctx.db.delete("projectHistory", _id);
}

/** Whether somebody else's text has come after an entry's. Lists and descriptions merge. */
async function isReplaced(ctx: QueryCtx, entry: Entry): Promise<boolean> {
  const { projectId, field } = entry;
  if (!RIVAL_FIELDS.some((one) => one === field)) return false;
  const newest = await ctx.db
    .query("projectHistory")
    .withIndex("by_project_and_field", (q) =>
      q.eq("projectId", projectId).eq("field", field),
    )
    .order("desc")
    .first();
  return newest?._id !== entry._id;
}

/** Returns what happened to a project that has this content now, the newest first. */
export async function list(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  content: ProjectContent,
): Promise<HistoryEntry[]> {
  const rows = await listRows(ctx, projectId, MAX_SHOWN);
  const later: Partial<Record<ProjectField, string>> = {};
  return rows.map(({ _id, field, kind, userName, since, until, before }) => {
    const after = later[field] ?? asText(content[field]);
    if (kind !== "set aside") later[field] = before;
    return { _id, field, kind, by: userName, since, at: until, before, after };
  });
}

/** Returns an entry of this project, or null. */
export async function find(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  id: Entry["_id"],
): Promise<Entry | null> {
  const entry = await ctx.db.get("projectHistory", id);
  return entry?.projectId === projectId ? entry : null;
}

/** Deletes what is kept of a project that is about to be deleted. */
export async function removeAll(
  ctx: MutationCtx,
  projectId: Id<"projects">,
): Promise<void> {
  for (const { _id } of await listRows(ctx, projectId, MAX_HISTORY + 1))
    await ctx.db.delete("projectHistory", _id);
}

/** Returns what a person changed, up to a bound. */
export async function listOf(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Entry[]> {
  return ctx.db
    .query("projectHistory")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_OF_ONE);
}

async function listRows(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  most: number,
): Promise<Entry[]> {
  return ctx.db
    .query("projectHistory")
    .withIndex("by_project_and_since", (q) => q.eq("projectId", projectId))
    .order("desc")
    .take(most);
}

/** Takes the name of a person who deletes the account out of all entries. */
export async function forgetPerson(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  for (const { _id } of await listOf(ctx, userId))
    await ctx.db.patch("projectHistory", _id, {
      userId: undefined,
      userName: FORMER_MEMBER,
    });
}
