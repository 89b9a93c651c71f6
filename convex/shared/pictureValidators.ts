import { v, type Infer } from "convex/values";

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
