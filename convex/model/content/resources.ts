/**
 * Writes `resources`. Besides this module, only firstContent.ts and organisers in
 * the data browser do. publication.ts explains how queries use the clock.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changesBetween } from "../../shared/changes";
import { refuse } from "../../shared/errors";
import { LAST_INSTANT_MS } from "../../shared/limits";
import { isSafeAddress } from "../../shared/text";
import type {
  EditableResource,
  NextChange,
  Resource,
} from "../../shared/validators";
import * as AuditLog from "../platform/auditLog";
import { nextChange } from "./publication";

const MAX_RESOURCES = 100;
const MAX_ALL = 200;

type Fields = Omit<EditableResource, "_id">;

/**
 * Returns what is out, sorted by `order` and title, and when the next one comes
 * out. A row that was typed by hand and whose URL is not safe is skipped.
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
    .filter(({ url }) => isSafeAddress(url))
    .toSorted(byOrder)
    .map(({ _id, title, url, description }) => ({
      _id,
      title,
      url,
      description,
    }));
  return { resources, next: nextChange(upcoming, now) };
}

/** Returns those that are out and those to come, sorted by `order` and title. */
export async function listAll(ctx: QueryCtx): Promise<EditableResource[]> {
  const resources = await ctx.db
    .query("resources")
    .withIndex("by_publish_at", (q) =>
      q.gte("publishAt", 0).lte("publishAt", LAST_INSTANT_MS),
    )
    .order("desc")
    .take(MAX_ALL);
  return resources
    .toSorted(byOrder)
    .map((resource) => ({ _id: resource._id, ...fieldsOf(resource) }));
}

/** Adds a resource, out from `publishAt` on (null: now), and returns its id. */
export async function add(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  draft: Omit<Fields, "publishAt"> & { publishAt: number | null },
): Promise<Id<"resources">> {
  const fields = { ...draft, publishAt: draft.publishAt ?? Date.now() };
  const resourceId = await ctx.db.insert("resources", fields);
  await AuditLog.record(ctx, organiser, {
    action: "resource added",
    target: fields.title,
    before: null,
    after: fields,
  });
  return resourceId;
}

/** Replaces all fields of a resource. @throws `not_found` */
export async function edit(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { resourceId, draft }: { resourceId: Id<"resources">; draft: Fields },
): Promise<void> {
  const resource = await getResource(ctx, resourceId);
  const changes = changesBetween(fieldsOf(resource), draft);
  if (changes === null) return;
  await ctx.db.patch("resources", resourceId, draft);
  await AuditLog.record(ctx, organiser, {
    action: "resource edited",
    target: resource.title,
    ...changes,
  });
}

/** Deletes a resource. @throws `not_found` */
export async function remove(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  resourceId: Id<"resources">,
): Promise<void> {
  const resource = await getResource(ctx, resourceId);
  await ctx.db.delete("resources", resourceId);
  await AuditLog.record(ctx, organiser, {
    action: "resource removed",
    target: resource.title,
    before: fieldsOf(resource),
    after: null,
  });
}

async function getResource(
  ctx: QueryCtx,
  resourceId: Id<"resources">,
): Promise<Doc<"resources">> {
  const resource = await ctx.db.get("resources", resourceId);
  return resource ?? refuse("not_found", { label: "This resource" });
}

function byOrder(one: Fields, other: Fields): number {
  return one.order - other.order || one.title.localeCompare(other.title);
}

function fieldsOf({
  title,
  url,
  description,
  publishAt,
  order,
}: Fields): Fields {
  return { title, url, description, publishAt, order };
}
