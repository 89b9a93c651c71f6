/**
 * What announcements, the schedule and resources have in common: organisers add, edit and
 * remove rows, and the audit log has each change. Besides the functions defined here,
 * only firstContent.ts and organisers in the data browser write these tables.
 *
 * Some come out at an instant (`publishAt`).
 * A live query runs again when a row changes, not when time passes, so an answer that
 * depends on the clock could grow stale unnoticed. Therefore an answer says when it stops
 * being true (`next`), and the page asks again then with another value of the argument
 * `at`, which makes it a new query. `at` decides nothing else: if it were used as the
 * clock, anybody could pass tomorrow's time and read tomorrow's announcements. Pages pass
 * the same values, so that they share results: the minute in which they opened, then the
 * instant of the change, and a value of their own only if the answer to that is from
 * before the change.
 */
import type { WithoutSystemFields } from "convex/server";
import {
  v,
  type GenericValidator,
  type Infer,
  type Value,
} from "convex/values";
import { pick } from "convex-helpers";
import type * as z from "zod/mini";
import type { Doc, Id } from "../_generated/dataModel";
import { internal } from "../_generated/api";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Announcement, EditableResource } from "./shared/content";
import { nextChange, type NextChange } from "../platform/shared/nextChange";
import { refuse } from "../platform/shared/errors";
import { checked } from "../platform/shared/input";
import * as AuditLog from "../platform/auditLog";

type ContentTable = "announcements" | "schedule" | "resources";
type Fields<Table extends ContentTable> = WithoutSystemFields<Doc<Table>>;
/** What is written for a calendar, which organisers do not enter. */
type Revised = { revision?: number; changedAt?: number };
type Seen = Record<string, Value | undefined>;

/** How long a removed row can be put back. */
const PUT_BACK_MS = 60 * 60 * 1000;

/** What the page showed of a row. Pages of an earlier version do not say it. */
const seenValidator = v.optional(
  v.record(v.string(), v.union(v.string(), v.number(), v.boolean(), v.null())),
);

/** Whether two values of a field are the same; a row may lack what is empty. */
function isSame(one: Value | undefined, other: Value | undefined): boolean {
  return one === other || (isEmpty(one) && isEmpty(other));
}

const isEmpty = (value: Value | undefined) =>
  value === undefined || value === null || value === false || value === "";
type OrganiserCtx = MutationCtx & { user: Doc<"users"> };

/** Returns a row as pages get it: its id and its fields. */
export function rowOf<Row extends { _creationTime: number }>({
  _creationTime,
  ...row
}: Row): Omit<Row, "_creationTime"> {
  return row;
}

/**
 * Returns the definitions of the functions with which organisers edit a table, to be
 * built with `organiserQuery` and `organiserMutation`:
 *
 * - `all` returns all rows, those to come included, and those that can be put back;
 * - `add` adds a row, out from `publishAt` on or from now on if that is null, and returns
 *   its id. It throws the refusals of the schema;
 * - `edit` replaces the fields that were entered; with `seen`, those that differ from it.
 *   It throws `not_found` too, and `changed_since` if somebody else has changed one of
 *   them to something else;
 * - `remove` takes a row away, whether it is out or not, and deletes it an hour later. It
 *   throws `not_found`, and `changed_since` if it is another one than was seen;
 * - `putBack` undoes that with what belongs to it. It throws `not_found`.
 */
export function contentOf<
  Table extends ContentTable,
  Row extends GenericValidator,
  Edited extends z.ZodMiniObject,
  Added extends z.ZodMiniObject,
>({
  noun,
  verb = "added",
  row,
  edited,
  added,
  fieldsOf,
  revised = () => ({}),
  listAll,
  follow,
  ...kind
}: {
  table: Table;
  /** What refusals and the audit log call a row. */
  noun: "announcement" | "entry" | "resource";
  /** What the audit log says of a new row. */
  verb?: "added" | "published";
  /** A row as organisers get it. */
  row: Row;
  /** What organisers enter to edit a row: all fields that are not written for them. */
  edited: Edited;
  /** What they enter to add one. */
  added: Added;
  /** Returns the fields of a new row. */
  fieldsOf: (
    draft: z.output<Added>,
    organiser: Doc<"users">,
  ) => Fields<Table> & Fields<ContentTable>;
  /** Returns what an edit writes besides what was entered. */
  revised?: (before: Revised) => Partial<Fields<Table>>;
  /** Returns the rows that organisers see, in their order. */
  listAll: (ctx: QueryCtx) => Promise<Infer<Row>[]>;
  /** Does what a new or edited row brings with it. */
  follow?: (ctx: MutationCtx, id: Id<Table>) => Promise<void>;
}) {
  // Of a generic table, TypeScript does not know the fields.
  const table: ContentTable = kind.table;
  const id = v.id(kind.table);

  async function get(ctx: QueryCtx, wanted: Id<ContentTable>) {
    const found: (Doc<ContentTable> & Revised) | null = await ctx.db.get(
      table,
      wanted,
    );
    return found ?? refuse("not_found", { label: `This ${noun}` });
  }

  async function getStanding(ctx: QueryCtx, wanted: Id<ContentTable>) {
    const row = await get(ctx, wanted);
    if (row.removedAt !== undefined)
      refuse("not_found", { label: `This ${noun}` });
    return row;
  }

  const refuseChanged = () =>
    refuse("changed_since", {
      what: `Somebody else has changed this ${noun} meanwhile.`,
    });

  return {
    all: { args: {}, returns: v.array(row), handler: listAll },
    add: {
      input: added,
      returns: id,
      handler: async (ctx: OrganiserCtx, draft: z.output<Added>) => {
        const fields = fieldsOf(draft, ctx.user);
        const newId = await ctx.db.insert(table, fields);
        await AuditLog.record(ctx, ctx.user, {
          action: `${noun} ${verb}`,
          target: fields.title,
          after: fields,
        });
        await follow?.(ctx, newId as Id<Table>);
        return newId as Id<Table>;
      },
    },
    edit: {
      args: { id, seen: seenValidator },
      input: edited,
      returns: v.null(),
      handler: async (
        ctx: OrganiserCtx,
        given: { id: Id<Table>; seen?: Seen } & z.output<Edited>,
      ) => {
        const {
          id: wanted,
          seen,
          ...entered
        } = given as {
          id: Id<Table>;
          seen?: Seen;
        } & Partial<Fields<ContentTable>>;
        const before = await getStanding(ctx, wanted);
        const current: Seen = before;
        const touched = Object.entries(entered as Seen).filter(
          ([name, value]) => !seen || !isSame(value, seen[name]),
        );
        const isRival = touched.some(
          ([name, value]) =>
            seen &&
            !isSame(current[name], seen[name]) &&
            !isSame(current[name], value),
        );
        if (isRival) refuseChanged();
        // Together they may break a rule that each keeps: an end before the start.
        const draft = checked(edited, {
          ...pick(current, Object.keys(edited.shape)),
          ...Object.fromEntries(touched),
        }) as Partial<Fields<ContentTable>>;
        const changes = AuditLog.changesBetween(before, draft);
        if (changes === null) return;
        await ctx.db.patch(table, wanted, { ...draft, ...revised(before) });
        await AuditLog.record(ctx, ctx.user, {
          action: `${noun} edited`,
          target: before.title,
          ...changes,
        });
        await follow?.(ctx, wanted);
      },
    },
    remove: {
      args: { id, seen: seenValidator },
      returns: v.null(),
      handler: async (
        ctx: OrganiserCtx,
        { id: wanted, seen }: { id: Id<Table>; seen?: Seen },
      ) => {
        const row = await getStanding(ctx, wanted);
        const current: Seen = row;
        const isOther = Object.keys(edited.shape).some(
          (name) => seen && !isSame(current[name], seen[name]),
        );
        if (isOther) refuseChanged();
        await ctx.db.patch(table, wanted, { removedAt: Date.now() });
        await ctx.scheduler.runAfter(
          PUT_BACK_MS,
          internal.upkeep.jobs.deleteContent,
          { table, id: wanted },
        );
        await AuditLog.record(ctx, ctx.user, {
          action: `${noun} removed`,
          target: row.title,
          before: enteredIn(row),
        });
      },
    },
    putBack: {
      args: { id },
      returns: v.null(),
      handler: async (ctx: OrganiserCtx, { id: wanted }: { id: Id<Table> }) => {
        const row = await get(ctx, wanted);
        if (row.removedAt === undefined) return;
        await ctx.db.patch(table, wanted, {
          removedAt: undefined,
          ...revised(row),
        });
        await AuditLog.record(ctx, ctx.user, {
          action: `${noun} put back`,
          target: row.title,
          after: enteredIn(row),
        });
        await follow?.(ctx, wanted);
      },
    },
  };
}

/** Returns the fields of a row for the audit log. */
function enteredIn({
  _id,
  _creationTime,
  revision: _revision,
  changedAt: _changedAt,
  removedAt: _removedAt,
  ...row
}: Doc<ContentTable> & Revised) {
  return row;
}

/** Deletes a row that was removed an hour ago, unless it was put back, or removed again since. */
export async function deleteRemoved(
  ctx: MutationCtx,
  table: ContentTable,
  id: string,
): Promise<void> {
  const known = ctx.db.normalizeId(table, id);
  const row = known && (await ctx.db.get(table, known));
  if (row?.removedAt !== undefined && row.removedAt + PUT_BACK_MS <= Date.now())
    await ctx.db.delete(table, row._id);
}

type Published = "announcements" | "resources";

/** An upper bound for what organisers publish at one event. */
const MAX_ALL = 200;

/** Returns when the next row comes out. */
export async function nextPublication(
  ctx: QueryCtx,
  table: Published,
  nowMs: number,
): Promise<NextChange> {
  const upcoming = await ctx.db
    .query(table)
    .withIndex("by_publish_at", (q) => q.gt("publishAt", nowMs))
    .filter((q) => q.eq(q.field("removedAt"), undefined))
    .first();
  return nextChange([upcoming?.publishAt ?? null], nowMs);
}

/** Returns what is out and what is to come, the latest `publishAt` first. */
export async function listScheduledToo(
  ctx: QueryCtx,
  table: "announcements",
): Promise<Announcement[]>;
export async function listScheduledToo(
  ctx: QueryCtx,
  table: "resources",
): Promise<EditableResource[]>;
export async function listScheduledToo(ctx: QueryCtx, table: Published) {
  const rows = await ctx.db
    .query(table)
    .withIndex("by_publish_at")
    .order("desc")
    .take(MAX_ALL);
  return rows.map(rowOf);
}

/** Returns the fields of a new row; one without a time comes out now. */
export function published<Draft extends { publishAt: number | null }>(
  draft: Draft,
): Draft & { publishAt: number } {
  return { ...draft, publishAt: draft.publishAt ?? Date.now() };
}
