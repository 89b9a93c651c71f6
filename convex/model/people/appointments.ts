/**
 * Appoints and dismisses organisers, judges and mentors. Only the holder of the
 * deployment's admin key appoints and dismisses organisers; organisers may appoint the
 * others. Writes through the modules that own the tables.
 *
 * Appointing needs a proven address (Google verified it, or its reader followed
 * the link of a reset mail): anyone can sign up with an organiser's address and
 * wait for the appointment. Dismissing does not need one.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../shared/errors";
import { isHelper } from "../../shared/people";
import { tidyEmail } from "../../shared/text";
import type { AuditEntry } from "../../shared/organiser";
import * as Assignments from "../judging/assignments";
import * as AuditLog from "../platform/auditLog";
import * as Listings from "../listings/listings";
import * as Requests from "../listings/requests";
import * as Teams from "../teams/teams";
import * as Users from "./users";

type User = Doc<"users">;
type Appointed = Exclude<User["role"], "participant">;
/** The roles that organisers may give. */
export type HelperRole = Exclude<Appointed, "organiser">;

/**
 * Gives the person with this address a role and returns the person.
 * @param actor null for the holder of the admin key
 * @throws `user_not_found`, `email_not_proven`, `helper_in_team`, and
 *   `already_organiser` unless the role is given with the admin key
 */
export async function appoint(
  ctx: MutationCtx,
  actor: User | null,
  { email, role }: { email: string; role: Appointed },
): Promise<User> {
  const user = await getByEmail(ctx, email);
  requireChangeable(actor, user);
  if (!Users.hasProvenEmail(user)) refuse("email_not_proven");
  return setRole(ctx, actor, user, role);
}

/**
 * Makes a judge or mentor a participant again and returns the person. The judge's
 * scores still count; the unscored projects go to other judges.
 * @throws `not_found`, and `already_organiser` unless with the admin key
 */
export async function dismiss(
  ctx: MutationCtx,
  actor: User | null,
  userId: User["_id"],
): Promise<User> {
  const user = await ctx.db.get("users", userId);
  if (user === null) return refuse("not_found", { label: "This account" });
  requireChangeable(actor, user);
  return setRole(ctx, actor, user, "participant");
}

/**
 * Does the same by address and with the admin key, which may also dismiss an organiser.
 * @throws `user_not_found`
 */
export async function dismissByEmail(
  ctx: MutationCtx,
  email: string,
): Promise<User> {
  return setRole(ctx, null, await getByEmail(ctx, email), "participant");
}

/** The organisers' area cannot end the role of an organiser, not even one's own. */
function requireChangeable(actor: User | null, user: User): void {
  if (actor !== null && user.role === "organiser")
    refuse("already_organiser", { name: user.displayName });
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
  await Users.setRole(ctx, user._id, role);
  // The entry must not hold the address, because it outlives the account.
  const userId = user._id;
  await AuditLog.record(ctx, actor, {
    action: actionOf(user.role, role),
    target: user.displayName,
    before: { userId, role: user.role },
    after: { userId, role },
  });
  if (role === "judge" || user.role === "judge") await Assignments.follow(ctx);
  return { ...user, role };
}

function actionOf(before: User["role"], after: User["role"]) {
  if (after !== "participant")
    return `${after} appointed` satisfies AuditEntry["action"];
  const dismissed = before === "participant" ? "organiser" : before;
  return `${dismissed} dismissed` satisfies AuditEntry["action"];
}

/**
 * Judges and mentors are in no team and look for none.
 * @throws `helper_in_team`: whether to end a membership is not decided in passing
 */
async function endTakingPart(ctx: MutationCtx, user: User): Promise<void> {
  if (user.teamId !== null) {
    const { name: team } = await Teams.getTeam(ctx, user.teamId);
    refuse("helper_in_team", { name: user.displayName, team });
  }
  await Listings.withdraw(ctx, user._id);
  for (const row of await Requests.listOpenOfPerson(ctx, user._id))
    await Requests.end(
      ctx,
      row,
      row.sentBy === "person" ? "withdrawn" : "declined",
    );
}
