/** The three kinds of live content. content.ts explains how queries use the clock. */
import { v } from "convex/values";
import { pick } from "convex-helpers";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import schema from "../schema";
import {
  announcementSchema,
  newAnnouncementSchema,
  newResourceSchema,
  resourceSchema,
  type EditableResource,
} from "./shared/content";
import { entrySchema, type Entry } from "./shared/schedule";
import * as Messages from "../push/messages";
import * as AnnouncementMail from "./announcementMail";
import {
  contentOf,
  listScheduledToo,
  nextPublication,
  published,
  rowOf,
} from "./content";
import { nextChange } from "../platform/shared/nextChange";

/** How many rows of a kind participants see. */
const MAX_SHOWN = 100;

/** How many entries the schedule has. */
const MAX_ENTRIES = 200;

/** An announcement as pages get it. */
export const announcementRow = schema.tables.announcements.validator.extend({
  _id: v.id("announcements"),
});

/**
 * What organisers tell the participants. The author is the organiser who publishes,
 * whoever edits it later.
 */
export const announcements = contentOf({
  table: "announcements",
  noun: "announcement",
  verb: "published",
  row: announcementRow,
  edited: announcementSchema,
  added: newAnnouncementSchema,
  fieldsOf: (draft, { displayName }) => ({
    ...published(draft),
    author: displayName,
  }),
  listAll: (ctx) => listScheduledToo(ctx, "announcements"),
  follow: async (ctx, id) => {
    await AnnouncementMail.schedule(ctx, id);
    await Messages.scheduleAnnouncement(ctx, id);
  },
});

/**
 * Returns the announcements that are out, pinned ones first and then the newest first, and when
 * the next one comes out or is no longer pinned.
 */
export async function listAnnouncements(ctx: QueryCtx) {
  const now = Date.now();
  const everPinned = await listNewest(ctx, {
    pinned: true,
    now,
    limit: MAX_SHOWN,
  });
  const neverPinned = await listNewest(ctx, {
    pinned: false,
    now,
    limit: MAX_SHOWN - everPinned.length,
  });
  const endOf = ({ pinnedUntil }: Doc<"announcements">) => pinnedUntil ?? null;
  const isPinned = (row: Doc<"announcements">) =>
    (endOf(row) ?? Infinity) > now;
  const others = [
    ...everPinned
      .filter((row) => !isPinned(row))
      .map((row) => ({ ...row, pinned: false })),
    ...neverPinned,
  ].toSorted((one, other) => other.publishAt - one.publishAt);
  const coming = await nextPublication(ctx, "announcements", now);
  return {
    announcements: [...everPinned.filter(isPinned), ...others].map(rowOf),
    next: nextChange([coming?.at ?? null, ...everPinned.map(endOf)], now),
  };
}

async function listNewest(
  ctx: QueryCtx,
  { pinned, now, limit }: { pinned: boolean; now: number; limit: number },
): Promise<Doc<"announcements">[]> {
  return ctx.db
    .query("announcements")
    .withIndex("by_pinned_and_publish_at", (q) =>
      q.eq("pinned", pinned).lte("publishAt", now),
    )
    .filter((q) => q.eq(q.field("removedAt"), undefined))
    .order("desc")
    .take(limit);
}

/** What happens when. */
export const schedule = contentOf({
  table: "schedule",
  noun: "entry",
  row: schema.tables.schedule.validator
    .omit("revision", "changedAt")
    .extend({ _id: v.id("schedule") }),
  edited: entrySchema,
  added: entrySchema,
  fieldsOf: (draft) => draft,
  revised: ({ revision = 0 }) => ({
    revision: revision + 1,
    changedAt: Date.now(),
  }),
  listAll: async (ctx) => {
    const rows = ctx.db.query("schedule").withIndex("by_starts_at");
    return (await rows.take(MAX_ENTRIES)).map(entryOf);
  },
  follow: Messages.scheduleReminder,
});

/** Returns an entry as pages get it. */
export function entryOf({
  revision: _revision,
  changedAt: _changedAt,
  _creationTime,
  ...entry
}: Doc<"schedule">): Entry {
  return entry;
}

/** Returns the rows of the schedule, the earliest first. */
export async function listRows(ctx: QueryCtx): Promise<Doc<"schedule">[]> {
  return ctx.db
    .query("schedule")
    .withIndex("by_starts_at")
    .filter((q) => q.eq(q.field("removedAt"), undefined))
    .take(MAX_ENTRIES);
}

/** A resource as organisers get it. */
const resourceRow = schema.tables.resources.validator.extend({
  _id: v.id("resources"),
});

/** The same as participants get it. */
export const shownResource = resourceRow.omit(
  "publishAt",
  "order",
  "removedAt",
);

/** Links that help participants. */
export const resources = contentOf({
  table: "resources",
  noun: "resource",
  row: resourceRow,
  edited: resourceSchema,
  added: newResourceSchema,
  fieldsOf: published,
  listAll: async (ctx) =>
    (await listScheduledToo(ctx, "resources")).toSorted(byOrder),
});

/**
 * Returns the resources that are out, sorted by `order` and title, and when the next one comes
 * out.
 */
export async function listResources(ctx: QueryCtx) {
  const now = Date.now();
  const newest = await ctx.db
    .query("resources")
    .withIndex("by_publish_at", (q) => q.lte("publishAt", now))
    .filter((q) => q.eq(q.field("removedAt"), undefined))
    .order("desc")
    .take(MAX_SHOWN);
  return {
    resources: newest
      .toSorted(byOrder)
      .map((row) => pick(row, ["_id", "title", "url", "description"])),
    next: await nextPublication(ctx, "resources", now),
  };
}

function byOrder(one: EditableResource, other: EditableResource): number {
  return one.order - other.order || one.title.localeCompare(other.title);
}
