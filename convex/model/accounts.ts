/** Adds accounts for Convex Auth, which reads and changes them afterwards. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import * as Users from "./users";

/** The name under which Convex Auth knows e-mail and password. */
export const PASSWORD_PROVIDER = "password";

/**
 * Adds a person and their password account together. The look-up is part of the
 * same transaction: of two sign-ups with one address, one is refused, and no
 * password is compared, so signing up tells nothing about the existing one.
 * @throws `email_in_use`
 */
export async function createWithPassword(
  ctx: MutationCtx,
  account: { name: string; email: string; secret: string },
): Promise<Doc<"users">["_id"]> {
  const { name, email, secret } = account;
  const existing = await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) =>
      q.eq("provider", PASSWORD_PROVIDER).eq("providerAccountId", email),
    )
    .unique();
  if (existing !== null) refuse("email_in_use", { field: "email" });
  const userId = await Users.create(ctx, { name, email });
  await ctx.db.insert("authAccounts", {
    userId,
    provider: PASSWORD_PROVIDER,
    providerAccountId: email,
    secret,
  });
  return userId;
}
