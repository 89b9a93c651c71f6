import { v } from "convex/values";
import { publicMutation } from "./functions";
import * as Admission from "./signIn/admission";
import * as Subscribers from "./contact/subscribers";
import { subscribeSchema } from "./contact/shared";

/**
 * Subscribes an address to the news. Anyone may call it. The answer does not tell
 * whether the address was subscribed before. Above a calm rate `botCheck` must be the
 * answer to a challenge (signIn/shared.ts).
 * @throws `required`, `invalid_email`, `bot_check_required`, `bot_check_failed`
 */
export const subscribe = publicMutation({
  args: { botCheck: v.optional(v.any()) },
  input: subscribeSchema,
  returns: v.null(),
  handler: async (ctx, { botCheck, email }) => {
    await Admission.requireAdmission(ctx, {
      purpose: "subscribe",
      email,
      botCheck,
    });
    await Subscribers.add(ctx, email);
  },
});
