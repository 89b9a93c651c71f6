import { v, type Infer } from "convex/values";
import { TRACKS } from "./tracks";

export const trackValidator = v.union(
  ...TRACKS.map((track) => v.literal(track)),
);

/** What a team says of its project. Texts that are not told are empty. */
export const projectContentValidator = v.object({
  name: v.string(),
  /** One line. */
  summary: v.string(),
  /** Markdown. */
  description: v.string(),
  tracks: v.array(trackValidator),
  /** https addresses. */
  repositoryUrl: v.string(),
  demoUrl: v.string(),
  videoUrl: v.string(),
  builtWith: v.array(v.string()),
});
export type ProjectContent = Infer<typeof projectContentValidator>;

/**
 * A picture of a project: its file, and a smaller version of it for lists. Sizes are
 * those of the former, in pixels.
 */
export const storedPictureValidator = v.object({
  storageId: v.id("_storage"),
  thumbnailId: v.optional(v.id("_storage")),
  width: v.number(),
  height: v.number(),
  /** What the picture shows, for those who do not see it; may be empty. */
  alt: v.string(),
});
export type StoredPicture = Infer<typeof storedPictureValidator>;
