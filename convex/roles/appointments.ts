/**
 * Appoints and dismisses organisers, judges and mentors. The holder of the deployment's
 * admin key appoints anybody with a proven address; organisers invite by mail
 * (invitations.ts). Writes through the modules that own the tables.
 *
 * Appointing needs a proven address (Google verified it and no page in its place, or its
 * reader followed the link of a mail): anyone can sign up with an organiser's address and
 * wait for the appointment. Dismissing does not need one.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { canHelp, isHelper } from "../platform/shared/roles";
import { tidyEmail } from "../platform/shared/pasted";
import type { AppointedRole } from "../platform/shared/roles";
import * as Assignments from "../judging/assignments";
import * as Help from "../help/requests";
import * as AuditLog from "../platform/auditLog";
import * as Listings from "../listings/listings";
import * as Requests from "../listings/requests";
import * as Accounts from "../signIn/accounts";
import * as Teams from "../teams/teams";
import * as Users from "../people/users";

type User = Doc<"users">;

/**
 * Gives the person with this address a role and returns the person. For the holder of the
 * admin key.
 * @throws `user_not_found`, `email_not_proven`, `stand_in_only`, `helper_in_team`
 */
export async function appoint(
  ctx: MutationCtx,
  { email, role }: { email: string; role: AppointedRole },
): Promise<User> {
  const user = await getByEmail(ctx, email);
  await Accounts.requireProvenEmail(ctx, user);
  return setRole(ctx, null, user, role);
}

/** Gives a person the role to which an organiser has invited them, and returns the person. */
export async function appointInvited(
  ctx: MutationCtx,
  organiser: User,
  user: User,
  role: AppointedRole,
): Promise<User> {
  await requireFree(ctx, user, role);
  return setRole(ctx, organiser, user, role);
}

/**
 * Resolves if an invitation may give the person the role.
 * @throws `helper_in_team`, `already_organiser`: no role ends in passing that the event needs
 */
export async function requireFree(
  ctx: QueryCtx,
  user: User,
  role: AppointedRole,
): Promise<void> {
  if (user.role === "organiser" && role !== "organiser")
    refuse("already_organiser", { name: user.displayName });
  if (isHelper(role)) await requireNoTeam(ctx, user);
}

/**
 * Makes an organiser, judge or mentor a participant again and returns the person. The
 * judge's scores still count; the unscored projects go to other judges.
 * @param seen the role that the organiser takes away
 * @throws `not_found`, `last_organiser`, `changed_since`
 */
export async function dismiss(
  ctx: MutationCtx,
  organiser: User,
  userId: User["_id"],
  seen?: AppointedRole,
): Promise<User> {
  const user = await ctx.db.get("users", userId);
  if (user === null) return refuse("not_found", { label: "This account" });
  if (seen !== undefined && ![seen, "participant"].includes(user.role))
    refuse("changed_since", {
      what: `${user.displayName} has another role now: ${user.role}.`,
    });
  const organisers = await Users.listWithRole(ctx, "organiser");
  if (user.role === "organiser" && organisers.length === 1)
    refuse("last_organiser", { name: user.displayName });
  return setRole(ctx, organiser, user, "participant");
}

/** Does the same by address and with the admin key, which may also dismiss the last organiser. */
export async function dismissByEmail(ctx: MutationCtx, email: string) {
  return setRole(ctx, null, await getByEmail(ctx, email), "participant");
}

/** Names a helper for the check-in desk. @throws `no_account`, `email_not_proven`, `stand_in_only` */
export async function nameDeskHelper(
  ctx: MutationCtx,
  organiser: User,
  email: string,
): Promise<void> {
  const user = await Users.findByEmail(ctx, email);
  if (user === null) return refuse("no_account");
  await Accounts.requireProvenEmail(ctx, user);
  await setDeskHelper(ctx, organiser, user, true);
}

/** Takes that back. @throws `not_found` */
export async function dismissDeskHelper(
  ctx: MutationCtx,
  organiser: User,
  userId: User["_id"],
): Promise<void> {
  const user = await ctx.db.get("users", userId);
  if (user === null) return refuse("not_found", { label: "This account" });
  await setDeskHelper(ctx, organiser, user, false);
}

async function setDeskHelper(
  ctx: MutationCtx,
  organiser: User,
  user: User,
  isDeskHelper: boolean,
): Promise<void> {
  if ((user.isDeskHelper ?? false) === isDeskHelper) return;
  await Users.decide(ctx, user._id, {
    isDeskHelper: isDeskHelper || undefined,
  });
  await AuditLog.record(ctx, organiser, {
    action: isDeskHelper ? "desk helper named" : "desk helper dismissed",
    target: user.displayName,
    after: { userId: user._id },
  });
}

async function getByEmail(ctx: MutationCtx, email: string): Promise<User> {
  const user = await Users.findByEmail(ctx, tidyEmail(email));
  return user ?? refuse("user_not_found");
}

async function setRole(
  ctx: MutationCtx,
  actor: User | null,
  user: User,
  role: User["role"],
): Promise<User> {
  if (user.role === role) return user;
  if (isHelper(role)) await endTakingPart(ctx, user);
  await Users.decide(ctx, user._id, { role });
  // The entry must not hold the address, because it outlives the account.
  const userId = user._id;
  const isEnd = role === "participant";
  await AuditLog.record(ctx, actor, {
    action: isEnd ? `${user.role} dismissed` : `${role} appointed`,
    target: user.displayName,
    before: { userId, role: user.role },
    after: { userId, role },
  });
  if (!canHelp(role)) await Help.handBackAllOf(ctx, userId);
  if (role === "judge" || user.role === "judge") await Assignments.follow(ctx);
  return { ...user, role };
}

/** @throws `helper_in_team`: whether to end a membership is not decided in passing */
async function requireNoTeam(ctx: QueryCtx, user: User): Promise<void> {
  const team = await Teams.findOwn(ctx, user);
  if (team !== null)
    refuse("helper_in_team", { name: user.displayName, team: team.name });
}

/** Judges and mentors are in no team and look for none. */
async function endTakingPart(ctx: MutationCtx, user: User): Promise<void> {
  await requireNoTeam(ctx, user);
  await Listings.withdraw(ctx, user._id);
  for (const row of await Requests.listOpen(ctx, { uid: user._id }))
    await Requests.end(
      ctx,
      row,
      row.sentBy === "person" ? "withdrawn" : "declined",
    );
}
