import { v } from "convex/values";
import { publicMutation } from "./functions";
import * as RateLimits from "./model/rateLimits";
import * as Subscribers from "./model/subscribers";
import { checked } from "./shared/check";
import { subscribeSchema } from "./shared/schemas";

/** Asks for news by e-mail. The answer is the same for an address that is already there. */
export const subscribe = publicMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const { email } = checked(subscribeSchema, args);
    await RateLimits.requireAndTake(ctx, "subscribe");
    await Subscribers.add(ctx, email);
    return null;
  },
});
