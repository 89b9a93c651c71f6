/** Pictures of projects. Only the server loads this file; pages import its types. */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { MAX_ALT_LENGTH } from "./limits";
import { optionalLine } from "./schemas";

/** What people enter beside a picture: its alternative text. */
export const altSchema = z.object({
  alt: z._default(optionalLine("Description", MAX_ALT_LENGTH), ""),
});

/**
 * A picture of a project: its file, and a smaller version of it for lists. Sizes are
 * those of the former, in pixels.
 */
export const storedPictureValidator = v.object({
  storageId: v.id("_storage"),
  thumbnailId: v.optional(v.id("_storage")),
  thumbnailWidth: v.optional(v.number()),
  width: v.number(),
  height: v.number(),
  /** The alternative text; may be empty. */
  alt: v.string(),
});
export type StoredPicture = Infer<typeof storedPictureValidator>;

/** A picture as pages show it. Sizes are as above. */
export const pictureViewValidator = v.object({
  url: v.string(),
  width: v.number(),
  height: v.number(),
  alt: v.string(),
  /** The smaller version, with the same aspect ratio. */
  thumbnail: v.nullable(v.object({ url: v.string(), width: v.number() })),
});
export type PictureView = Infer<typeof pictureViewValidator>;

/** A picture as the team sees it on the project's page. */
export const ownPictureValidator = v.object({
  _id: v.id("pictures"),
  ...pictureViewValidator.fields,
});
export type OwnPicture = Infer<typeof ownPictureValidator>;
