import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as PasswordResets from "../model/signIn/passwordResets";
import * as RateLimits from "../model/platform/rateLimits";
import { signedInValidator } from "../model/signIn/sessions";
import { refuse } from "../shared/errors";

const addresseeValidator = v.object({
  name: v.string(),
  email: v.string(),
  hasPassword: v.boolean(),
  greetedName: v.nullable(v.string()),
});

/**
 * Stores a new link and returns whom it is for; null if nobody has the address.
 * Called by the password provider.
 */
export const issue = internalMutation({
  args: { email: v.string(), tokenHash: v.string() },
  returns: v.nullable(addresseeValidator),
  handler: async (ctx, link) => PasswordResets.issue(ctx, link),
});

/**
 * Returns whom a link is for, and counts that a password is about to be hashed for it.
 * Called by the password provider.
 * @throws `reset_link_invalid`, `reset_link_used`, `reset_link_expired`,
 *   `rate_limited`, `too_busy`
 */
export const check = internalMutation({
  args: { tokenHash: v.string() },
  returns: addresseeValidator,
  handler: async (ctx, { tokenHash }) => {
    const addressee = await PasswordResets.getAddressee(ctx, tokenHash);
    await RateLimits.requireAndTake(ctx, "redeemReset", tokenHash);
    const waitSeconds = await RateLimits.take(ctx, "hashing");
    if (waitSeconds !== null) refuse("too_busy", { waitSeconds });
    return addressee;
  },
});

/**
 * Replaces the password and signs the person in. Called by the password
 * provider; `secret` is the hashed password.
 * @throws `reset_link_invalid`, `reset_link_used`, `reset_link_expired`
 */
export const redeem = internalMutation({
  args: { tokenHash: v.string(), secret: v.string() },
  returns: signedInValidator,
  handler: async (ctx, reset) => PasswordResets.redeem(ctx, reset),
});
