/**
 * Help requests. The only writer of `helpRequests`; expiry.ts deletes ended ones after
 * their retention. A team has at most one open request, and it is the team's last.
 *
 * Whatever is due is done by a job that each change of state schedules (help/jobs.ts):
 * mentors are reminded once, while help is open, and after two hours without a change the
 * request ends. So nothing runs while nobody asks, and no page has to be open.
 */
import { pick } from "convex-helpers";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import {
  LAPSES_AFTER_MS,
  NOBODY_CAME_AFTER_MS,
  REOPENS_FOR_MS,
  WAIT_FIELDS,
  endStates,
  isOpen,
  openStates,
  type HelpQueue,
  type HelpState,
  type HelpWait,
  type TeamHelp,
} from "./shared/help";
import { REMINDER_MINUTES, byTurn, usualWait, waitOf } from "./shared/queue";
import { canHelp } from "../platform/shared/roles";
import type { Settings as CurrentSettings } from "../settings/shared";
import * as CheckIns from "../checkIns/checkIns";
import * as Settings from "../settings/settings";
import * as RateLimits from "../platform/rateLimits";
import * as Viewer from "../platform/viewer";

type Row = Doc<"helpRequests">;
type User = Doc<"users">;
type Texts = Pick<Row, "topic" | "place" | "problem">;
const LABELS = [
  ["topic", "Topic"],
  ["place", "Where you sit"],
  ["problem", "What is wrong"],
] as const;

/** How many open requests of a state are shown and how many are read: more than there are teams. */
const MAX_OPEN = 300;
const MAX_READ = 1_000;
/** How many ended requests of each kind organisers see. */
const MAX_ENDED = 500;
/** Among how many that were closed last are those that a mentor can open again, and how many of them are shown. */
const MAX_CLOSED = 20;
const MAX_REOPENED = 3;
/** How many requests of one person a transaction reads; ended ones expire. */
const MAX_OF_ONE = 1_000;

/**
 * Asks for the member's team.
 * @throws `help_closed`, `participants_only`, `not_in_team`, `help_asked`, `rate_limited`
 */
export async function ask(ctx: MutationCtx, user: User, texts: Texts) {
  await requireOn(ctx);
  const teamId = requireTeam(user);
  const last = await findLast(ctx, teamId);
  if (last !== null && isOpen(last.state)) refuse("help_asked");
  await RateLimits.requireAndTake(ctx, "askHelp", teamId);
  const team = await ctx.db.get("teams", teamId);
  const now = Date.now();
  const id = await ctx.db.insert("helpRequests", {
    ...texts,
    teamId,
    teamName: team?.name ?? "",
    askedBy: user._id,
    askedAt: now,
    helpedBefore:
      (last?.helpedBefore ?? 0) + (last?.state === "helped" ? 1 : 0),
    state: "waiting",
    since: now,
    waitedMs: 0,
    isReminded: false,
  });
  await watch(ctx, id);
}

/**
 * Changes what the team says: the fields that differ from what the member saw, so that the
 * others stay as a teammate has changed them meanwhile.
 * @throws `changed_since` if a teammate has changed the same field to something else
 */
export async function edit(
  ctx: MutationCtx,
  user: User,
  { seen, ...texts }: Texts & { seen?: Texts | undefined },
) {
  const row = await getOwn(ctx, user);
  const before = seen ?? row;
  const own = LABELS.filter(([name]) => texts[name] !== before[name]);
  for (const [name, label] of own)
    if (row[name] !== before[name] && row[name] !== texts[name])
      refuse("changed_since", {
        what: `A teammate has changed “${label}” to “${row[name]}” meanwhile.`,
      });
  await RateLimits.requireAndTake(ctx, "changeHelp", user._id);
  const names = own.map(([name]) => name);
  await ctx.db.patch("helpRequests", row._id, pick(texts, names));
}

/** Pauses the request, or goes on with it; it keeps its place. */
export async function pause(ctx: MutationCtx, user: User, isPaused: boolean) {
  const row = await getOwn(ctx, user);
  if (row.state === "taken") await refuseTaken(ctx, row);
  await RateLimits.requireAndTake(ctx, "changeHelp", user._id);
  await enter(ctx, row, isPaused ? "paused" : "waiting");
}

/** Ends the team's request; does nothing if it has ended, or is not the one that was seen. */
export async function closeOwn(
  ctx: MutationCtx,
  user: User,
  seenId?: Row["_id"],
): Promise<void> {
  const row = await findLast(ctx, requireTeam(user));
  if (row !== null && row._id === (seenId ?? row._id))
    await end(ctx, row, "withdrawn");
}

/** Opens the request again that the team has closed, as it was. @throws as `reopen` */
export async function reopenOwn(
  ctx: MutationCtx,
  user: User,
  requestId: Row["_id"],
): Promise<void> {
  const row = await findLast(ctx, requireTeam(user));
  if (row?._id !== requestId) return refuse("request_over");
  await RateLimits.requireAndTake(ctx, "changeHelp", user._id);
  await reopen(ctx, row, "withdrawn");
}

/**
 * Puts the request back where it was in the queue, because whoever took it has not come: the
 * team has waited all the time. Does nothing if nobody has it any more.
 * @param since when it was taken, as the team sees it
 * @returns the request if it was taken until now; `takenBy` is who is to be told
 * @throws `changed_since` if it was taken again, or too little time has passed
 */
export async function nobodyCame(
  ctx: MutationCtx,
  user: User,
  since: number,
): Promise<Row | null> {
  const row = await getOwn(ctx, user);
  if (row.state !== "taken") return null;
  if (row.since !== since || Date.now() < since + NOBODY_CAME_AFTER_MS)
    refuse("changed_since", {
      what: `${await nameOfHelper(ctx, row)} has just taken the request.`,
    });
  await RateLimits.requireAndTake(ctx, "changeHelp", user._id);
  // `takenBy` stays: who it was who did not come.
  const state = "waiting";
  const waited = stateEnd({ ...row, state });
  await ctx.db.patch("helpRequests", row._id, { ...waited, state });
  await watch(ctx, row._id);
  return row;
}

/** Gives the request to a mentor or an organiser. @throws `help_closed`, `not_found`, `request_over`, `help_paused`, `help_taken` */
export async function take(
  ctx: MutationCtx,
  user: User,
  requestId: Row["_id"],
): Promise<void> {
  await requireOn(ctx);
  const row = await get(ctx, requestId);
  if (!isOpen(row.state)) refuse("request_over");
  if (row.state === "paused") refuse("help_paused");
  if (row.state !== "taken") await enter(ctx, row, "taken", user._id);
  else if (row.takenBy !== user._id) await refuseTaken(ctx, row);
}

/** A request that somebody has, as who ends that sees it: `since` is when it was taken. */
type Taken = { requestId: Row["_id"]; since?: number | undefined };

/** Puts the request back where it was in the queue; does nothing if nobody has it. */
export async function handBack(
  ctx: MutationCtx,
  user: User,
  seen: Taken,
): Promise<void> {
  const row = await findTaken(ctx, user, seen);
  if (row !== null) await enter(ctx, row, "waiting");
}

/** Ends the request, because the team was helped; does nothing if nobody has it. */
export async function close(
  ctx: MutationCtx,
  user: User,
  seen: Taken,
): Promise<void> {
  const row = await findTaken(ctx, user, seen);
  if (row !== null) await end(ctx, row, "helped");
}

/** Opens a request again that this mentor has closed, or an organiser. @throws as `reopen` */
export async function reopenHelped(
  ctx: MutationCtx,
  user: User,
  requestId: Row["_id"],
): Promise<void> {
  const row = await get(ctx, requestId);
  if (!mayEnd(user, row)) await refuseTaken(ctx, row);
  await reopen(ctx, row, "helped");
}

/** Follows a team's name; ends the request of one that is gone. */
export async function followTeam(ctx: MutationCtx, teamId: Id<"teams">) {
  const row = await findLast(ctx, teamId);
  if (row === null || !isOpen(row.state)) return;
  const team = await ctx.db.get("teams", teamId);
  if (team === null) await end(ctx, row, "withdrawn");
  else if (team.name !== row.teamName)
    await ctx.db.patch("helpRequests", row._id, { teamName: team.name });
}

/** Returns how many teams somebody is with, or on the way to. */
export async function countHelping(ctx: QueryCtx, userId: User["_id"]) {
  const rows = await listTaken(ctx, userId);
  return rows.filter(({ state }) => state === "taken").length;
}

/** Hands back what somebody has taken who is no mentor or organiser any more. */
export async function handBackAllOf(ctx: MutationCtx, userId: User["_id"]) {
  for (const row of await listTaken(ctx, userId))
    if (row.state === "taken") await enter(ctx, row, "waiting");
}

/** Forgets a person whose account is deleted. What a team has asked stays the team's. */
export async function forget(ctx: MutationCtx, userId: User["_id"]) {
  await handBackAllOf(ctx, userId);
  for (const { _id } of await listTaken(ctx, userId))
    await ctx.db.patch("helpRequests", _id, { takenBy: undefined });
  for (const { _id } of await listAsked(ctx, userId))
    await ctx.db.patch("helpRequests", _id, { askedBy: null });
}

/** Returns a person's part in requests, for the export of personal data. */
export async function collect(ctx: QueryCtx, userId: User["_id"]) {
  const asked = await listAsked(ctx, userId);
  const taken = await listTaken(ctx, userId);
  return {
    asked: asked.map((row) =>
      pick(row, ["topic", "place", "problem", "askedAt", "state"]),
    ),
    taken: taken.map((row) => pick(row, ["askedAt", "state", "since"])),
  };
}

/** Returns what the person's team sees; no request without a team. */
export async function readFor(ctx: QueryCtx, user: User): Promise<TeamHelp> {
  const { helpOpen = false } = await Settings.getCurrent(ctx);
  const nothing = { request: null, ahead: 0, first: null, usualWaitMs: null };
  if (!helpOpen || user.teamId === null)
    return { ...nothing, isOpen: helpOpen };
  const row = await findLast(ctx, user.teamId);
  const open = row && isOpen(row.state) ? await listOpen(ctx) : [];
  const place = open.findIndex(({ _id }) => _id === row?._id);
  const before = (place === -1 ? open : open.slice(0, place)).filter(
    ({ state }) => state === "waiting",
  );
  const [first = null] = before;
  const helped = await listEndedAs(ctx, "helped", 20);
  return {
    isOpen: true,
    request: row && (await viewOf(ctx, row, user)),
    ahead: before.length,
    first: first && pick(first, ["state", "since", "waitedMs"]),
    usualWaitMs: usualWait(helped.map(({ waitedMs }) => waitedMs)),
  };
}

/** Returns the queue for a mentor or an organiser; empty while help is closed. */
export async function readQueue(ctx: QueryCtx, user: User): Promise<HelpQueue> {
  const { helpOpen = false } = await Settings.getCurrent(ctx);
  if (!helpOpen) return { isOpen: false, requests: [], more: 0, closed: [] };
  const inOrder = await listOpen(ctx);
  const counts = { waiting: 0, paused: 0, taken: 0 };
  const shown = inOrder.filter(
    ({ state }) => isOpen(state) && ++counts[state] <= MAX_OPEN,
  );
  const asking = new Set(inOrder.map(({ teamId }) => teamId));
  const closed = (await listEndedAs(ctx, "helped", MAX_CLOSED))
    .filter((row) => mayEnd(user, row) && !asking.has(row.teamId))
    .slice(0, MAX_REOPENED);
  const viewed = async (all: Row[]) =>
    Promise.all(all.map((row) => viewOf(ctx, row, user)));
  return {
    isOpen: true,
    requests: await viewed(shown),
    more: inOrder.length - shown.length,
    closed: await viewed(closed),
  };
}

/** Returns the last requests of each way to end, the newest first: those that nobody helped hide none that was. */
export async function listEnded(ctx: QueryCtx): Promise<HelpWait[]> {
  const rows = await Promise.all(
    endStates.map((state) => listEndedAs(ctx, state, MAX_ENDED)),
  );
  return rows
    .flat()
    .toSorted((one, other) => other.since - one.since)
    .map((row) => pick(row, [...WAIT_FIELDS]));
}

/**
 * Does what is due for a request that has been in its state since this time, and
 * schedules what is due next.
 * @returns whether mentors are to be reminded of it now
 */
export async function runDue(
  ctx: MutationCtx,
  { requestId, since }: { requestId: Row["_id"]; since: number },
): Promise<boolean> {
  const row = await ctx.db.get("helpRequests", requestId);
  if (row?.since !== since || !isOpen(row.state)) return false;
  const settings = await Settings.getCurrent(ctx);
  const now = Date.now();
  if (now >= since + LAPSES_AFTER_MS) {
    await end(ctx, row, "lapsed");
    return false;
  }
  const isDue = now >= dueAt(row, settings);
  if (isDue)
    await ctx.db.patch("helpRequests", requestId, { isReminded: true });
  await watch(ctx, requestId);
  return isDue;
}

/** Returns the requests that wait, in the order in which teams are helped; none while help is closed. */
export async function listWaiting(ctx: QueryCtx): Promise<Row[]> {
  const { helpOpen = false } = await Settings.getCurrent(ctx);
  const open = helpOpen ? await listOpen(ctx) : [];
  return open.filter(({ state }) => state === "waiting");
}

/** Returns how many teams wait longer than the organisers' minutes; 0 while help is closed. Its order matters to nobody, so that arrivals are not read. */
export async function countLate(ctx: QueryCtx): Promise<number> {
  const { helpOpen = false } = await Settings.getCurrent(ctx);
  const waiting = helpOpen ? await listFirstIn(ctx, "waiting", MAX_OPEN) : [];
  return waiting.filter(({ isReminded }) => isReminded).length;
}

/** Schedules anew what is due for the requests that wait, because the settings have changed. */
export async function watchAll(ctx: MutationCtx): Promise<void> {
  const { helpOpen = false } = await Settings.getCurrent(ctx);
  if (!helpOpen) return;
  // Whatever order they are helped in.
  for (const { _id } of await listFirstIn(ctx, "waiting", MAX_OPEN))
    await watch(ctx, _id);
}

/** Schedules the next thing that is due for a request. */
async function watch(ctx: MutationCtx, requestId: Row["_id"]): Promise<void> {
  const row = await get(ctx, requestId);
  const { since } = row;
  await ctx.scheduler.runAt(
    dueAt(row, await Settings.getCurrent(ctx)),
    internal.help.jobs.runDue,
    { requestId, since },
  );
}

/** When the mentors are to be reminded of the request, or else when it lapses. Nobody is reminded while help is closed. */
function dueAt(
  { state, since, waitedMs, isReminded }: Row,
  {
    helpOpen = false,
    helpReminderMinutes: minutes = REMINDER_MINUTES,
  }: CurrentSettings,
): number {
  const lapsesAt = since + LAPSES_AFTER_MS;
  if (!helpOpen || state !== "waiting" || isReminded) return lapsesAt;
  return Math.min(lapsesAt, since + Math.max(0, minutes * 60_000 - waitedMs));
}

/** Brings an open request into another state; `takenBy` goes with "taken". */
async function enter(
  ctx: MutationCtx,
  row: Row,
  state: (typeof openStates)[number],
  takenBy?: User["_id"],
): Promise<void> {
  if (row.state === state) return;
  await ctx.db.patch("helpRequests", row._id, {
    ...stateEnd(row),
    state,
    takenBy,
  });
  await watch(ctx, row._id);
}

/** Ends an open request. Only what a mentor closes counts as helped. */
async function end(
  ctx: MutationCtx,
  row: Row,
  state: (typeof endStates)[number],
): Promise<void> {
  if (!isOpen(row.state)) return;
  const endedFrom = row.state;
  await ctx.db.patch("helpRequests", row._id, {
    ...stateEnd(row),
    state,
    endedFrom,
  });
}

/**
 * Opens again what was ended by mistake, as it was: with its place, and with whoever had
 * taken it. Does nothing if it is open.
 * @throws `request_over` if it ended another way or too long ago, the team has asked again, or is gone
 */
async function reopen(
  ctx: MutationCtx,
  row: Row,
  ended: (typeof endStates)[number],
): Promise<void> {
  if (isOpen(row.state)) return;
  const last = await findLast(ctx, row.teamId);
  const isOver =
    row.state !== ended ||
    Date.now() >= row.since + REOPENS_FOR_MS ||
    last?._id !== row._id ||
    (await ctx.db.get("teams", row.teamId)) === null;
  if (isOver) refuse("request_over");
  const { takenBy, endedFrom = "waiting" } = row;
  const helper = takenBy && (await ctx.db.get("users", takenBy));
  const isLost = endedFrom === "taken" && !(helper && canHelp(helper.role));
  if (isLost) await enter(ctx, row, "waiting");
  else await enter(ctx, row, endedFrom, takenBy);
}

/** What a change of state notes about the one before. A state begins after the one before, so that `since` names it. */
function stateEnd(row: Row): Pick<Row, "since" | "waitedMs"> {
  const now = Math.max(Date.now(), row.since + 1);
  return { since: now, waitedMs: waitOf(row, now) };
}

async function viewOf(ctx: QueryCtx, row: Row, viewer: User) {
  const asker = row.askedBy && (await ctx.db.get("users", row.askedBy));
  const helper = row.takenBy && (await ctx.db.get("users", row.takenBy));
  return {
    ...pick(row, [...WAIT_FIELDS, "place", "problem", "isReminded"]),
    askedBy: asker && asker.teamId === row.teamId ? asker.displayName : null,
    helper: helper
      ? { name: helper.displayName, isCaller: helper._id === viewer._id }
      : null,
  };
}

async function get(ctx: QueryCtx, requestId: Row["_id"]): Promise<Row> {
  const row = await ctx.db.get("helpRequests", requestId);
  return row ?? refuse("not_found", { label: "This request" });
}

/** Returns the open request of the member's team. */
async function getOwn(ctx: QueryCtx, user: User): Promise<Row> {
  const row = await findLast(ctx, requireTeam(user));
  return row !== null && isOpen(row.state) ? row : refuse("request_over");
}

/**
 * Returns the request that this mentor has, or that an organiser may end for them; null if
 * nobody has it.
 * @throws `help_taken`, `changed_since` if it was taken again since the organiser looked
 */
async function findTaken(
  ctx: QueryCtx,
  user: User,
  { requestId, since }: Taken,
) {
  const row = await get(ctx, requestId);
  if (row.state !== "taken") return null;
  if (!mayEnd(user, row)) await refuseTaken(ctx, row);
  if (row.takenBy !== user._id && row.since !== (since ?? row.since))
    refuse("changed_since", {
      what: `${await nameOfHelper(ctx, row)} has just taken the request.`,
    });
  return row;
}

/** Whoever has taken it may end it, and organisers. */
function mayEnd({ _id, role }: User, { takenBy }: Row): boolean {
  return takenBy === _id || role === "organiser";
}

async function refuseTaken(ctx: QueryCtx, row: Row): Promise<never> {
  return refuse("help_taken", { name: await nameOfHelper(ctx, row) });
}

async function nameOfHelper(ctx: QueryCtx, { takenBy }: Row): Promise<string> {
  const helper = takenBy && (await ctx.db.get("users", takenBy));
  return helper ? helper.displayName : "A mentor";
}

async function requireOn(ctx: QueryCtx): Promise<void> {
  const { helpOpen } = await Settings.getCurrent(ctx);
  if (helpOpen !== true) refuse("help_closed");
}

function requireTeam(user: User): Id<"teams"> {
  Viewer.requireTakingPart(user);
  return user.teamId ?? refuse("not_in_team", {});
}

/** Returns the team's last request, which is the open one if there is one. */
async function findLast(ctx: QueryCtx, teamId: Id<"teams">) {
  return ctx.db
    .query("helpRequests")
    .withIndex("by_team_and_asked_at", (q) => q.eq("teamId", teamId))
    .order("desc")
    .first();
}

/**
 * Returns the open requests in the order in which teams are helped: as soon as somebody has
 * arrived, teams of which nobody has come last. However many ask, those of teams that have
 * arrived are among them, and of the others those whose turn is first.
 */
async function listOpen(ctx: QueryCtx): Promise<Row[]> {
  const first = await Promise.all(
    openStates.map((state) => listFirstIn(ctx, state, MAX_READ)),
  );
  const arrived = await CheckIns.listArrivedTeams(ctx);
  const last = await Promise.all([...arrived].map((id) => findLast(ctx, id)));
  const rows = [...first, last].flat().flatMap((row) => row ?? []);
  const byId = new Map(rows.map((row) => [row._id, row]));
  const absent = ({ teamId }: Row) => Number(!arrived.has(teamId));
  return [...byId.values()]
    .filter(({ state }) => isOpen(state))
    .sort((one, other) => absent(one) - absent(other) || byTurn(one, other));
}

/** Returns requests of a state, those whose turn is first, whoever has arrived. */
async function listFirstIn(ctx: QueryCtx, state: HelpState, limit: number) {
  return ctx.db
    .query("helpRequests")
    .withIndex("by_state_and_turn", (q) => q.eq("state", state))
    .take(limit);
}

/** Returns requests that ended this way, those that ended last first. */
async function listEndedAs(
  ctx: QueryCtx,
  state: (typeof endStates)[number],
  limit: number,
) {
  return ctx.db
    .query("helpRequests")
    .withIndex("by_state_and_since", (q) => q.eq("state", state))
    .order("desc")
    .take(limit);
}

async function listAsked(ctx: QueryCtx, userId: User["_id"]): Promise<Row[]> {
  return ctx.db
    .query("helpRequests")
    .withIndex("by_asked_by", (q) => q.eq("askedBy", userId))
    .take(MAX_OF_ONE);
}

async function listTaken(ctx: QueryCtx, userId: User["_id"]): Promise<Row[]> {
  return ctx.db
    .query("helpRequests")
    .withIndex("by_taken_by", (q) => q.eq("takenBy", userId))
    .take(MAX_OF_ONE);
}
