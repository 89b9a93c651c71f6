import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Accounts from "../model/accounts";

/** The transaction of a sign-up; called by the password provider with a hashed secret. */
export const createWithPassword = internalMutation({
  args: { name: v.string(), email: v.string(), secret: v.string() },
  returns: v.id("users"),
  handler: async (ctx, account) => Accounts.createWithPassword(ctx, account),
});
