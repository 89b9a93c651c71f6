import { v } from "convex/values";
import { internalQuery } from "../functions";
import * as Gallery from "../model/gallery";
import { projectPreviewValidator } from "../shared/galleryValidators";

/** Returns what http.ts tells of a project; null if not everyone may see it. */
export const preview = internalQuery({
  args: { id: v.string() },
  returns: v.nullable(projectPreviewValidator),
  handler: async (ctx, { id }) => Gallery.findPreview(ctx, id),
});
