/** Messages to phones: a device registers itself; organisers see what became of messages. */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { organiserQuery, userMutation, userQuery } from "./functions";
import * as Devices from "./push/devices";
import * as Messages from "./push/messages";
import * as Request from "./push/request";
import { refuse } from "./platform/shared/errors";
import { deviceSchema, pushValidator } from "./push/shared";

/** Returns the key with which a browser subscribes. */
export const key = userQuery({
  args: {},
  returns: v.string(),
  handler: async () => Request.publicKey(),
});

/**
 * Lets messages come to the caller's device, until the logout. Pages call it again at each
 * opening, because browsers change subscriptions without a word.
 * @throws `push_service_unknown`, `rate_limited`
 */
export const register = userMutation({
  input: deviceSchema,
  returns: v.null(),
  handler: async (ctx, device) => {
    const sessionId = await getAuthSessionId(ctx);
    if (sessionId === null) return refuse("not_signed_in");
    await Devices.register(ctx, { userId: ctx.user._id, sessionId }, device);
  },
});

/** Ends the messages to one of the caller's devices. */
export const unregister = userMutation({
  args: { endpoint: v.string() },
  returns: v.null(),
  handler: async (ctx, { endpoint }) =>
    Devices.unregister(ctx, ctx.user._id, endpoint),
});

/** Returns how many devices get messages. */
export const reach = organiserQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => Devices.count(ctx),
});

/** Returns what became of the last messages. */
export const sent = organiserQuery({
  args: {},
  returns: v.array(pushValidator),
  handler: async (ctx) => Messages.listForOrganisers(ctx),
});

/** Returns whether this deployment can encrypt messages. */
export const works = organiserQuery({
  args: {},
  returns: v.boolean(),
  handler: async () => Request.canEncrypt(),
});
