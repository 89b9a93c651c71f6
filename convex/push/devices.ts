/**
 * The devices that get messages. The only writer of `pushSubscriptions`. A device belongs to
 * the session that registered it: after a logout it gets nothing more.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Device } from "./shared";
import { readBounded } from "../platform/boundedRead";
import * as RateLimits from "../platform/rateLimits";

type Row = Doc<"pushSubscriptions">;

/** How many devices of a person get messages; the oldest goes for a new one. A message to each costs time. */
const MAX_DEVICES = 10;
/** The same for an account that is younger than a day: strangers have many of these. */
const MAX_YOUNG_DEVICES = 3;
const YOUNG_MS = 24 * 60 * 60 * 1000;

/** Registers a device, again at each opening: then nothing changes. */
export async function register(
  ctx: MutationCtx,
  owner: { userId: Id<"users">; sessionId: Id<"authSessions"> },
  device: Device,
): Promise<void> {
  const row = await find(ctx, device.endpoint);
  const fresh = { ...owner, ...device };
  const isSame =
    row?.sessionId === fresh.sessionId &&
    row.p256dh === fresh.p256dh &&
    row.auth === fresh.auth;
  if (isSame) return;
  await RateLimits.requireAndTake(ctx, "registerDevice", owner.userId);
  if (row !== null) await ctx.db.delete("pushSubscriptions", row._id);
  const own = await listOf(ctx, owner.userId);
  const user = await ctx.db.get("users", owner.userId);
  const isYoung = Date.now() - (user?.createdAt ?? 0) < YOUNG_MS;
  const most = isYoung ? MAX_YOUNG_DEVICES : MAX_DEVICES;
  for (const { _id } of own.slice(0, Math.max(0, own.length + 1 - most)))
    await ctx.db.delete("pushSubscriptions", _id);
  await ctx.db.insert("pushSubscriptions", fresh);
}

/** Ends the messages to a device of the person. */
export async function unregister(
  ctx: MutationCtx,
  userId: Id<"users">,
  endpoint: string,
): Promise<void> {
  const row = await find(ctx, endpoint);
  if (row?.userId === userId) await ctx.db.delete("pushSubscriptions", row._id);
}

/** Returns a person's devices, the oldest first. */
export async function listOf(ctx: QueryCtx, userId: Id<"users">) {
  return ctx.db
    .query("pushSubscriptions")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_DEVICES);
}

/** Deletes them. */
export async function removeAllOf(ctx: MutationCtx, userId: Id<"users">) {
  for (const { _id } of await listOf(ctx, userId))
    await ctx.db.delete("pushSubscriptions", _id);
}

/** Deletes those that sessions registered which have ended. */
export async function removeAllOfSessions(
  ctx: MutationCtx,
  sessionIds: readonly Id<"authSessions">[],
): Promise<void> {
  for (const sessionId of sessionIds)
    for await (const { _id } of ctx.db
      .query("pushSubscriptions")
      .withIndex("by_session", (q) => q.eq("sessionId", sessionId)))
      await ctx.db.delete("pushSubscriptions", _id);
}

/** Returns how many devices are registered, up to the limit of one read. */
export async function count(ctx: QueryCtx): Promise<number> {
  const { rows } = await readBounded(
    ctx.db.query("pushSubscriptions").withIndex("by_creation_time"),
  );
  return rows.length;
}

/** Whether the session is still there that registered the device. */
export async function isSignedIn(
  ctx: QueryCtx,
  { sessionId }: Pick<Row, "sessionId">,
): Promise<boolean> {
  return (await ctx.db.get("authSessions", sessionId)) !== null;
}

async function find(ctx: QueryCtx, endpoint: string): Promise<Row | null> {
  return ctx.db
    .query("pushSubscriptions")
    .withIndex("by_endpoint", (q) => q.eq("endpoint", endpoint))
    .first();
}
