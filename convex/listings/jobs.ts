import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as RequestMail from "./requestMail";
import { subjectValidator } from "./shared";

/** Queues the mail about requests and offers. Scheduled by requests.ts. */
export const mailRequests = internalMutation({
  args: { recipient: subjectValidator },
  returns: v.null(),
  handler: async (ctx, { recipient }) => RequestMail.tell(ctx, recipient),
});
