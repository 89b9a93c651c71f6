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
import { v, type GenericValidator, type Infer } from "convex/values";
import type * as z from "zod/mini";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type {
  Announcement,
  EditableResource,
  NextChange,
} from "../../shared/content";
import { refuse } from "../../shared/errors";
import * as AuditLog from "../platform/auditLog";

type ContentTable = "announcements" | "schedule" | "resources";
type Fields<Table extends ContentTable> = WithoutSystemFields<Doc<Table>>;
/** What is written for a calendar, which organisers do not enter. */
type Revised = { revision?: number; changedAt?: number };
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
 * - `all` returns all rows, those to come included;
 * - `add` adds a row, out from `publishAt` on or from now on if that is null, and returns
 *   its id. It throws the refusals of the schema;
 * - `edit` replaces all fields that were entered. It throws `not_found` too;
 * - `remove` deletes a row, whether it is out or not. It throws `not_found`.
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
      args: { id },
      input: edited,
      returns: v.null(),
      handler: async (
        ctx: OrganiserCtx,
        given: { id: Id<Table> } & z.output<Edited>,
      ) => {
        const { id: wanted, ...draft } = given as { id: Id<Table> } & Partial<
          Fields<ContentTable>
        >;
        const before = await get(ctx, wanted);
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
      args: { id },
      returns: v.null(),
      handler: async (ctx: OrganiserCtx, { id: wanted }: { id: Id<Table> }) => {
        const {
          _id,
          _creationTime,
          revision: _revision,
          changedAt: _changedAt,
          ...before
        } = await get(ctx, wanted);
        await ctx.db.delete(table, wanted);
        await AuditLog.record(ctx, ctx.user, {
          action: `${noun} removed`,
          target: before.title,
          before,
        });
      },
    },
  };
}

type Published = "announcements" | "resources";

/** An upper bound for what organisers publish at one event. */
const MAX_ALL = 200;

/** Returns when an answer stops being true: the first of these instants after now. */
export function nextChange(
  instants: readonly (number | null)[],
  nowMs: number,
): NextChange {
  const coming = instants.filter((at) => at !== null && at > nowMs);
  if (coming.length === 0) return null;
  const at = Math.min(...(coming as number[]));
  return { at, inMs: at - nowMs };
}

/** Returns when the next row comes out. */
export async function nextPublication(
  ctx: QueryCtx,
  table: Published,
  nowMs: number,
): Promise<NextChange> {
  const upcoming = await ctx.db
    .query(table)
    .withIndex("by_publish_at", (q) => q.gt("publishAt", nowMs))
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
