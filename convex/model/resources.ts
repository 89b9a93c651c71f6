/**
 * Reads `resources`, which organisers write in the data browser. publication.ts
 * explains how queries use the clock.
 */
import type { QueryCtx } from "../_generated/server";
import { LAST_INSTANT_MS } from "../shared/limits";
import type { NextChange, Resource } from "../shared/validators";
import { nextChange } from "./publication";

const MAX_RESOURCES = 100;

/**
 * A path of this site or an https URL. Browsers treat `/\` as `//`, which leads
 * to another site.
 */
const SAFE_ADDRESS = /^(?:\/(?![/\\])|https:\/\/[^\s/])\S*$/iu;

/**
 * Returns what is out, sorted by `order` and title, and when the next one comes
 * out. A row whose URL is neither a page of this site nor https is skipped: such a
 * link could run a script or lead to a site without encryption.
 */
export async function listPublished(
  ctx: QueryCtx,
): Promise<{ resources: Resource[]; next: NextChange }> {
  const now = Date.now();
  const published = await ctx.db
    .query("resources")
    .withIndex("by_publish_at", (q) =>
      q.gte("publishAt", 0).lte("publishAt", now),
    )
    .order("desc")
    .take(MAX_RESOURCES);
  const upcoming = await ctx.db
    .query("resources")
    .withIndex("by_publish_at", (q) =>
      q.gt("publishAt", now).lte("publishAt", LAST_INSTANT_MS),
    )
    .first();
  const resources = published
    .map((resource) => ({ ...resource, url: resource.url.trim() }))
    .filter(({ url }) => SAFE_ADDRESS.test(url))
    .toSorted((a, b) => a.order - b.order || a.title.localeCompare(b.title))
    .map(({ _id, title, url, description }) => ({
      _id,
      title,
      url,
      description,
    }));
  return { resources, next: nextChange(upcoming, now) };
}
