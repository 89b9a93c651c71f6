/**
 * Messages to all devices: announcements that organisers send to phones, and reminders of the
 * schedule. The only writer of `pushes`.
 *
 * A message goes out page by page: an action sends a page and reports what became of it, and
 * the mutation that notes the report schedules the next page. A process that ends in between
 * loses the rest of a message: it is worth less than a phone that rings twice.
 */
import { v, type Infer } from "convex/values";
import { pick } from "convex-helpers";
import { zodToConvexFields } from "convex-helpers/server/zod4";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { indianTime } from "../platform/shared/indianTime";
import {
  deviceSchema,
  messageValidator,
  REMINDER_LEAD_MS,
  type Push,
} from "./shared";
import * as Settings from "../settings/settings";
import { inAddress, sha256 } from "../platform/digest";
import { MAX_ATTEMPTS, pauseAfter } from "../platform/retry";
import { withinReach } from "../platform/scheduling";
import * as Devices from "./devices";
import { outcomeValidator, type Outcome } from "./request";

/** How many devices an action sends to. */
const PAGE = 100;
/** Push services carry four kilobytes, and phones show a few lines. */
const MAX_BODY_LENGTH = 300;
/** How long a push service keeps it for a phone that is off. */
const ANNOUNCEMENT_TTL_SECONDS = 12 * 60 * 60;
/** How many messages organisers see. */
const MAX_SHOWN = 200;

/** What an action sends, and to whom: a page of all devices, or those that are named. */
export const sendingValidator = v.object({
  pushId: v.id("pushes"),
  message: messageValidator,
  expiresAt: v.number(),
  cursor: v.nullable(v.string()),
  only: v.optional(v.array(v.id("pushSubscriptions"))),
  attempt: v.number(),
});
type Sending = Infer<typeof sendingValidator>;

/** Schedules the message of an announcement that was added or edited. */
export async function scheduleAnnouncement(
  ctx: MutationCtx,
  id: Id<"announcements">,
): Promise<void> {
  const row = await ctx.db.get("announcements", id);
  if (!row?.toPhones) return;
  const { announce } = internal.push.jobs;
  await ctx.scheduler.runAt(withinReach(row.publishAt), announce, { id });
}

/** Sends an announcement that is out. A correction of its words goes out too, and replaces it. */
export async function announce(ctx: MutationCtx, id: Id<"announcements">) {
  const row = await ctx.db.get("announcements", id);
  if (!row?.toPhones || row.removedAt !== undefined) return;
  if (row.publishAt > Date.now()) return scheduleAnnouncement(ctx, id);
  await publish(ctx, id, {
    title: row.title,
    body: row.body,
    path: "/dashboard",
    expiresAt: Date.now() + ANNOUNCEMENT_TTL_SECONDS * 1000,
  });
}

/** Schedules the reminder of an entry that was added or edited. */
export async function scheduleReminder(ctx: MutationCtx, id: Id<"schedule">) {
  const row = await ctx.db.get("schedule", id);
  if (row === null || row.startsAt <= Date.now()) return;
  const { remind } = internal.push.jobs;
  const at = withinReach(row.startsAt - REMINDER_LEAD_MS);
  await ctx.scheduler.runAt(at, remind, { id });
}

/** Schedules those of all entries that come. */
export async function scheduleReminders(ctx: MutationCtx): Promise<void> {
  const rows = await ctx.db
    .query("schedule")
    .withIndex("by_starts_at", (q) => q.gt("startsAt", Date.now()))
    .take(MAX_SHOWN);
  for (const { _id } of rows) await scheduleReminder(ctx, _id);
}

/** Reminds of an entry, if it still begins in ten minutes and organisers want reminders. */
export async function remind(ctx: MutationCtx, id: Id<"schedule">) {
  const row = await ctx.db.get("schedule", id);
  const { phoneReminders } = await Settings.getCurrent(ctx);
  if (phoneReminders !== true || row === null) return;
  const { title, startsAt, place, wholeDay, isCancelled } = row;
  const inMs = startsAt - Date.now();
  if (wholeDay || isCancelled || row.removedAt || inMs <= 0) return;
  if (inMs > REMINDER_LEAD_MS) return scheduleReminder(ctx, id);
  await publish(ctx, id, {
    title,
    body: [`Begins ${indianTime(startsAt)}`, ...(place ? [place] : [])].join(
      " · ",
    ),
    path: "/schedule",
    expiresAt: startsAt,
  });
}

/** Starts a message, unless the last one about this said the same. */
async function publish(
  ctx: MutationCtx,
  about: string,
  {
    title,
    body,
    path,
    expiresAt,
  }: { title: string; body: string; path: string; expiresAt: number },
): Promise<void> {
  const digest = await sha256(`${title}\n${body}`);
  const last = await lastAbout(ctx, about);
  if (last?.digest === digest) return;
  const counts = { accepted: 0, refused: 0, unable: 0 };
  const pushId = await ctx.db.insert("pushes", {
    about,
    digest,
    at: Date.now(),
    ...counts,
  });
  const shown =
    body.length > MAX_BODY_LENGTH ? `${body.slice(0, MAX_BODY_LENGTH)}…` : body;
  const tag = inAddress(await sha256(about)).slice(0, 32);
  await ctx.scheduler.runAfter(0, internal.push.jobs.send, {
    pushId,
    message: { title, body: shown, path, tag },
    expiresAt,
    cursor: null,
    attempt: 1,
  });
}

async function lastAbout(ctx: QueryCtx, about: string) {
  return ctx.db
    .query("pushes")
    .withIndex("by_about", (q) => q.eq("about", about))
    .order("desc")
    .first();
}

const deviceValidator = v.object({
  id: v.id("pushSubscriptions"),
  ...zodToConvexFields(deviceSchema.shape),
});
/** The devices of a page, and where the next one begins; null after the last. */
export const pageValidator = v.object({
  devices: v.array(deviceValidator),
  next: v.nullable(v.string()),
});

/** What became of a page. */
export const reportValidator = v.object({
  outcomes: v.array(
    deviceValidator.pick("id", "endpoint").extend({ is: outcomeValidator }),
  ),
  next: v.nullable(v.string()),
});

/** Returns the devices that an action sends to: none when what it says was corrected or removed meanwhile. */
export async function readPage(
  ctx: QueryCtx,
  { pushId, only, cursor }: Pick<Sending, "pushId" | "only" | "cursor">,
): Promise<Infer<typeof pageValidator>> {
  if (!(await isStillSaid(ctx, pushId))) return { devices: [], next: null };
  const { page, isDone, continueCursor } = only
    ? { page: await getAll(ctx, only), isDone: true, continueCursor: "" }
    : await ctx.db
        .query("pushSubscriptions")
        .withIndex("by_creation_time")
        .paginate({ cursor, numItems: PAGE });
  const devices: Infer<typeof deviceValidator>[] = [];
  for (const { _id: id, ...row } of page)
    if (await Devices.isSignedIn(ctx, row))
      devices.push({ id, ...pick(row, ["endpoint", "p256dh", "auth"]) });
  return { devices, next: isDone ? null : continueCursor };
}

async function isStillSaid(ctx: QueryCtx, pushId: Id<"pushes">) {
  const push = await ctx.db.get("pushes", pushId);
  if (push === null) return false;
  const { about } = push;
  const newest = await lastAbout(ctx, about);
  const announcement = ctx.db.normalizeId("announcements", about);
  const entry = ctx.db.normalizeId("schedule", about);
  const row =
    (announcement && (await ctx.db.get("announcements", announcement))) ??
    (entry && (await ctx.db.get("schedule", entry)));
  const isThere = row !== null && row.removedAt === undefined;
  return newest?._id === pushId && isThere;
}

/**
 * Notes what became of a page: deletes devices that are gone, sends later what may be taken
 * later, and goes on with the next page. A device that is refused goes only if its push
 * service has taken the message for another one: else it is our key that is refused, or
 * our runtime that cannot encrypt.
 */
export async function settle(
  ctx: MutationCtx,
  sending: Sending,
  { outcomes, next }: Infer<typeof reportValidator>,
): Promise<void> {
  const push = await ctx.db.get("pushes", sending.pushId);
  if (push === null) return;
  const having = (...wanted: Outcome[]) =>
    outcomes.filter(({ is }) => wanted.includes(is));
  const taking = new Set(
    having("accepted").map(({ endpoint }) => new URL(endpoint).host),
  );
  const ending = [
    ...having("gone"),
    ...having("refused", "unable").filter(({ endpoint }) =>
      taking.has(new URL(endpoint).host),
    ),
  ];
  for (const { id } of ending)
    if (await ctx.db.get("pushSubscriptions", id))
      await ctx.db.delete("pushSubscriptions", id);
  await ctx.db.patch("pushes", push._id, {
    accepted: push.accepted + having("accepted").length,
    refused: push.refused + having("refused").length,
    unable: push.unable + having("unable").length,
  });
  const { send } = internal.push.jobs;
  const failed = having("failed").map(({ id }) => id);
  if (failed.length > 0 && sending.attempt < MAX_ATTEMPTS)
    await ctx.scheduler.runAfter(pauseAfter(sending.attempt), send, {
      ...sending,
      cursor: null,
      only: failed,
      attempt: sending.attempt + 1,
    });
  if (next !== null)
    await ctx.scheduler.runAfter(0, send, { ...sending, cursor: next });
}

/** Returns the last messages, the newest first, one for each thing that they are about. */
export async function listForOrganisers(ctx: QueryCtx): Promise<Push[]> {
  const rows = await ctx.db
    .query("pushes")
    .withIndex("by_creation_time")
    .order("desc")
    .take(MAX_SHOWN);
  const newest = new Map<string, Push>();
  for (const { about, at, accepted, refused, unable } of rows)
    if (!newest.has(about))
      newest.set(about, { about, at, accepted, refused, unable });
  return [...newest.values()];
}

async function getAll(ctx: QueryCtx, ids: readonly Id<"pushSubscriptions">[]) {
  const rows: Doc<"pushSubscriptions">[] = [];
  for (const id of ids) {
    const row = await ctx.db.get("pushSubscriptions", id);
    if (row !== null) rows.push(row);
  }
  return rows;
}
