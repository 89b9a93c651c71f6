import { v, type Infer } from "convex/values";
import { pictureViewValidator } from "../projects/shared/pictures";
import { projectContentValidator } from "../projects/shared/projects";

/** An award of a project; `isTied` if another project has won it too. */
const wonValidator = v.object({
  award: v.string(),
  isTied: v.boolean(),
  isCorrected: v.optional(v.literal(true)),
});

const { name, summary, tracks, builtWith } = projectContentValidator.fields;

/** A project in the list of the gallery, as it was handed in. */
export const galleryEntryValidator = v.object({
  projectId: v.id("projects"),
  name,
  summary,
  tracks,
  builtWith,
  /** Null if the team hides its names. */
  teamName: v.nullable(v.string()),
  /** The first one. */
  picture: v.nullable(pictureViewValidator),
  awards: v.array(wonValidator),
});
export type GalleryEntry = Infer<typeof galleryEntryValidator>;

/** A project on a page of its own, as it was handed in. */
export const galleryProjectValidator = v.object({
  projectId: v.id("projects"),
  ...projectContentValidator.fields,
  teamName: v.nullable(v.string()),
  /** Empty if the team hides its names. */
  memberNames: v.array(v.string()),
  pictures: v.array(pictureViewValidator),
  awards: v.array(wonValidator),
  /** When, in milliseconds since the epoch; null if the team hides its names: the hall sees who hands in when. */
  handedInAt: v.nullable(v.number()),
  /** The address with the project's link preview; null until the gallery is public. */
  shareUrl: v.nullable(v.string()),
});
export type GalleryProject = Infer<typeof galleryProjectValidator>;

/** A project that organisers have taken out of the gallery. */
export const takenDownValidator = v.object({
  projectId: v.id("projects"),
  name: v.string(),
  takenDownAt: v.number(),
});

/** The data of a project's link preview. */
export const projectPreviewValidator = v.object({
  projectId: v.id("projects"),
  name: v.string(),
  summary: v.string(),
  teamName: v.nullable(v.string()),
  picture: v.nullable(pictureViewValidator),
});
export type ProjectPreview = Infer<typeof projectPreviewValidator>;
