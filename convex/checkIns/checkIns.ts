/**
 * The only writer of `checkIns`. One row per person: the check-ins that nobody has taken back,
 * of which the earliest counts, the last undo, and whether a guardian's form was seen. Nothing
 * else is kept of where a person has been.
 *
 * Phones repeat what they send until it is answered, and may send it hours later. So each has
 * the time at which it was pressed, and the row is the same in whatever order they arrive: an
 * undo takes back all that was pressed up to its time. Keys tell what is sent again, because
 * the time of a wrong clock is when it arrives.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import {
  MAX_LATE_MS,
  type Arrivals,
  type CheckedInPerson,
  type CheckInOutcome,
  type DeskArrivals,
  type DeskList,
  type StoredCheckIn,
} from "./shared/checkIns";
import { refuse } from "../platform/shared/errors";
import * as Settings from "../settings/settings";
import { readBounded } from "../platform/boundedRead";
import * as Viewer from "../platform/viewer";
import * as Passes from "./passes";
import * as Users from "../people/users";
import * as Teams from "../teams/teams";

const MINUTE_MS = 60 * 1000;

type User = Doc<"users">;
type Row = Doc<"checkIns">;

/** More than anybody is scanned, and more than phones send again. */
const MAX_BETWEEN = 30;
const MAX_KEYS = 200;

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
  const at = clampToNow(claimedAt);
  const scanned: StoredCheckIn = { ...sent, at, byId: by._id };
  const isScanned = (other?: StoredCheckIn | null) => other?.key === sent.key;
  const row = await find(ctx, userId);
  const { scans, undone, form } = keptOf(row);
  if (isScanned(row?.first) || undone?.checkInKeys.includes(sent.key))
    return { status: "repeated", first: momentOf(row?.first ?? scanned) };
  if (row?.first && scans.some(isScanned))
    return { status: "again", first: momentOf(row.first) };
  await Settings.requireCheckInOpenAt(ctx, at);
  await requireComing(ctx, userId);
  const first = await write(ctx, userId, row, {
    scans: [...scans, scanned],
    undone,
    form: lastWord([form, tickOf(scanned)]),
  });
  const counted = isScanned(first) ? "first" : "again";
  return {
    status: isLeft(scanned, undone) ? counted : "undone",
    first: momentOf(first ?? scanned),
  };
}

/**
 * Undoes what a person had when somebody pressed it: check-ins, and a form that was seen. What
 * was made later stays. Without an account, nothing happens.
 */
export async function undo(
  ctx: MutationCtx,
  by: User,
  { uid, key, at: claimedAt }: { uid: User["_id"]; key: string; at: number },
): Promise<void> {
  if ((await ctx.db.get("users", uid)) === null) return;
  const row = await find(ctx, uid);
  const { undone: before, ...kept } = keptOf(row);
  const keys = before ? [before.key, ...before.checkInKeys] : [];
  if (keys.includes(key)) return;
  const made = { key, at: clampToNow(claimedAt), byId: by._id };
  const last = before && inOrder(before, made) > 0 ? before : made;
  const checkInKeys = [...new Set([...keys, key])];
  await write(ctx, uid, row, { ...kept, undone: { ...last, checkInKeys } });
}

/**
 * Notes that the form of a person's guardian was seen, or that it was not after all.
 * @throws `not_found`, `participants_only`
 */
export async function noteForm(
  ctx: MutationCtx,
  { uid, at, isSeen }: { uid: User["_id"]; at: number; isSeen: boolean },
): Promise<void> {
  await requireComing(ctx, uid);
  const row = await find(ctx, uid);
  const { form, ...kept } = keptOf(row);
  const said = lastWord([form, { at: clampToNow(at), isSeen }]);
  await write(ctx, uid, row, { ...kept, form: said });
}

/** Returns when the person has arrived; null before that. */
export async function arrivalOf(ctx: QueryCtx, userId: User["_id"]) {
  return (await find(ctx, userId))?.first?.at ?? null;
}

/** Returns the teams of which somebody has arrived, up to the limit of one read. */
export async function listArrivedTeams(ctx: QueryCtx) {
  const { rows } = await listRows(ctx);
  const here = rows.filter(({ first }) => first !== null);
  const people = await Promise.all(
    here.map(({ userId }) => ctx.db.get("users", userId)),
  );
  return new Set(people.flatMap((user) => user?.teamId ?? []));
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
    publicKey: await Passes.publicKey(ctx),
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

/** Returns who has come, or what has changed after a time, up to the limit of one read. */
export async function listArrived(
  ctx: QueryCtx,
  after?: number,
): Promise<DeskArrivals> {
  const { rows } = await readBounded(
    ctx.db
      .query("checkIns")
      .withIndex("by_changed_at", (q) =>
        after === undefined ? q : q.gt("changedAt", after),
      ),
  );
  return rows.map((row) => ({
    uid: row.userId,
    ...(row.first && momentOf(row.first)),
    guardianFormSeen: row.first !== null && hasSeenForm(row),
    changedAt: row.changedAt,
  }));
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
    again: keptOf(row).scans.slice(1).map(momentOf),
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
    .first();
}

async function requireComing(ctx: QueryCtx, userId: User["_id"]) {
  const user = await ctx.db.get("users", userId);
  if (user === null) return refuse("not_found", { label: "This account" });
  Viewer.requireTakingPart(user);
}

/** What is kept of a person: check-ins in any order, the last undo, the last word about the form. */
type Kept = Pick<Row, "undone" | "form"> & { scans: StoredCheckIn[] };

function keptOf(row: Row | null): Kept {
  const { first, between = [], again, undone, form } = row ?? {};
  const scans = [first, ...between, again].flatMap((scan) => scan ?? []);
  return { scans, undone, form: lastWord([form, ...scans.map(tickOf)]) };
}

/** What a check-in says about the form; without a tick nothing. */
function tickOf({ at, guardianFormSeen }: StoredCheckIn): Row["form"] {
  return guardianFormSeen ? { at, isSeen: true } : undefined;
}

/** Of what was said about the form; of two at the same time, that it was seen. */
function lastWord(words: readonly Row["form"][]): Row["form"] {
  return words
    .flatMap((word) => word ?? [])
    .sort(
      (one, other) =>
        one.at - other.at || Number(one.isSeen) - Number(other.isSeen),
    )
    .at(-1);
}

type Pressed = { at: number; key: string };

/** By time; of two at the same time the order is any, but always the same. */
function inOrder(one: Pressed, other: Pressed): number {
  return one.at - other.at || (one.key < other.key ? -1 : 1);
}

/** Whether an undo leaves what was pressed at this time. */
function isLeft({ at }: { at: number }, undone: Row["undone"]): boolean {
  return undone === undefined || at > undone.at;
}

/** Writes what the undo leaves, so that the row does not depend on what has arrived first. @returns the check-in that counts */
async function write(
  ctx: MutationCtx,
  userId: User["_id"],
  row: Row | null,
  { scans, undone, form }: Kept,
): Promise<StoredCheckIn | null> {
  const [first = null, ...others] = scans
    .filter((scan) => isLeft(scan, undone))
    .sort(inOrder);
  const again = others.pop();
  const gone = scans.filter((scan) => !isLeft(scan, undone));
  const kept = {
    first,
    again,
    between: others.slice(0, MAX_BETWEEN),
    undone: undone && {
      ...undone,
      checkInKeys: [...undone.checkInKeys, ...gone.map(({ key }) => key)].slice(
        -MAX_KEYS,
      ),
    },
    form: form && isLeft(form, undone) ? form : undefined,
    changedAt: await nextChange(ctx),
  };
  if (row === null) await ctx.db.insert("checkIns", { userId, ...kept });
  else await ctx.db.patch("checkIns", row._id, kept);
  return first;
}

/** After all others, so that phones miss none if they ask for what is later than the last that they have. */
async function nextChange(ctx: QueryCtx): Promise<number> {
  const last = await ctx.db
    .query("checkIns")
    .withIndex("by_changed_at")
    .order("desc")
    .first();
  return Math.max(Date.now(), (last?.changedAt ?? 0) + 1);
}

async function readPeople(ctx: QueryCtx) {
  const users = await Users.readAll(ctx);
  const teams = await Teams.readAll(ctx);
  const names = Teams.namesAtDesk(teams.rows);
  const nameOf = (id: Id<"teams"> | null) => (id && names.get(id)) ?? null;
  return [users, { ...teams, nameOf }] as const;
}

function isExpected({ role, teamId }: User): boolean {
  return role === "participant" || teamId !== null;
}

/** A phone's time, unless its clock is wrong: nobody arrives later than now. */
function clampToNow(at: number): number {
  const now = Date.now();
  return at > now - MAX_LATE_MS ? Math.min(at, now) : now;
}

function momentOf({ at, desk }: StoredCheckIn) {
  return { at, desk };
}

function hasSeenForm(row: Row): boolean {
  return keptOf(row).form?.isSeen ?? false;
}
