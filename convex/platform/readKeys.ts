/**
 * The read keys that many pages share. The only writer of `readKeys`, which has a row for
 * the listings, one for the notices (announcements and resources), and one for the
 * description of each team's project.
 *
 * The result of a query that reads the caller's identity is cached per caller. With a
 * read key in its arguments it need not read the identity: thousands of pages send the
 * same query, and it runs once for each change. A key is a random secret that only those
 * who may read get. Jobs replace the key of listings every hour and that of notices every
 * day. That of listings is also replaced when an account is deleted or somebody is
 * reported, and that of a description when somebody leaves the team, when all sessions of
 * a member end, and when the description begins a new edition. The former key is void from then on:
 * otherwise whoever once had an account could go on reading without end. Somebody who
 * gives a key away reveals only what they could copy anyway.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { randomKey } from "./digest";
import * as Viewer from "./viewer";

type ReadKey = Doc<"readKeys">;
/** What is read: something that all pages show, or the description of this team. */
type Scope = ReadKey["scope"];
type Description = NonNullable<ReadKey["description"]>;

/** Returns the key; null until it is created. */
export async function keyOf(ctx: QueryCtx, scope: Scope) {
  return (await findRow(ctx, scope))?.key ?? null;
}

/**
 * Returns true if the key is valid. Without one, the caller must be signed in, and take
 * part to read listings, and the result is not shared.
 */
export async function admits(
  ctx: QueryCtx,
  scope: "listings" | "notices",
  key: string | undefined,
): Promise<boolean> {
  if (key !== undefined) return key === (await keyOf(ctx, scope));
  const viewer = await Viewer.find(ctx);
  return viewer !== null && (scope === "notices" || Viewer.takesPart(viewer));
}

/** Returns the description that is read with a key; null if the key is not valid. */
export async function findDescription(ctx: QueryCtx, key: string) {
  return (await findByKey(ctx, key))?.description ?? null;
}

/** Returns the team whose key it is, and the token of its room; null if the key is not valid. */
export async function findRoom(ctx: QueryCtx, key: string) {
  const row = await findByKey(ctx, key);
  if (row === null || row.scope === "listings" || row.scope === "notices")
    return null;
  return { teamId: row.scope, roomToken: row.roomToken };
}

/**
 * Creates the first key, or replaces it: the former one is void.
 * @param description what is read with a team's key
 */
export async function replace(
  ctx: MutationCtx,
  scope: Scope,
  description?: Description,
): Promise<void> {
  const row = await findRow(ctx, scope);
  const fresh = { key: randomKey(), ...(description && { description }) };
  if (row === null) await ctx.db.insert("readKeys", { scope, ...fresh });
  else await ctx.db.patch("readKeys", row._id, fresh);
}

/** Returns what is read with a team's key; null for a team without a project. */
export async function descriptionOf(ctx: QueryCtx, scope: Scope) {
  return (await findRow(ctx, scope))?.description ?? null;
}

/** Returns the keys of teams, of which each that has a project has one. */
export function queryOfTeams(ctx: QueryCtx) {
  // Those of listings and notices have no description.
  return ctx.db
    .query("readKeys")
    .withIndex("by_creation_time")
    .filter((q) => q.neq(q.field("description"), undefined));
}

/**
 * Stores the token of the presence component for a team's room.
 * @returns false if the team has no key yet
 */
export async function noteRoom(
  ctx: MutationCtx,
  scope: Scope,
  roomToken: string,
): Promise<boolean> {
  const row = await findRow(ctx, scope);
  if (row !== null && row.roomToken !== roomToken)
    await ctx.db.patch("readKeys", row._id, { roomToken });
  return row !== null;
}

/** Replaces the key, if there is one. */
export async function renew(ctx: MutationCtx, scope: Scope): Promise<void> {
  if ((await findRow(ctx, scope)) !== null) await replace(ctx, scope);
}

/** Deletes the key of a team whose project is about to be deleted. */
export async function remove(ctx: MutationCtx, scope: Scope): Promise<void> {
  const row = await findRow(ctx, scope);
  if (row !== null) await ctx.db.delete("readKeys", row._id);
}

async function findRow(ctx: QueryCtx, scope: Scope): Promise<ReadKey | null> {
  return ctx.db
    .query("readKeys")
    .withIndex("by_scope", (q) => q.eq("scope", scope))
    .first();
}

async function findByKey(ctx: QueryCtx, key: string): Promise<ReadKey | null> {
  return ctx.db
    .query("readKeys")
    .withIndex("by_key", (q) => q.eq("key", key))
    .first();
}
