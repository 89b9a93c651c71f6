/**
 * Requests between people and teams: who may send, answer and withdraw them. Writes
 * through requests.ts and teams.ts.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import {
  answerInWords,
  isReopenable,
  MAX_REQUESTS_OF_PERSON,
  MAX_REQUESTS_OF_TEAM,
  type Kind,
  type Request,
  type RequestNews,
  type Subject,
} from "./shared";
import * as Roster from "../teams/shared/teams";
import * as Hiding from "./hiding";
import * as Leading from "../teams/leading";
import type { NotingCtx } from "../platform/facts";
import * as Listings from "./listings";
import * as RateLimits from "../platform/rateLimits";
import * as Requests from "./requests";
import * as Teams from "../teams/teams";
import * as Viewer from "../platform/viewer";

type User = Doc<"users">;
type Team = Doc<"teams">;
type Row = Doc<"requests">;

/** Returns the person's requests or, if they are in a team, the team's. */
export async function listOf(ctx: QueryCtx, user: User): Promise<Request[]> {
  return Requests.list(ctx, whoseOf(user));
}

/** A person acts for themselves until they are in a team. */
function whoseOf({ _id: uid, teamId }: User): Requests.Whose {
  return teamId === null ? { uid } : { teamId };
}

/** Returns what the person has to answer, and the answer that they got. */
export async function newsOf(ctx: QueryCtx, user: User): Promise<RequestNews> {
  const { _id, teamId, teamRole } = user;
  if (teamId === null && Viewer.takesPart(user)) {
    const own = { uid: _id };
    const open = await Requests.listOpen(ctx, own);
    const namesOf = (side: Kind) =>
      open
        .filter(({ sentBy }) => sentBy === side)
        .map(({ teamName }) => teamName);
    return {
      askedBy: namesOf("team"),
      asked: namesOf("person"),
      answer: answerTo(open, await Requests.listOver(ctx, own)),
    };
  }
  if (teamId === null || teamRole !== "leader")
    return { askedBy: [], asked: [], answer: null };
  const open = await Requests.listOpen(ctx, { teamId });
  const asking = open.filter(({ sentBy }) => sentBy === "person");
  return {
    askedBy: asking.map(({ personName }) => personName),
    asked: [],
    answer: null,
  };
}

/** The answer to a person's last request, unless they have sent another since. */
function answerTo(open: readonly Row[], over: readonly Row[]) {
  const last = over.find(({ sentBy }) => sentBy === "person");
  if (last?.outcome === undefined || answerInWords(last.outcome) === null)
    return null;
  const { teamName, outcome, settledAt = 0 } = last;
  const hasAskedSince = open.some(
    ({ sentBy, _creationTime }) =>
      sentBy === "person" && _creationTime > settledAt,
  );
  return hasAskedSince ? null : { teamName, outcome };
}

/**
 * Sends a request to a team that shows an opening, or offers a place in the leader's
 * team to a person who shows a card. If there is already an open request between the
 * two, that one is kept.
 * @returns the id of the request
 * @throws `not_looking`, `team_closed`, `team_full`, `too_many_requests_open`,
 *   `rate_limited`; to a team, `already_in_team`; to a person, `not_in_team`,
 *   `not_leader`
 */
export async function ask(
  ctx: MutationCtx,
  user: User,
  { target, note }: { target: Subject; note: string },
): Promise<Row["_id"]> {
  const uid = ctx.db.normalizeId("users", target);
  if (uid !== null) return askPerson(ctx, user, { uid, note });
  const teamId = ctx.db.normalizeId("teams", target);
  const team = teamId && (await ctx.db.get("teams", teamId));
  return askTeam(ctx, user, { team, note });
}

async function askTeam(
  ctx: MutationCtx,
  user: User,
  { team, note }: { team: Team | null; note: string },
): Promise<Row["_id"]> {
  if (user.teamId !== null) refuse("already_in_team");
  if (team === null) return refuse("not_looking", { name: "This team" });
  const open = await Requests.listOpen(ctx, { uid: user._id });
  const known = open.find(({ teamId }) => teamId === team._id);
  if (known !== undefined) return known._id;
  await requireOpening(ctx, team, user);
  requireFewer(open, { max: MAX_REQUESTS_OF_PERSON });
  const ofTeam = await Requests.listOpen(ctx, { teamId: team._id });
  requireFewer(ofTeam, { whose: team.name, max: MAX_REQUESTS_OF_TEAM });
  await RateLimits.requireAndTake(ctx, "sendRequest", user._id);
  await Requests.tellLater(ctx, team._id);
  return Requests.begin(ctx, { user, team, sentBy: "person", note });
}

async function askPerson(
  ctx: MutationCtx,
  leader: User,
  { uid, note }: { uid: User["_id"]; note: string },
): Promise<Row["_id"]> {
  const team = await Leading.requireTeam(ctx, leader);
  const open = await Requests.listOpen(ctx, { teamId: team._id });
  const known = open.find((row) => row.uid === uid);
  if (known !== undefined) return known._id;
  requireRoom(team);
  const user = await ctx.db.get("users", uid);
  const card = await Listings.findOf(ctx, uid);
  if (user === null || card === null)
    return refuse("not_looking", { name: "This person" });
  if (await Hiding.isHidden(ctx, uid, team._id))
    refuse("not_looking", { name: card.name });
  requireFewer(open, { max: MAX_REQUESTS_OF_TEAM });
  const ofPerson = await Requests.listOpen(ctx, { uid });
  requireFewer(ofPerson, { whose: card.name, max: MAX_REQUESTS_OF_PERSON });
  await RateLimits.requireAndTake(ctx, "sendRequest", leader._id);
  await Requests.tellLater(ctx, uid);
  return Requests.begin(ctx, { user, team, sentBy: "team", note });
}

/**
 * Adds the person to the team. Other open requests of both sides that can no longer be
 * accepted lapse (consequences.ts).
 * @throws `not_found`, `request_over`, `not_leader`, `not_yours_to_answer`,
 *   `already_in_team` or `person_in_team`, `team_closed`, `team_full`
 */
export async function accept(
  ctx: NotingCtx,
  caller: User,
  requestId: Row["_id"],
): Promise<void> {
  const { row, side } = await getAnswerable(ctx, caller, requestId);
  const { user, team } = await requireAcceptable(ctx, row, side);
  await Requests.end(ctx, row, "accepted");
  await Teams.admit(ctx, team, user);
}

/** Returns the person and the team that can still come together. */
async function requireAcceptable(ctx: MutationCtx, row: Row, side: Kind) {
  const found = await ctx.db.get("users", row.uid);
  const team = await ctx.db.get("teams", row.teamId);
  if (found === null || team === null)
    return refuse("not_found", { label: "This request" });
  const user = await Teams.mended(ctx, found);
  if (user.teamId !== null)
    if (side === "person") refuse("already_in_team");
    else refuse("person_in_team", { name: user.displayName });
  requireRoom(team);
  return { user, team };
}

/**
 * Opens a request again that the caller's side has declined or withdrawn by mistake.
 * @throws as `accept`; `not_looking`, `too_many_requests_open`
 */
export async function reopen(
  ctx: MutationCtx,
  caller: User,
  requestId: Row["_id"],
): Promise<void> {
  const { row, side } = await getOwn(ctx, caller, requestId);
  if (!isReopenable({ ...row, side }, Date.now())) refuse("request_over");
  const { user, team } = await requireAcceptable(ctx, row, side);
  const ofPerson = await Requests.listOpen(ctx, { uid: user._id });
  const ofTeam = await Requests.listOpen(ctx, { teamId: team._id });
  if (ofPerson.some(({ teamId }) => teamId === team._id))
    refuse("request_over");
  const [own, theirs] =
    side === "person" ? [ofPerson, ofTeam] : [ofTeam, ofPerson];
  const maxOf = (rows: typeof own) =>
    rows === ofPerson ? MAX_REQUESTS_OF_PERSON : MAX_REQUESTS_OF_TEAM;
  requireFewer(own, { max: maxOf(own) });
  const whose = side === "person" ? team.name : user.displayName;
  requireFewer(theirs, { whose, max: maxOf(theirs) });
  if (side === row.sentBy)
    if (side === "person") await requireOpening(ctx, team, user);
    else if (await Hiding.isHidden(ctx, user._id, team._id))
      refuse("not_looking", { name: user.displayName });
  await Requests.reopen(ctx, row);
}

/** Declines a request that the other side sent. */
export async function decline(
  ctx: MutationCtx,
  caller: User,
  requestId: Row["_id"],
): Promise<void> {
  const { row } = await getAnswerable(ctx, caller, requestId);
  await Requests.end(ctx, row, "declined");
}

/**
 * Withdraws a request that the caller's side sent.
 * @throws `not_found`, `request_over`, `not_leader`, `not_yours_to_answer`
 */
export async function withdraw(
  ctx: MutationCtx,
  caller: User,
  requestId: Row["_id"],
): Promise<void> {
  const { row, side } = await getOpen(ctx, caller, requestId);
  if (side !== row.sentBy) refuse("not_yours_to_answer");
  await Requests.end(ctx, row, "withdrawn");
}

/** Ends open requests between a target and the person or the team they lead. */
export async function endWith(ctx: MutationCtx, user: User, target: Subject) {
  if (user.teamId !== null && user.teamRole !== "leader") return;
  const open = await Requests.listOpen(ctx, whoseOf(user));
  const side: Kind = user.teamId === null ? "person" : "team";
  for (const row of open)
    if ((side === "person" ? row.teamId : row.uid) === target)
      await Requests.end(
        ctx,
        row,
        row.sentBy === side ? "withdrawn" : "declined",
      );
}

async function requireOpening(ctx: QueryCtx, team: Team, user: User) {
  requireRoom(team);
  const leader = team.members.find(({ role }) => role === "leader");
  const isLooking =
    (await Listings.findOf(ctx, team._id)) !== null &&
    leader !== undefined &&
    !(await Hiding.isHidden(ctx, leader.uid, user._id));
  if (!isLooking) refuse("not_looking", { name: team.name });
}

function requireRoom(team: Team): void {
  if (!Teams.isOpen(team)) refuse("team_closed");
  if (Roster.isFull(team.members)) refuse("team_full");
}

/** Returns an open request that the other side sent. */
async function getAnswerable(
  ctx: QueryCtx,
  caller: User,
  requestId: Id<"requests">,
) {
  const open = await getOpen(ctx, caller, requestId);
  if (open.side === open.row.sentBy) refuse("not_yours_to_answer");
  return open;
}

/**
 * Returns an open request and the caller's side. Everyone else gets `not_found`; for a
 * team, only its leader may act.
 */
async function getOpen(ctx: QueryCtx, caller: User, requestId: Id<"requests">) {
  const { row, side } = await getOwn(ctx, caller, requestId);
  if (row.settledAt !== undefined) refuse("request_over");
  return { row, side };
}

/** The same for one that may be over. */
async function getOwn(ctx: QueryCtx, caller: User, requestId: Id<"requests">) {
  const row = await ctx.db.get("requests", requestId);
  const side: Kind | null =
    row?.uid === caller._id
      ? "person"
      : row !== null && row.teamId === caller.teamId
        ? "team"
        : null;
  if (row === null || side === null)
    return refuse("not_found", { label: "This request" });
  if (side === "team" && caller.teamRole !== "leader") refuse("not_leader");
  return { row, side };
}

/** `whose` is the name of the other side; absent for the caller's own. */
function requireFewer(
  open: readonly Row[],
  limit: { whose?: string; max: number },
): void {
  if (open.length >= limit.max) refuse("too_many_requests_open", limit);
}
