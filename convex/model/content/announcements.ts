/** What organisers tell the participants. publication.ts explains how queries use the clock. */
import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import schema from "../../schema";
import {
  announcementSchema,
  newAnnouncementSchema,
  type Announcement,
  type NextChange,
} from "../../shared/content";
import { contentOf, rowOf } from "./content";
import { listScheduledToo, nextPublication, published } from "./publication";

const MAX_SHOWN = 100;

/** An announcement as pages get it. */
export const row = schema.tables.announcements.validator.extend({
  _id: v.id("announcements"),
});

/** The author is the organiser who publishes, whoever edits it later. */
export const content = contentOf({
  table: "announcements",
  noun: "announcement",
  verb: "published",
  row,
  edited: announcementSchema,
  added: newAnnouncementSchema,
  fieldsOf: (draft, { displayName }) => ({
    ...published(draft),
    author: displayName,
  }),
  listAll: (ctx) => listScheduledToo(ctx, "announcements"),
});

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
  return {
    announcements: [...pinned, ...others].map(rowOf),
    next: await nextPublication(ctx, "announcements", now),
  };
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
