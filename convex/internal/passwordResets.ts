import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as PasswordResets from "../model/passwordResets";

const addresseeValidator = v.object({
  name: v.string(),
  email: v.string(),
  hasPassword: v.boolean(),
});

/** Notes a new link, and tells to whom it goes; null when nobody has the address. */
export const issue = internalMutation({
  args: { email: v.string(), tokenHash: v.string() },
  returns: v.nullable(addresseeValidator),
  handler: async (ctx, link) => PasswordResets.issue(ctx, link),
});

/** Whose link it is. Not a query: whether it has expired is a matter of the clock. */
export const check = internalMutation({
  args: { tokenHash: v.string() },
  returns: addresseeValidator,
  handler: async (ctx, { tokenHash }) =>
    PasswordResets.getAddressee(ctx, tokenHash),
});

/** The transaction of a reset; called by the password provider with a hashed secret. */
export const redeem = internalMutation({
  args: { tokenHash: v.string(), secret: v.string() },
  returns: v.id("users"),
  handler: async (ctx, reset) => PasswordResets.redeem(ctx, reset),
});
