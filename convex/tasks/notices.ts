import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as FindPass from "../model/findPass";
import * as NoticePass from "../model/noticePass";

/**
 * Daily job: replaces the passes with which pages read the notices, and cards and
 * openings.
 */
export const replacePass = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await NoticePass.replace(ctx);
    await FindPass.replace(ctx);
    return null;
  },
});
