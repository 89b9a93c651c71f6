/**
 * The ways in which people sign in. Convex Auth reads accounts and adds
 * Google's; this module adds, changes and removes passwords.
 *
 * One address is one person. An address is proven by Google's word or by a
 * reset mail, never by typing it at sign-up. Hence:
 *
 * - Nobody signs up with an address that someone has, whichever way they came; they get
 *   a password by a reset, which proves the address.
 * - Google with a proven address finds that person, and adds itself.
 * - Google with an address that someone merely typed finds that person too, but the
 *   address is now Google's owner's alone: the password is removed and every session
 *   ends. Otherwise, whoever signs up with someone else's address would wait inside the
 *   account that its owner later comes to. Usually it is the same person, who thus
 *   keeps profile and team, and may set a new password.
 * - An address that Google has not verified proves nothing and is refused.
 * - A page that stands in for Google proves nothing. It opens only accounts that it made
 *   and that have no role. Once anybody has a role it opens none, unless
 *   `AUTH_GOOGLE_STAND_IN` is `on`. Whoever proves the address later takes the account over
 *   as above, and the stand-in never opens it again.
 */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import * as Places from "../people/places";
import * as Users from "../people/users";
import { sha256Hex } from "../platform/digest";
import * as RateLimits from "../platform/rateLimits";
import * as Admission from "./admission";
import type { Proof } from "./botChecks";
import {
  type GooglePerson,
  isGoogleAvailable,
  isStandIn,
} from "./googleProvider";
import * as Sessions from "./sessions";

/** The name under which Convex Auth knows email and password. */
export const PASSWORD_PROVIDER = "password";

/** An upper bound for the accounts of a person, and for the codes of an account. */
const MAX_ACCOUNTS = 100;

/**
 * Creates a person with a password account and signs them in. `secret`
 * is the hashed password. The look-up is part of the transaction, so one of two
 * concurrent sign-ups with the same address fails. No password is compared, so a
 * sign-up reveals nothing about the existing one.
 * @throws `email_in_use`
 */
export async function createWithPassword(
  ctx: MutationCtx,
  account: { name: string; email: string; secret: string },
): Promise<Sessions.SignedIn> {
  const { name, email, secret } = account;
  if ((await Users.findByEmail(ctx, email)) !== null)
    refuse("email_in_use", { field: "email" });
  const userId = await create(ctx, { name, email });
  await setPassword(ctx, { userId, email, secret });
  return { userId, sessionId: await Sessions.begin(ctx, userId) };
}

export const attemptValidator = v.union(
  v.object({ kind: v.literal("refused"), refusal: Admission.refusalValidator }),
  v.object({ kind: v.literal("unknownEmail") }),
  v.object({ kind: v.literal("noPassword") }),
  v.object({
    kind: v.literal("password"),
    userId: v.id("users"),
    secret: v.string(),
    /** How long to wait for an attempt without a bot check; null if none is over. */
    limitedFor: v.nullable(v.number()),
  }),
);
type Attempt = Infer<typeof attemptValidator>;

/**
 * Counts an attempt to sign in with a password, and returns the hash to verify, or why
 * there is none. Counting before the password is verified, in a transaction of its own,
 * keeps concurrent attempts within the limit and a failed one counted.
 *
 * Attempts for an address without a password count for the deployment only, because the
 * specification has the answer tell that nobody has the address: beyond the calm rate,
 * asking who takes part costs work too.
 *
 * Beyond the limits an attempt needs a solved bot check. Guessing then costs work, and
 * the owner still gets in.
 */
export async function beginSignIn(
  ctx: MutationCtx,
  { email, proof }: { email: string; proof?: Proof },
): Promise<Attempt> {
  const user = await Users.findByEmail(ctx, email);
  const account = user && (await findPassword(ctx, user._id));
  const secret = account?.secret;
  const refusal = await Admission.decide(ctx, {
    purpose: "signIn",
    address: secret === undefined ? null : email,
    proof,
  });
  if (refusal !== null) return { kind: "refused", refusal };
  if (user === null) return { kind: "unknownEmail" };
  if (secret === undefined) return { kind: "noPassword" };
  const limitedFor =
    proof === undefined ? null : await RateLimits.waitFor(ctx, "signIn", email);
  return { kind: "password", userId: user._id, secret, limitedFor };
}

/**
 * Begins a session after the right password, and resets the count of the address.
 * @param verified the hash that was verified
 * @returns null if the password was replaced or removed in the meantime
 */
export async function succeedSignIn(
  ctx: MutationCtx,
  verified: { email: string; userId: Id<"users">; secret: string },
): Promise<Sessions.SignedIn | null> {
  const { email, userId, secret } = verified;
  const account = await findPassword(ctx, userId);
  if (account?.secret !== secret) return null;
  await RateLimits.clear(ctx, "signIn", email);
  return { userId, sessionId: await Sessions.begin(ctx, userId) };
}

/** Returns true if people can sign in with Google, or with what stands in for it, now. */
export async function isGoogleOpen(ctx: QueryCtx): Promise<boolean> {
  return isGoogleAvailable() && (!isStandIn() || (await isStandInOpen(ctx)));
}

async function isStandInOpen(ctx: QueryCtx): Promise<boolean> {
  const isSwitchedOn = process.env.AUTH_GOOGLE_STAND_IN === "on";
  return isSwitchedOn || !(await Users.isAnybodyAppointed(ctx));
}

/** Throws a plain error unless whoever the stand-in vouches for may have the account. */
export async function requireOpenToStandIn(ctx: QueryCtx, userId: Id<"users">) {
  const user = await ctx.db.get("users", userId);
  if (user?.role !== "participant")
    throw new Error("The stand-in for Google opens no account with a role");
  if (!(await isStandInOpen(ctx)))
    throw new Error(
      "The stand-in for Google is closed, because somebody has a role: set AUTH_GOOGLE_STAND_IN=on",
    );
}

/**
 * Returns the person to whom a first sign-in by Google belongs, and creates them
 * if nobody has the address. Throws a plain error if Google has not verified it, or if
 * the address is somebody's and only a stand-in for Google vouches for it.
 */
export async function adoptGoogle(ctx: MutationCtx, person: GooglePerson) {
  const { isEmailVerified, ...profile } = person;
  if (!isEmailVerified) throw new Error("Google has not verified the address");
  const user = await Users.findByEmail(ctx, profile.email);
  const emailVerificationTime = isStandIn() ? undefined : Date.now();
  if (user === null) return create(ctx, { ...profile, emailVerificationTime });
  if (isStandIn())
    throw new Error("The stand-in for Google opens only accounts that it made");
  if (!Users.hasProvenEmail(user)) {
    await removeAll(ctx, user._id);
    await Sessions.endAll(ctx, user._id);
    await Users.markEmailProven(ctx, user._id);
  }
  return user._id;
}

/** For those who are appointed. @throws `email_not_proven`, `stand_in_only` */
export async function requireProvenEmail(ctx: QueryCtx, user: Doc<"users">) {
  if ((await standInsOf(ctx, user)).length > 0) refuse("stand_in_only");
  if (!Users.hasProvenEmail(user)) refuse("email_not_proven");
}

/** Deletes the accounts that a stand-in for Google made. */
export async function removeStandIns(ctx: MutationCtx, user: Doc<"users">) {
  for (const account of await standInsOf(ctx, user)) await remove(ctx, account);
}

/**
 * Returns the accounts that a stand-in for Google made: Google itself would have proven the
 * address. Earlier versions believed the stand-in, so while it is there, all count.
 */
export async function standInsOf(ctx: QueryCtx, user: Doc<"users">) {
  if (Users.hasProvenEmail(user) && !isStandIn()) return [];
  const accounts = await listOf(ctx, user._id);
  return accounts.filter(({ provider }) => provider !== PASSWORD_PROVIDER);
}

/** Adds a person, whose place at the event may be confirmed already. */
async function create(
  ctx: MutationCtx,
  person: Parameters<typeof Users.create>[1],
): Promise<Id<"users">> {
  const hasConfirmedPlace = await Places.isListed(ctx, person.email);
  return Users.create(ctx, {
    ...person,
    hasConfirmedPlace: hasConfirmedPlace || undefined,
  });
}

/** Returns the person's password account, or null. */
export async function findPassword(ctx: QueryCtx, userId: Id<"users">) {
  return ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) =>
      q.eq("userId", userId).eq("provider", PASSWORD_PROVIDER),
    )
    .unique();
}

/** Sets or replaces the person's password. `secret` is the hashed password. */
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

/** Returns every account with which the person signs in. */
export async function listOf(ctx: QueryCtx, userId: Id<"users">) {
  return ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", userId))
    .take(MAX_ACCOUNTS);
}

/**
 * Deletes the codes with which a sign-in that has begun elsewhere would end in a
 * session.
 */
export async function removeCodes(ctx: MutationCtx, userId: Id<"users">) {
  for (const account of await listOf(ctx, userId))
    await removeCodesOf(ctx, account);
}

/**
 * Deletes the code that waits for the sign-in of this verifier, if another one is
 * presented. Convex Auth compares as many as it is asked to, a code has eight digits, and
 * whoever began the sign-in may have sent somebody else to Google with it.
 */
export async function voidIfGuessed(
  ctx: MutationCtx,
  { code, verifier }: { code: string; verifier: string },
): Promise<void> {
  const waiting = await ctx.db
    .query("authVerificationCodes")
    .withIndex("by_verifier", (q) => q.eq("verifier", verifier))
    .unique();
  if (waiting !== null && waiting.code !== (await sha256Hex(code)))
    await ctx.db.delete("authVerificationCodes", waiting._id);
}

/** Deletes every account with which the person signs in, and their pending codes. */
export async function removeAll(ctx: MutationCtx, userId: Id<"users">) {
  for (const account of await listOf(ctx, userId)) await remove(ctx, account);
}

async function remove(ctx: MutationCtx, account: Doc<"authAccounts">) {
  await removeCodesOf(ctx, account);
  await ctx.db.delete("authAccounts", account._id);
}

async function removeCodesOf(ctx: MutationCtx, account: Doc<"authAccounts">) {
  const codes = await ctx.db
    .query("authVerificationCodes")
    .withIndex("accountId", (q) => q.eq("accountId", account._id))
    .take(MAX_ACCOUNTS);
  for (const { _id } of codes)
    await ctx.db.delete("authVerificationCodes", _id);
}
