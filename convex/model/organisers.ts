/**
 * Appoints and dismisses organisers. Only the holder of the deployment's admin key
 * may do so; an organiser cannot appoint another. Writes through the modules that
 * own the tables.
 *
 * Appointing needs a proven address (Google verified it, or its reader followed
 * the link of a reset mail): anyone can sign up with an organiser's address and
 * wait for the appointment. Dismissing does not need one.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import { tidyEmail } from "../shared/text";
import * as AuditLog from "./auditLog";
import * as Users from "./users";

type User = Doc<"users">;

/**
 * Makes the person with this address an organiser and returns the person.
 * @throws `user_not_found`, `email_not_proven`
 */
export async function appoint(ctx: MutationCtx, email: string): Promise<User> {
  const user = await getByEmail(ctx, email);
  if (!Users.hasProvenEmail(user)) refuse("email_not_proven");
  return setRole(ctx, user, "organiser");
}

/**
 * Makes the person with this address a participant and returns the person.
 * @throws `user_not_found`
 */
export async function dismiss(ctx: MutationCtx, email: string): Promise<User> {
  return setRole(ctx, await getByEmail(ctx, email), "participant");
}

async function getByEmail(ctx: MutationCtx, email: string): Promise<User> {
  const user = await Users.findByEmail(ctx, tidyEmail(email));
  return user ?? refuse("user_not_found");
}

async function setRole(
  ctx: MutationCtx,
  user: User,
  role: User["role"],
): Promise<User> {
  if (user.role === role) return user;
  await Users.setRole(ctx, user._id, role);
  // The entry must not hold the address, because it outlives the account.
  const userId = user._id;
  await AuditLog.record(ctx, null, {
    action:
      role === "organiser" ? "organiser appointed" : "organiser dismissed",
    target: user.displayName,
    before: { userId, role: user.role },
    after: { userId, role },
  });
  return { ...user, role };
}
