/**
 * The ways in which people sign in. Convex Auth reads accounts and adds
 * Google's; this module adds, changes and removes passwords.
 *
 * One address is one person. An address is proven by Google's word or by a
 * reset mail, never by typing it at sign-up. Hence:
 *
 * - Nobody signs up with an address that somebody has, whichever way they came;
 *   a password for it is had by a reset, which proves the address.
 * - Google with a proven address finds that person, and adds itself.
 * - Google with an address that somebody merely typed finds that person too, but
 *   the address is now Google's owner's alone: the password is removed and every
 *   session ends. Otherwise, whoever signs up with somebody else's address would
 *   wait inside the account that its owner later comes to. Usually it is the
 *   same person, who thus keeps profile and team, and may set a password anew.
 * - An address that Google has not verified proves nothing and is refused.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import * as Sessions from "./sessions";
import * as Users from "./users";

/** The name under which Convex Auth knows e-mail and password. */
export const PASSWORD_PROVIDER = "password";

/** More ways to sign in, or codes for them, than a person can have. */
const MAX_ACCOUNTS = 100;

/** What Google says about a person; the address in the spelling of `tidyEmail`. */
export type GooglePerson = {
  name: string;
  email: string;
  isEmailVerified: boolean;
  image?: string;
};

/**
 * Adds a person and their password account together. The look-up is part of the
 * same transaction: of two sign-ups with one address, one is refused, and no
 * password is compared, so signing up tells nothing about the existing one.
 * @throws `email_in_use`
 */
export async function createWithPassword(
  ctx: MutationCtx,
  account: { name: string; email: string; secret: string },
): Promise<Id<"users">> {
  const { name, email, secret } = account;
  if ((await Users.findByEmail(ctx, email)) !== null)
    refuse("email_in_use", { field: "email" });
  const userId = await Users.create(ctx, { name, email });
  await setPassword(ctx, { userId, email, secret });
  return userId;
}

/** The person that a first sign-in by Google belongs to, made if there is none. */
export async function adoptGoogle(
  ctx: MutationCtx,
  person: GooglePerson,
): Promise<Id<"users">> {
  const { isEmailVerified, ...profile } = person;
  if (!isEmailVerified) throw new Error("Google has not verified the address");
  const user = await Users.findByEmail(ctx, profile.email);
  if (user === null)
    return Users.create(ctx, { ...profile, emailVerificationTime: Date.now() });
  if (!Users.hasProvenEmail(user)) {
    await removePassword(ctx, user._id);
    await Sessions.endAll(ctx, user._id);
    await Users.markEmailProven(ctx, user._id);
  }
  return user._id;
}

/** The person's password account, or null. */
export async function findPassword(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Doc<"authAccounts"> | null> {
  return ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) =>
      q.eq("userId", userId).eq("provider", PASSWORD_PROVIDER),
    )
    .unique();
}

/** Gives the person a password in place of the one they had, if any. `secret` is its hash. */
export async function setPassword(
  ctx: MutationCtx,
  {
    userId,
    email,
    secret,
  }: { userId: Id<"users">; email: string; secret: string },
): Promise<void> {
  const account = await findPassword(ctx, userId);
  if (account !== null) {
    await ctx.db.patch("authAccounts", account._id, { secret });
    return;
  }
  await ctx.db.insert("authAccounts", {
    userId,
    provider: PASSWORD_PROVIDER,
    providerAccountId: email,
    secret,
  });
}

/** Every way in which the person signs in. */
export async function listOf(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Doc<"authAccounts">[]> {
  return ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", userId))
    .take(MAX_ACCOUNTS);
}

/** Removes every way in which the person signs in, with the codes under way. */
export async function removeAll(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  for (const account of await listOf(ctx, userId)) await remove(ctx, account);
}

async function removePassword(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  const account = await findPassword(ctx, userId);
  if (account !== null) await remove(ctx, account);
}

async function remove(
  ctx: MutationCtx,
  account: Doc<"authAccounts">,
): Promise<void> {
  const codes = await ctx.db
    .query("authVerificationCodes")
    .withIndex("accountId", (q) => q.eq("accountId", account._id))
    .take(MAX_ACCOUNTS);
  for (const { _id } of codes)
    await ctx.db.delete("authVerificationCodes", _id);
  await ctx.db.delete("authAccounts", account._id);
}
