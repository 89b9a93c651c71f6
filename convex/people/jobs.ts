import { v } from "convex/values";
import { internalMutation } from "../functions";
import { mailKindValidator } from "../platform/shared/mail";
import * as Users from "./users";

/** Ends a kind of mail to a person. Called by http.ts, which has checked the link. */
export const unsubscribe = internalMutation({
  args: { kind: mailKindValidator, id: v.string() },
  returns: v.null(),
  handler: async (ctx, { kind, id }) => {
    const userId = ctx.db.normalizeId("users", id);
    const user = userId && (await ctx.db.get("users", userId));
    if (user) await Users.switchMail(ctx, user, kind, false);
  },
});
