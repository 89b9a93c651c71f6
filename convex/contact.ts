import { v } from "convex/values";
import { publicMutation } from "./functions";
import * as ContactMessages from "./model/contactMessages";
import * as RateLimits from "./model/rateLimits";
import { checked } from "./shared/check";
import { contactMessageSchema } from "./shared/schemas";

/** Leaves a message for the organisers. */
export const send = publicMutation({
  args: {
    name: v.string(),
    email: v.string(),
    subject: v.string(),
    message: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    const message = checked(contactMessageSchema, args);
    await RateLimits.requireAndTake(ctx, "contactBySender", message.email);
    await RateLimits.requireAndTake(ctx, "contact");
    await ContactMessages.add(ctx, message);
    return null;
  },
});
