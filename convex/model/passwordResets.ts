/**
 * Links that let the reader of a mailbox choose a new password. The only writer
 * of `passwordResets`. A link carries 256 random bits, of which the hash is
 * stored; it works once, for an hour.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import * as Accounts from "./accounts";
import * as RateLimits from "./rateLimits";
import * as Sessions from "./sessions";
import * as Users from "./users";

const LIFETIME_MS = 60 * 60 * 1000;
const TOKEN_BYTES = 32;
/** The limit on reset mails keeps a person far below this. */
const MAX_RESETS = 1_000;

/** Whose link it is; what the mail and the rules for passwords need. */
export type Addressee = { name: string; email: string; hasPassword: boolean };

/** What a link carries: letters, digits, `-` and `_`. */
export function newToken(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** What is stored of a token. No salt: there is nothing to guess in 256 random bits. */
export async function hashToken(token: string): Promise<string> {
  const bytes = new TextEncoder().encode(token);
  return toBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Notes a new link for whoever has the address; null, and no link, when nobody has. */
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

/** Whose link this is, if it still works. @throws `reset_link_invalid`, `reset_link_used`, `reset_link_expired` */
export async function getAddressee(
  ctx: QueryCtx,
  tokenHash: string,
): Promise<Addressee> {
  const { user } = await getUsable(ctx, tokenHash);
  return addresseeOf(ctx, user);
}

/**
 * Gives the owner of the link a new password, and their address as proven; ends
 * every session and every other link. `secret` is the password's hash.
 * @throws `reset_link_invalid`, `reset_link_used`, `reset_link_expired`
 */
export async function redeem(
  ctx: MutationCtx,
  { tokenHash, secret }: { tokenHash: string; secret: string },
): Promise<Id<"users">> {
  const { user } = await getUsable(ctx, tokenHash);
  const { _id: userId, email } = user;
  for (const { _id } of await listOf(ctx, userId))
    await ctx.db.patch("passwordResets", _id, { isUsed: true });
  await Accounts.setPassword(ctx, { userId, email, secret });
  await Users.markEmailProven(ctx, userId);
  await Sessions.endAll(ctx, userId);
  await RateLimits.clear(ctx, "signIn", email);
  return userId;
}

/** Every link that was sent to the person and is still remembered. */
export async function listOf(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Doc<"passwordResets">[]> {
  return ctx.db
    .query("passwordResets")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_RESETS);
}

/** Forgets every link of the person. */
export async function removeAll(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  for (const { _id } of await listOf(ctx, userId))
    await ctx.db.delete("passwordResets", _id);
}

async function getUsable(ctx: QueryCtx, tokenHash: string) {
  const reset = await ctx.db
    .query("passwordResets")
    .withIndex("by_token_hash", (q) => q.eq("tokenHash", tokenHash))
    .unique();
  if (reset === null) return refuse("reset_link_invalid");
  if (reset.isUsed) return refuse("reset_link_used");
  if (reset.expiresAt <= Date.now()) return refuse("reset_link_expired");
  const user = await ctx.db.get("users", reset.userId);
  if (user === null) return refuse("reset_link_invalid");
  return { reset, user };
}

async function addresseeOf(
  ctx: QueryCtx,
  user: Doc<"users">,
): Promise<Addressee> {
  const account = await Accounts.findPassword(ctx, user._id);
  return {
    name: user.displayName,
    email: user.email,
    hasPassword: account !== null,
  };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
