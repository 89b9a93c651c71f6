/**
 * The only writer of `checkIns`. One row per person: the check-in that counts, which is the
 * earliest, the last other one, and the last undo. Nothing else is kept of where a person
 * has been.
 *
 * Phones repeat what they send until it is answered, and may send it hours later. So a
 * check-in and an undo are known by their keys, and of several check-ins the earliest counts,
 * whatever the order in which they arrive.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  MAX_LATE_MS,
  type Arrivals,
  type CheckedInPerson,
  type CheckInOutcome,
  type DeskArrivals,
  type DeskList,
  type StoredCheckIn,
} from "../../shared/checkIns";
import { refuse } from "../../shared/errors";
import * as Settings from "../content/settings";
import { readBounded } from "../platform/boundedRead";
import * as Viewer from "../platform/viewer";
import * as Passes from "./passes";

const MINUTE_MS = 60 * 1000;

type User = Doc<"users">;

/**
 * Checks a person in.
 * @throws `check_in_closed`, `not_found`, `participants_only`
 */
export async function record(
  ctx: MutationCtx,
  by: User,
  {
    uid: userId,
    at: claimedAt,
    ...sent
  }: Omit<StoredCheckIn, "byId"> & { uid: User["_id"] },
): Promise<CheckInOutcome> {
  const at = possible(claimedAt);
  await Settings.requireCheckInOpenAt(ctx, at);
  const user = await ctx.db.get("users", userId);
  if (user === null) return refuse("not_found", { label: "This account" });
  Viewer.requireTakingPart(user);
  const scanned: StoredCheckIn = { ...sent, at, byId: by._id };
  const row = await find(ctx, userId);
  if (row === null) {
    await ctx.db.insert("checkIns", { userId, first: scanned });
    return { status: "first", first: momentOf(scanned) };
  }
  const { first, again, undone } = row;
  if (undone?.checkInKeys.includes(scanned.key) || first?.key === scanned.key)
    return { status: "repeated", first: momentOf(first ?? scanned) };
  if (first === null) {
    await ctx.db.patch("checkIns", row._id, { first: scanned });
    return { status: "first", first: momentOf(scanned) };
  }
  if (again?.key === scanned.key)
    return { status: "again", first: momentOf(first) };
  const [earlier, later] = at < first.at ? [scanned, first] : [first, scanned];
  await ctx.db.patch("checkIns", row._id, { first: earlier, again: later });
  return {
    status: earlier === scanned ? "first" : "again",
    first: momentOf(earlier),
  };
}

/**
 * Undoes the check-ins that a person had when somebody pressed it. One that was made later
 * stays. Without one, nothing happens.
 */
export async function undo(
  ctx: MutationCtx,
  by: User,
  { uid, key, at: claimedAt }: { uid: User["_id"]; key: string; at: number },
): Promise<void> {
  const row = await find(ctx, uid);
  if (!row?.first || row.undone?.key === key) return;
  const at = possible(claimedAt);
  const known = [row.first, ...(row.again ? [row.again] : [])];
  const gone = known.filter((checkIn) => checkIn.at <= at);
  if (gone.length === 0) return;
  await ctx.db.patch("checkIns", row._id, {
    first: known.find((checkIn) => checkIn.at > at) ?? null,
    again: undefined,
    undone: {
      key,
      checkInKeys: gone.map((checkIn) => checkIn.key),
      at,
      byId: by._id,
    },
  });
}

/** Returns when the person has arrived; null before that. */
export async function arrivalOf(ctx: QueryCtx, userId: User["_id"]) {
  return (await find(ctx, userId))?.first?.at ?? null;
}

/** Returns the rows of everybody who was ever checked in, up to the limit of one read. */
export async function listRows(ctx: QueryCtx) {
  return readBounded(ctx.db.query("checkIns").withIndex("by_creation_time"));
}

/** Counts arrivals by the minute and by desk. */
export async function countArrivals(ctx: QueryCtx): Promise<Arrivals> {
  const { rows } = await listRows(ctx);
  const minutes = new Map<number, number>();
  const desks = new Map<string, number>();
  const firsts = rows.flatMap(({ first }) => first ?? []);
  for (const { at, desk } of firsts) {
    const minute = at - (at % MINUTE_MS);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    desks.set(desk, (desks.get(desk) ?? 0) + 1);
  }
  return {
    arrived: firsts.length,
    minutes: [...minutes]
      .map(([at, count]) => ({ at, count }))
      .toSorted((one, other) => one.at - other.at),
    desks: [...desks]
      .map(([desk, count]) => ({ desk, count }))
      .toSorted((one, other) => one.desk.localeCompare(other.desk)),
    again: rows.filter(({ again }) => again !== undefined).length,
  };
}

/** Returns who may come: participants, and whoever else is in a team. */
export async function listForDesk(ctx: QueryCtx): Promise<DeskList> {
  const [users, teams] = await readPeople(ctx);
  return {
    publicKey: await Passes.publicKey(),
    people: users.rows.filter(isExpected).map((user) => ({
      uid: user._id,
      name: user.displayName,
      college: user.college ?? "",
      teamId: user.teamId,
      teamName: teams.nameOf(user.teamId),
    })),
    isComplete: users.isComplete && teams.isComplete,
  };
}

/** Returns who has come, up to the limit of one read. */
export async function listArrived(ctx: QueryCtx): Promise<DeskArrivals> {
  const { rows } = await listRows(ctx);
  return rows.flatMap((row) =>
    row.first === null
      ? []
      : {
          uid: row.userId,
          ...momentOf(row.first),
          guardianFormSeen: hasSeenForm(row),
        },
  );
}

/** Returns everybody who was ever checked in, for organisers. */
export async function listForOrganisers(ctx: QueryCtx) {
  const [users, teams] = await readPeople(ctx);
  const checkIns = await listRows(ctx);
  const rowOf = new Map(checkIns.rows.map((row) => [row.userId, row]));
  const names = new Map(users.rows.map((user) => [user._id, user.displayName]));
  const seen = ({ at, desk, byId }: StoredCheckIn) => ({
    at,
    desk,
    by: names.get(byId) ?? "",
  });
  const people = users.rows.flatMap((user): CheckedInPerson | [] => {
    const row = rowOf.get(user._id);
    if (row === undefined) return [];
    const { first, again, undone } = row;
    return {
      uid: user._id,
      name: user.displayName,
      email: user.email,
      college: user.college ?? "",
      teamName: teams.nameOf(user.teamId),
      first: first && seen(first),
      guardianFormSeen: hasSeenForm(row),
      isByList: first?.isByList ?? true,
      again: again ? seen(again) : null,
      undone: undone
        ? { at: undone.at, by: names.get(undone.byId) ?? "" }
        : null,
    };
  });
  return {
    people,
    isComplete: users.isComplete && teams.isComplete && checkIns.isComplete,
  };
}

/** Returns what is stored of a person's arrival, for their own download. */
export async function collect(ctx: QueryCtx, userId: User["_id"]) {
  const row = await find(ctx, userId);
  if (row === null) return null;
  return {
    first: row.first && momentOf(row.first),
    again: row.again ? momentOf(row.again) : null,
    undoneAt: row.undone?.at ?? null,
    guardianFormSeen: hasSeenForm(row),
  };
}

export async function removeOf(ctx: MutationCtx, userId: User["_id"]) {
  const row = await find(ctx, userId);
  if (row !== null) await ctx.db.delete("checkIns", row._id);
}

async function find(ctx: QueryCtx, userId: User["_id"]) {
  return ctx.db
    .query("checkIns")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();
}

async function readPeople(ctx: QueryCtx) {
  const users = await readBounded(
    ctx.db.query("users").withIndex("by_creation_time"),
  );
  const teams = await readBounded(
    ctx.db.query("teams").withIndex("by_creation_time"),
  );
  const names = new Map(teams.rows.map(({ _id, name }) => [_id, name]));
  const nameOf = (id: Id<"teams"> | null) => (id && names.get(id)) ?? null;
  return [users, { ...teams, nameOf }] as const;
}

function isExpected({ role, teamId }: User): boolean {
  return role === "participant" || teamId !== null;
}

/** A phone's time, unless its clock is wrong: nobody arrives later than now. */
function possible(at: number): number {
  const now = Date.now();
  return at > now - MAX_LATE_MS ? Math.min(at, now) : now;
}

function momentOf({ at, desk }: StoredCheckIn) {
  return { at, desk };
}

function hasSeenForm(row?: Doc<"checkIns">): boolean {
  return [row?.first, row?.again].some((checkIn) => checkIn?.guardianFormSeen);
}
