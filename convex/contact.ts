import { v } from "convex/values";
import { publicMutation } from "./functions";
import * as Admission from "./signIn/admission";
import * as ContactMessages from "./contact/messages";
import { contactMessageSchema } from "./contact/shared";

/**
 * Stores a message to the organisers. Anyone may call it; above a calm rate
 * `botCheck` must be the answer to a challenge (signIn/shared.ts).
 * @throws `required`, `too_long`, `hidden_text`, `invalid_email`,
 *   `bot_check_required`, `bot_check_failed`
 */
export const send = publicMutation({
  args: { botCheck: v.optional(v.any()) },
  input: contactMessageSchema,
  returns: v.null(),
  handler: async (ctx, { botCheck, ...message }) => {
    const { email } = message;
    await Admission.requireAdmission(ctx, {
      purpose: "contact",
      email,
      botCheck,
    });
    await ContactMessages.add(ctx, message);
  },
});
