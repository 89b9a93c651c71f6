/**
 * The only writer of `teams`, and of `teamId`, `teamRole` and `lostTeam` in `users`.
 * Each function changes a team and the rows of its people in the caller's transaction,
 * so the two never disagree, and notes what happened.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import * as InviteCodes from "./shared/inviteCodes";
import * as Roster from "./shared/teams";
import type { TeamMember } from "./shared/teams";
import type { LostTeam } from "../people/shared/people";
import { lookOf, toldApart } from "../platform/shared/text";
import type { TeamRole } from "../platform/shared/roles";
import { readBounded } from "../platform/boundedRead";
import { randomKey } from "../platform/digest";
import type { NotingCtx } from "../platform/facts";
import * as Viewer from "../platform/viewer";

/** As many teams of one look are told what the hall calls them. */
const MAX_ALIKE = 10;

type Team = Doc<"teams">;
type User = Doc<"users">;

/**
 * Resolves if a change may end the team. Asked only if it does: what hangs on a team is known above it (`Projects.mayEndTeam`).
 */
export type MayEnd = (teamId: Team["_id"]) => Promise<void>;

/** Returns the person's team as its members see it, or null. */
export async function findOwn(ctx: QueryCtx, { teamId }: User) {
  const team = teamId && (await ctx.db.get("teams", teamId));
  if (team === null) return null;
  const { _id, name, description, inviteCode, createdAt, members, look } = team;
  const alike =
    look === undefined
      ? []
      : await ctx.db
          .query("teams")
          .withIndex("by_look", (q) => q.eq("look", look))
          .take(MAX_ALIKE);
  const namesake = alike.find((other) => other._id !== _id)?.name;
  const nth = alike.findIndex((other) => other._id === _id);
  return {
    _id,
    name,
    description,
    inviteCode,
    isOpen: isOpen(team),
    createdAt,
    members,
    ...(namesake !== undefined && {
      namesake: { name: namesake, inHall: namesInHall(alike)[nth] ?? name },
    }),
  };
}

/**
 * Returns the person; as without a team if an organiser has deleted the row of theirs by
 * hand, so that they can go on.
 */
export async function withTeamThere(ctx: QueryCtx, user: User): Promise<User> {
  if (user.teamId === null) return user;
  const team = await ctx.db.get("teams", user.teamId);
  if (team !== null) return user;
  const lostTeam: LostTeam = { name: "your team", how: "removed by organiser" };
  return { ...user, teamId: null, teamRole: null, lostTeam };
}

/** The same; stores that they are without a team. */
export async function mended(ctx: MutationCtx, user: User): Promise<User> {
  const seen = await withTeamThere(ctx, user);
  const { teamId, teamRole, lostTeam } = seen;
  if (seen !== user)
    await ctx.db.patch("users", user._id, { teamId, teamRole, lostTeam });
  return seen;
}

/** Returns the key with which `preview` shows the team, as long as it has this code. */
export async function previewKeyOf(ctx: MutationCtx, team: Team) {
  if (team.previewKey !== undefined) return team.previewKey;
  const previewKey = randomKey();
  await ctx.db.patch("teams", team._id, { previewKey });
  return previewKey;
}

/** Returns the team as outsiders see it; null if the key is not the team's. */
export async function preview(ctx: QueryCtx, teamId: Team["_id"], key: string) {
  const team = await ctx.db.get("teams", teamId);
  if (team?.previewKey !== key) return null;
  const { name, description, members } = team;
  return {
    name,
    description,
    members: members.map(({ name: called, role }) => ({ name: called, role })),
    freeSlots: Roster.freeSlots(members),
    isOpen: isOpen(team),
  };
}

/** Returns the team with exactly this invite code; null if there is none. */
export async function findByCode(ctx: QueryCtx, inviteCode: string) {
  return ctx.db
    .query("teams")
    .withIndex("by_invite_code", (q) => q.eq("inviteCode", inviteCode))
    .first();
}

/** Returns the teams in the order of creation, up to the limit of one read. */
export async function readAll(ctx: QueryCtx) {
  return readBounded(ctx.db.query("teams").withIndex("by_creation_time"));
}

/** Returns what the hall calls these teams, in the order of creation: names alone, as nobody is named there. */
export function namesInHall(teams: readonly Team[]): string[] {
  return toldApart(teams, (_, nth) => (nth === 1 ? "" : String(nth)));
}

/** Returns the names by which a desk tells these teams apart: it goes by people. */
export function namesAtDesk(
  teams: readonly Team[],
): ReadonlyMap<Team["_id"], string> {
  const names = toldApart(teams, ({ members }) => {
    const leader = members.find(({ role }) => role === "leader");
    return leader ? `led by ${leader.name}` : "";
  });
  return new Map(teams.map(({ _id, name }, nth) => [_id, names[nth] ?? name]));
}

/** Returns true while the team's code lets people in. */
export function isOpen(team: Team): boolean {
  return team.isOpen ?? true;
}

/**
 * Creates a team led by the person and returns its id.
 * @throws `already_in_team`, `participants_only`
 */
export async function create(
  ctx: NotingCtx,
  user: User,
  team: { name: string; description: string },
): Promise<Team["_id"]> {
  if (user.teamId !== null) refuse("already_in_team");
  const teamId = await ctx.db.insert("teams", {
    ...team,
    look: lookOf(team.name),
    inviteCode: await drawCode(ctx),
    createdBy: user._id,
    createdAt: Date.now(),
    members: [newMember(user, "leader")],
  });
  await place(ctx, user, { teamId, teamRole: "leader" });
  return teamId;
}

/**
 * Makes a person without a team the last member of this one.
 * @throws `team_full`, `participants_only`
 */
export async function admit(ctx: NotingCtx, team: Team, user: User) {
  if (Roster.isFull(team.members)) refuse("team_full");
  await ctx.db.patch("teams", team._id, {
    members: [...team.members, newMember(user, "member")],
  });
  await place(ctx, user, { teamId: team._id, teamRole: "member" });
  ctx.note({ kind: "team changed", teamId: team._id });
}

/**
 * Takes the person out of their team. If they lead it, the member who joined first
 * leads it next; if they are the last member, the team is deleted.
 * @throws `not_in_team`, and what `mayEnd` throws
 */
export async function leave(
  ctx: NotingCtx,
  user: User,
  mayEnd: MayEnd,
): Promise<void> {
  if (user.teamId === null) return refuse("not_in_team");
  const team = await getMended(ctx, user.teamId);
  const members = Roster.without(team.members, user._id);
  if (members.length === 0) {
    await mayEnd(team._id);
    await ctx.db.delete("teams", team._id);
  } else await setMembers(ctx, team, members);
  await ctx.db.patch("users", user._id, { teamId: null, teamRole: null });
  ctx.note({ kind: "person left", userId: user._id, team });
  ctx.note({ kind: "team changed", teamId: team._id });
}

/** Makes a member the leader of their team; who led it stays as a member. */
export async function makeLeader(ctx: MutationCtx, team: Team, leader: User) {
  await setMembers(ctx, team, Roster.ledBy(team.members, leader._id));
}

/**
 * Removes the person from their team as `leave` does, and records the reason for them
 * to read, because somebody else did it.
 * @throws `not_in_team`, and what `mayEnd` throws
 */
export async function takeOut(
  ctx: NotingCtx,
  user: User,
  how: LostTeam["how"],
  mayEnd: MayEnd,
): Promise<void> {
  if (user.teamId === null) return refuse("not_in_team");
  const { name } = await getTeam(ctx, user.teamId);
  await leave(ctx, user, mayEnd);
  await ctx.db.patch("users", user._id, { lostTeam: { name, how } });
}

/** Deletes the team of this leader, and tells the other members. */
export async function disband(
  ctx: NotingCtx,
  team: Team,
  leader: User,
  mayEnd: MayEnd,
): Promise<void> {
  await mayEnd(team._id);
  const lostTeam: LostTeam = { name: team.name, how: "disbanded" };
  await ctx.db.delete("teams", team._id);
  for (const { uid } of team.members) {
    await ctx.db.patch("users", uid, {
      teamId: null,
      teamRole: null,
      ...(uid !== leader._id && { lostTeam }),
    });
    ctx.note({ kind: "person left", userId: uid, team });
  }
  ctx.note({ kind: "team changed", teamId: team._id });
}

export async function forgetLost(ctx: MutationCtx, user: User): Promise<void> {
  if (user.lostTeam !== undefined)
    await ctx.db.patch("users", user._id, { lostTeam: undefined });
}

/** Changes what a team says about itself, and whether its code lets people in. */
export async function edit(
  ctx: NotingCtx,
  team: Team,
  wanted: Partial<Pick<Team, "name" | "description" | "isOpen">>,
): Promise<void> {
  const { name = team.name } = wanted;
  await ctx.db.patch("teams", team._id, { ...wanted, look: lookOf(name) });
  ctx.note({ kind: "team changed", teamId: team._id });
}

export async function setHiddenInHall(
  ctx: MutationCtx,
  team: Team,
  isHidden: boolean,
): Promise<void> {
  const isHiddenInHall = isHidden || undefined;
  await ctx.db.patch("teams", team._id, { isHiddenInHall });
}

/** Gives the team a new invite code and returns it; the old one and its key are void. */
export async function renewCode(ctx: MutationCtx, team: Team): Promise<string> {
  const inviteCode = await drawCode(ctx);
  await ctx.db.patch("teams", team._id, { inviteCode, previewKey: undefined });
  return inviteCode;
}

/**
 * Returns a random code that no team has. The look-up is part of the caller's
 * transaction, so no other team can take the code before it commits.
 */
async function drawCode(ctx: QueryCtx): Promise<string> {
  const drawn = crypto.getRandomValues(
    new Uint32Array(InviteCodes.INVITE_CODE_LENGTH),
  );
  const { INVITE_CODE_ALPHABET: alphabet } = InviteCodes;
  const code = Array.from(drawn, (n) => alphabet[n % alphabet.length]).join("");
  return (await findByCode(ctx, code)) === null ? code : drawCode(ctx);
}

/** Updates the copy of a member's name in their team, if they have one. */
export async function renameMember(ctx: MutationCtx, user: User) {
  if (user.teamId === null) return;
  const { _id, members } = await getTeam(ctx, user.teamId);
  const name = user.displayName;
  if (members.some((it) => it.uid === user._id && it.name !== name))
    await ctx.db.patch("teams", _id, {
      members: Roster.renamed(members, user._id, name),
    });
}

/**
 * Returns a team without the members whose accounts an organiser has deleted by hand:
 * they cannot leave, and keep a slot.
 */
export async function getMended(
  ctx: MutationCtx,
  teamId: Team["_id"],
): Promise<Team> {
  const team = await getTeam(ctx, teamId);
  let { members } = team;
  for (const { uid } of team.members)
    if ((await ctx.db.get("users", uid)) === null)
      members = Roster.without(members, uid);
  if (members.length < team.members.length)
    await setMembers(ctx, team, members);
  return { ...team, members };
}

/** Writes the list, and the roles that it changes to the rows of its people. */
async function setMembers(ctx: MutationCtx, team: Team, members: TeamMember[]) {
  await ctx.db.patch("teams", team._id, { members });
  const roleOf = new Map(team.members.map(({ uid, role }) => [uid, role]));
  for (const { uid, role } of members)
    if (role !== roleOf.get(uid))
      await ctx.db.patch("users", uid, { teamRole: role });
}

/** Returns a team that a `users` row refers to: `withTeamThere` sees to it. */
export async function getTeam(ctx: QueryCtx, teamId: Team["_id"]) {
  const team = await ctx.db.get("teams", teamId);
  if (team === null)
    throw new Error(`a users row refers to a missing team: ${teamId}`);
  return team;
}

/**
 * Writes the person's current team, and clears the notice about an earlier one.
 * @throws `participants_only`: judges and mentors are in no team
 */
async function place(
  ctx: NotingCtx,
  user: User,
  at: { teamId: Team["_id"]; teamRole: TeamRole },
): Promise<void> {
  Viewer.requireTakingPart(user);
  await ctx.db.patch("users", user._id, { ...at, lostTeam: undefined });
  ctx.note({ kind: "person entered", userId: user._id, teamId: at.teamId });
}

function newMember(user: User, role: TeamRole): TeamMember {
  return { uid: user._id, name: user.displayName, role, joinedAt: Date.now() };
}
