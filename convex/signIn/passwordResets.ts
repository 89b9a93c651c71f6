/**
 * Links with which the reader of a mailbox chooses a new password. Only this module
 * writes `passwordResets`; upkeep/expiry.ts deletes old rows. A link carries 256
 * random bits, of which only the hash is stored. It works once, within an hour.
 */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import * as Accounts from "./accounts";
import { inAddress, randomKey, sha256 } from "../platform/digest";
import * as RateLimits from "../platform/rateLimits";
import * as Sessions from "./sessions";
import * as Users from "../people/users";

const LIFETIME_MS = 60 * 60 * 1000;
const MAX_TOKEN_LENGTH = 100;
/**
 * An upper bound for the links of one person; the rate limit keeps people far
 * below it.
 */
const MAX_RESETS = 1_000;

/** Whom a link is for: what the mail and the password rules need to know. */
export const addresseeValidator = v.object({
  name: v.string(),
  email: v.string(),
  hasPassword: v.boolean(),
  /** The name by which a mail may greet. */
  greetedName: v.nullable(v.string()),
});
type Addressee = Infer<typeof addresseeValidator>;

/** Letters, digits and what stands between the parts of a name, but no address. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}\p{N} '’-]|\u200c|\u200d|\.(?= |$))+$/u;

/** Returns a new random token of letters, digits, `-` and `_`. */
export function newToken(): string {
  return inAddress(randomKey());
}

/**
 * Returns the hash under which a token is stored. A string that is too long for a
 * token becomes "", which no link has.
 */
export async function hashToken(token: string): Promise<string> {
  return token.length > MAX_TOKEN_LENGTH ? "" : sha256(token);
}

/**
 * Stores a new link for the person with the address; returns null and stores
 * none if nobody has it.
 */
export async function issue(
  ctx: MutationCtx,
  { email, tokenHash }: { email: string; tokenHash: string },
): Promise<Addressee | null> {
  const user = await Users.findByEmail(ctx, email);
  if (user === null) return null;
  await ctx.db.insert("passwordResets", {
    userId: user._id,
    tokenHash,
    expiresAt: Date.now() + LIFETIME_MS,
    isUsed: false,
  });
  return addresseeOf(ctx, user);
}

/** Returns whom the link is for, if it works. */
export async function getAddressee(ctx: QueryCtx, tokenHash: string) {
  return addresseeOf(ctx, await getOwner(ctx, tokenHash));
}

/**
 * Sets the password of the link's owner and marks their address as proven. Ends
 * every session, uses up every link of theirs, and signs them in. `secret` is the
 * hashed password.
 */
export async function redeem(
  ctx: MutationCtx,
  { tokenHash, secret }: { tokenHash: string; secret: string },
): Promise<Sessions.SignedIn> {
  return takeOver(ctx, await getOwner(ctx, tokenHash), secret);
}

/**
 * Gives an account to whoever reads the mail of its address, as `redeem` says, because
 * somebody else may have made it.
 */
export async function takeOver(
  ctx: MutationCtx,
  user: Doc<"users">,
  secret: string,
): Promise<Sessions.SignedIn> {
  const { _id: userId, email } = user;
  for (const { _id } of await listOf(ctx, userId))
    await ctx.db.patch("passwordResets", _id, { isUsed: true });
  await Accounts.removeStandIns(ctx, user);
  await Accounts.setPassword(ctx, { userId, email, secret });
  await Users.markEmailProven(ctx, userId);
  await Accounts.removeCodes(ctx, userId);
  await Sessions.endAll(ctx, userId);
  await RateLimits.clear(ctx, "signIn", email);
  return { userId, sessionId: await Sessions.begin(ctx, userId) };
}

/** Returns the person's links that are still stored. */
export async function listOf(ctx: QueryCtx, userId: Id<"users">) {
  return ctx.db
    .query("passwordResets")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_RESETS);
}

/** Deletes every link of the person. */
export async function removeAll(ctx: MutationCtx, userId: Id<"users">) {
  for (const { _id } of await listOf(ctx, userId))
    await ctx.db.delete("passwordResets", _id);
}

async function getOwner(ctx: QueryCtx, tokenHash: string) {
  const reset = await ctx.db
    .query("passwordResets")
    .withIndex("by_token_hash", (q) => q.eq("tokenHash", tokenHash))
    .unique();
  if (reset === null) return refuse("reset_link_invalid");
  if (reset.isUsed) return refuse("reset_link_used");
  if (reset.expiresAt <= Date.now()) return refuse("reset_link_expired");
  const user = await ctx.db.get("users", reset.userId);
  return user ?? refuse("reset_link_invalid");
}

async function addresseeOf(ctx: QueryCtx, user: Doc<"users">) {
  const account = await Accounts.findPassword(ctx, user._id);
  return {
    name: user.displayName,
    email: user.email,
    hasPassword: account !== null,
    greetedName: greetedNameOf(user),
  };
}

/**
 * Anyone can sign up with someone else's address and a name of their choice, and our
 * mail would show it to the address's owner: "Win at evil.example". The name survives
 * when the owner proves the address, so then it must look like a name.
 */
function greetedNameOf(user: Doc<"users">): string | null {
  const isGreeted =
    Users.hasProvenEmail(user) && PLAIN_NAME.test(user.displayName);
  return isGreeted ? user.displayName : null;
}
