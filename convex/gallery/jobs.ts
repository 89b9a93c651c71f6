import { v } from "convex/values";
import { internalQuery } from "../functions";
import * as Gallery from "./gallery";
import { projectPreviewValidator } from "./shared";

/**
 * Returns the data of a project's link preview, for http.ts; null if the project is not
 * public.
 */
export const preview = internalQuery({
  args: { id: v.string() },
  returns: v.nullable(projectPreviewValidator),
  handler: async (ctx, { id }) => Gallery.findPreview(ctx, id),
});
