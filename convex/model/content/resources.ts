/** Links that help participants. publication.ts explains how queries use the clock. */
import { v } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import schema from "../../schema";
import {
  newResourceSchema,
  resourceSchema,
  type EditableResource,
  type Resource,
  type NextChange,
} from "../../shared/content";
import { isSafeAddress } from "../../shared/text";
import { contentOf } from "./content";
import { listScheduledToo, nextPublication, published } from "./publication";

const MAX_SHOWN = 100;

/** A resource as organisers get it. */
const row = schema.tables.resources.validator.extend({
  _id: v.id("resources"),
});

/** The same as participants get it. */
export const shownRow = row.omit("publishAt", "order");

export const content = contentOf({
  table: "resources",
  noun: "resource",
  row,
  edited: resourceSchema,
  added: newResourceSchema,
  fieldsOf: published,
  listAll: async (ctx) =>
    (await listScheduledToo(ctx, "resources")).toSorted(byOrder),
});

/**
 * Returns what is out, sorted by `order` and title, and when the next one comes
 * out. A row that was typed by hand and whose URL is not safe is skipped.
 */
export async function listPublished(
  ctx: QueryCtx,
): Promise<{ resources: Resource[]; next: NextChange }> {
  const now = Date.now();
  const newest = await ctx.db
    .query("resources")
    .withIndex("by_publish_at", (q) =>
      q.gte("publishAt", 0).lte("publishAt", now),
    )
    .order("desc")
    .take(MAX_SHOWN);
  return {
    resources: newest
      .map((resource) => ({ ...resource, url: resource.url.trim() }))
      .filter(({ url }) => isSafeAddress(url))
      .toSorted(byOrder)
      .map(({ _id, title, url, description }) => ({
        _id,
        title,
        url,
        description,
      })),
    next: await nextPublication(ctx, "resources", now),
  };
}

function byOrder(one: EditableResource, other: EditableResource): number {
  return one.order - other.order || one.title.localeCompare(other.title);
}
