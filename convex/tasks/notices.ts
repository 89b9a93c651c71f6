import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as NoticePass from "../model/noticePass";

/** Daily job: replaces the pass with which pages read the notices. */
export const replacePass = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await NoticePass.replace(ctx);
    return null;
  },
});
