/**
 * Who is an organiser. Appointing is for who holds the deployment's key: no
 * organiser makes another. Writes through the owners of the tables.
 *
 * Only a proven address is appointed (Google's word, or a reset mail that was
 * read): anybody can type an organiser's address when they sign up, and would
 * then wait for the appointment. An unproven one is dismissed all the same.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import { tidyEmail } from "../shared/text";
import * as AuditLog from "./auditLog";
import * as Users from "./users";

type User = Doc<"users">;

/** Makes the person with this address an organiser, if they are none yet. @throws `user_not_found`, `email_not_proven` */
export async function appoint(ctx: MutationCtx, email: string): Promise<User> {
  const user = await getByEmail(ctx, email);
  if (!Users.hasProvenEmail(user)) refuse("email_not_proven");
  return setRole(ctx, user, "organiser");
}

/** Makes the person with this address a participant again, if they are none. @throws `user_not_found` */
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
  // Not by their address: it would outlast their account.
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
