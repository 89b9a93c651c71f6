/**
 * Writes `announcements`. Besides this module, only firstContent.ts and organisers
 * in the data browser do. publication.ts explains how queries use the clock.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changesBetween } from "../../shared/changes";
import { refuse } from "../../shared/errors";
import { LAST_INSTANT_MS } from "../../shared/limits";
import type { Announcement, NextChange } from "../../shared/validators";
import * as AuditLog from "../platform/auditLog";
import { nextChange } from "./publication";

type Fields = Omit<Announcement, "_id">;

/** The fields that an organiser fills in. The author is the organiser who publishes. */
type Draft = Omit<Fields, "author">;

const MAX_SHOWN = 100;
const MAX_ALL = 200;

/**
 * Returns what is out, pinned ones first and then the newest first, and when
 * the next one comes out.
 */
export async function listPublished(
  ctx: QueryCtx,
): Promise<{ announcements: Announcement[]; next: NextChange }> {
  const now = Date.now();
  const pinned = await listNewest(ctx, { pinned: true, now, limit: MAX_SHOWN });
  const others = await listNewest(ctx, {
    pinned: false,
    now,
    limit: MAX_SHOWN - pinned.length,
  });
  const upcoming = await ctx.db
    .query("announcements")
    .withIndex("by_publish_at", (q) =>
      q.gt("publishAt", now).lte("publishAt", LAST_INSTANT_MS),
    )
    .first();
  return {
    announcements: [...pinned, ...others].map(viewOf),
    next: nextChange(upcoming, now),
  };
}

/** Returns scheduled and published announcements, the latest `publishAt` first. */
export async function listAll(ctx: QueryCtx): Promise<Announcement[]> {
  const announcements = await ctx.db
    .query("announcements")
    .withIndex("by_publish_at", (q) =>
      q.gte("publishAt", 0).lte("publishAt", LAST_INSTANT_MS),
    )
    .order("desc")
    .take(MAX_ALL);
  return announcements.map(viewOf);
}

/**
 * Adds an announcement by the organiser, published at `publishAt` (null: now),
 * and returns its id.
 */
export async function publish(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  draft: Omit<Draft, "publishAt"> & { publishAt: number | null },
): Promise<Id<"announcements">> {
  const fields: Fields = {
    ...draft,
    publishAt: draft.publishAt ?? Date.now(),
    author: organiser.displayName,
  };
  const announcementId = await ctx.db.insert("announcements", fields);
  await AuditLog.record(ctx, organiser, {
    action: "announcement published",
    target: fields.title,
    before: null,
    after: fields,
  });
  return announcementId;
}

/** Replaces all fields but the author. @throws `not_found` */
export async function edit(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  {
    announcementId,
    draft,
  }: { announcementId: Id<"announcements">; draft: Draft },
): Promise<void> {
  const announcement = await getAnnouncement(ctx, announcementId);
  const changes = changesBetween(fieldsOf(announcement), draft);
  if (changes === null) return;
  await ctx.db.patch("announcements", announcementId, draft);
  await AuditLog.record(ctx, organiser, {
    action: "announcement edited",
    target: announcement.title,
    ...changes,
  });
}

/** Deletes an announcement. @throws `not_found` */
export async function remove(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  announcementId: Id<"announcements">,
): Promise<void> {
  const announcement = await getAnnouncement(ctx, announcementId);
  await ctx.db.delete("announcements", announcementId);
  await AuditLog.record(ctx, organiser, {
    action: "announcement removed",
    target: announcement.title,
    before: fieldsOf(announcement),
    after: null,
  });
}

async function listNewest(
  ctx: QueryCtx,
  { pinned, now, limit }: { pinned: boolean; now: number; limit: number },
): Promise<Doc<"announcements">[]> {
  return ctx.db
    .query("announcements")
    .withIndex("by_pinned_and_publish_at", (q) =>
      q.eq("pinned", pinned).gte("publishAt", 0).lte("publishAt", now),
    )
    .order("desc")
    .take(limit);
}

async function getAnnouncement(
  ctx: QueryCtx,
  announcementId: Id<"announcements">,
): Promise<Doc<"announcements">> {
  const announcement = await ctx.db.get("announcements", announcementId);
  return announcement ?? refuse("not_found", { label: "This announcement" });
}

function viewOf(announcement: Doc<"announcements">): Announcement {
  return { _id: announcement._id, ...fieldsOf(announcement) };
}

function fieldsOf({ title, body, pinned, publishAt, author }: Fields): Fields {
  return { title, body, pinned, publishAt, author };
}
