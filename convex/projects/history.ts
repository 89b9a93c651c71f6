/**
 * Earlier values of projects' fields, and pictures that were removed. The only writer of `projectHistory`. One person's
 * changes of a field within ten minutes are one entry with the text before them; the
 * text after them is in the next entry, or in the field itself. In fields that are
 * replaced as a whole, a change by somebody else begins a new entry, because theirs
 * would be lost otherwise. So does the removal of a passage, if the passage may be
 * newer than the entry. The order is that of creation.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MAX_HISTORY, RIVAL_FIELDS, type ChangedPart } from "./shared/projects";
import { FORMER_MEMBER } from "./handIns";

type Entry = Doc<"projectHistory">;
type Change = Pick<Entry, "field" | "kind" | "pictureId"> & {
  /** Called only if it becomes an entry; must then still return the old value. */
  before: string | (() => Promise<string>);
  /**
   * A passage is removed, and others may have written parts of it since the entry
   * began.
   */
  removesPassage?: boolean;
};

const SITTING_MS = 10 * 60 * 1000;
/** The precision of an entry's last change: every update writes the whole entry. */
export const STEP_MS = 60 * 1000;

/** How many entries are listed; a description can be long. */
const MAX_SHOWN = 50;

/** A person can have worked on the projects of several teams. */
const MAX_OF_ONE = 5 * MAX_HISTORY;

/** Returns the value of a field as the history stores it: a list as lines. */
export function asText(value: string | readonly string[]): string {
  return typeof value === "string" ? value : value.join("\n");
}

/** The inverse of `asText` for a list. */
export function asList(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

/** Records that a person has changed a field. */
export async function record(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  user: Doc<"users">,
  { field, kind, before, pictureId, removesPassage = false }: Change,
): Promise<void> {
  const now = Date.now();
  const last = await ctx.db
    .query("projectHistory")
    .withIndex("by_project_and_user_and_field", (q) =>
      q.eq("projectId", projectId).eq("userId", user._id).eq("field", field),
    )
    .order("desc")
    .first();
  const ageMs = last === null ? 0 : now - last.since;
  const goesOn =
    last?.kind === "edited" &&
    kind === "edited" &&
    ageMs < SITTING_MS &&
    !(removesPassage && ageMs > STEP_MS);
  if (goesOn && !(await isReplaced(ctx, last))) {
    if (now - last.until > STEP_MS)
      await ctx.db.patch("projectHistory", last._id, { until: now });
    return;
  }
  const [newest] = await listRows(ctx, projectId, 1);
  const number = (newest?.number ?? 0) + 1;
  await ctx.db.insert("projectHistory", {
    projectId,
    number,
    field,
    kind,
    userId: user._id,
    userName: user.displayName,
    before: typeof before === "string" ? before : await before(),
    ...(pictureId && { pictureId }),
    since: now,
    until: now,
  });
  const old = await ctx.db
    .query("projectHistory")
    .withIndex("by_project_and_number", (q) =>
      q.eq("projectId", projectId).lte("number", number - MAX_HISTORY),
    )
    .first();
  if (old !== null) await ctx.db.delete("projectHistory", old._id);
}

/**
 * Whether somebody else has replaced the text since the entry. Lists and descriptions
 * merge.
 */
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

/** Returns the history of a project, the newest entry first. */
export async function list(ctx: QueryCtx, project: Doc<"projects">) {
  const rows = await listRows(ctx, project._id, MAX_SHOWN);
  const later: Partial<Record<ChangedPart, string>> = {};
  return rows.map(({ _id, field, kind, userName, since, until, ...row }) => {
    const { before, pictureId } = row;
    const isElsewhere = field === "description" || field === "pictures";
    const after = later[field] ?? (isElsewhere ? null : asText(project[field]));
    if (kind !== "set aside") later[field] = before;
    const by = userName;
    return { _id, field, kind, by, since, at: until, before, after, pictureId };
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

/** Deletes the history of a project that is about to be deleted. */
export async function removeAll(ctx: MutationCtx, projectId: Id<"projects">) {
  for (const { _id } of await listRows(ctx, projectId, MAX_HISTORY + 1))
    await ctx.db.delete("projectHistory", _id);
}

/** Returns a person's entries, up to a bound. */
export async function listOf(ctx: QueryCtx, userId: Id<"users">) {
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
    .withIndex("by_project_and_number", (q) => q.eq("projectId", projectId))
    .order("desc")
    .take(most);
}

/** Removes the name of a person who deletes their account from all entries. */
export async function forgetPerson(ctx: MutationCtx, userId: Id<"users">) {
  for (const { _id } of await listOf(ctx, userId))
    await ctx.db.patch("projectHistory", _id, {
      userId: undefined,
      userName: FORMER_MEMBER,
    });
}
