/** Pictures of projects. */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { optionalLine } from "../../platform/shared/input";

export const MAX_PICTURES = 4;
export const MAX_PICTURE_BYTES = 5 * 2 ** 20;
/** The smaller version of a picture, for lists. */
export const MAX_THUMBNAIL_BYTES = 2 ** 19;
export const MAX_PICTURE_SIDE = 8_192;
/** A browser holds four bytes for each pixel that it shows. */
export const MAX_PICTURE_PIXELS = 16_000_000;
export const MAX_THUMBNAIL_SIDE = 1_600;

/** What people enter beside a picture: its alternative text. */
export const altSchema = z.object({
  alt: z._default(optionalLine("Description", 200), ""),
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
