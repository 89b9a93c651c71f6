import { v, type Infer } from "convex/values";
import { TRACKS } from "./tracks";

export const trackValidator = v.union(
  ...TRACKS.map((track) => v.literal(track)),
);

/** The content of a project. Missing texts are empty. */
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
  thumbnailWidth: v.optional(v.number()),
  width: v.number(),
  height: v.number(),
  /** The alternative text; may be empty. */
  alt: v.string(),
});
export type StoredPicture = Infer<typeof storedPictureValidator>;

/** The text fields that cannot be merged when two people change them at once. */
export const RIVAL_FIELDS = [
  "name",
  "summary",
  "repositoryUrl",
  "demoUrl",
  "videoUrl",
] as const;
export type RivalField = (typeof RIVAL_FIELDS)[number];

/** The fields of a project, in the page's order. */
export const PROJECT_FIELDS = [
  "name",
  "summary",
  "description",
  "repositoryUrl",
  "demoUrl",
  "videoUrl",
  "tracks",
  "builtWith",
] as const;
export type ProjectField = (typeof PROJECT_FIELDS)[number];

export const rivalFieldValidator = v.union(
  ...RIVAL_FIELDS.map((field) => v.literal(field)),
);
export const projectFieldValidator = v.union(
  ...PROJECT_FIELDS.map((field) => v.literal(field)),
);

/**
 * How a field changed; a text that was set aside is a rival text that was not chosen.
 */
export const changeOfFieldValidator = v.union(
  v.literal("edited"),
  v.literal("restored"),
  v.literal("set aside"),
);

/**
 * The values that a page's changes are based on, so that nothing is overwritten unseen.
 */
export const basesValidator = v
  .object({
    name: v.string(),
    summary: v.string(),
    repositoryUrl: v.string(),
    demoUrl: v.string(),
    videoUrl: v.string(),
    tracks: v.array(trackValidator),
    builtWith: v.array(v.string()),
  })
  .partial();
export type Bases = Infer<typeof basesValidator>;

/** The current hand-in of a project. `at`: milliseconds since the epoch. */
export const handedInValidator = v.object({
  receipt: v.number(),
  at: v.number(),
  by: v.string(),
});

export const statusValidator = v.union(
  v.literal("draft"),
  v.literal("handed_in"),
);
export type ProjectStatus = Infer<typeof statusValidator>;

const standingFields = {
  _id: v.id("projects"),
  hidesNames: v.boolean(),
  status: statusValidator,
  handedInAt: v.nullable(v.number()),
  receipt: v.nullable(v.number()),
  handedInBy: v.nullable(v.string()),
  /** The project's name in the hand-in. */
  handedInName: v.nullable(v.string()),
  /** It was changed after it was handed in. */
  hasChanges: v.boolean(),
};

/** A project as its team sees it. Times are milliseconds since the epoch. */
export const ownProjectValidator = v.object({
  ...standingFields,
  updatedAt: v.number(),
  updatedBy: v.string(),
  ...projectContentValidator.fields,
});
export type OwnProject = Infer<typeof ownProjectValidator>;

/** A rival text: for a field that somebody else changed meanwhile. */
export const rivalValidator = v.object({
  _id: v.id("projectRivals"),
  field: rivalFieldValidator,
  userId: v.id("users"),
  userName: v.string(),
  text: v.string(),
  at: v.number(),
});
export type Rival = Infer<typeof rivalValidator>;

/**
 * A project for the team's page, without the description, which is a query of its own.
 */
export const workbenchValidator = v.object({
  ...standingFields,
  ...projectContentValidator.omit("description").fields,
  /**
   * The read key for `projects.description`; null if nobody has opened the project lately.
   */
  textReadKey: v.nullable(v.string()),
  /** The labels of what differs from the hand-in. */
  changedSince: v.array(v.string()),
  rivals: v.array(rivalValidator),
});
export type Workbench = Infer<typeof workbenchValidator>;

/** A history entry: a change of a field, with the text before and after. */
export const historyEntryValidator = v.object({
  _id: v.id("projectHistory"),
  field: projectFieldValidator,
  kind: changeOfFieldValidator,
  by: v.string(),
  since: v.number(),
  at: v.number(),
  before: v.string(),
  after: v.string(),
});
export type HistoryEntry = Infer<typeof historyEntryValidator>;

/**
 * Changes of the description after number `after`, or the whole `state` if those are
 * already merged.
 */
export const textChangesValidator = v.object({
  projectId: v.id("projects"),
  edition: v.number(),
  seq: v.number(),
  state: v.nullable(v.bytes()),
  updates: v.array(v.bytes()),
});
export type TextChanges = Infer<typeof textChangesValidator>;

/** A member on the project's page, and the field that they are in. */
export const presentValidator = v.object({
  userId: v.id("users"),
  name: v.string(),
  field: v.nullable(projectFieldValidator),
});
export type Present = Infer<typeof presentValidator>;

/**
 * The data about a person's work on a project. Times are milliseconds since the epoch.
 */
export const projectDataValidator = v.object({
  /** Of the team's project. */
  name: v.nullable(v.string()),
  changes: v.array(
    v.object({
      field: projectFieldValidator,
      kind: changeOfFieldValidator,
      since: v.number(),
      until: v.number(),
    }),
  ),
  textsToChoose: v.array(
    v.object({ field: rivalFieldValidator, text: v.string(), at: v.number() }),
  ),
});
export type ProjectData = Infer<typeof projectDataValidator>;

/** A project as organisers see it in their list. */
export const listedProjectValidator = v.object({
  _id: v.id("projects"),
  teamName: v.string(),
  name: v.string(),
  status: statusValidator,
  handedInAt: v.nullable(v.number()),
  receipt: v.nullable(v.number()),
  hasChanges: v.boolean(),
  updatedAt: v.number(),
  updatedBy: v.string(),
  ...projectContentValidator.pick(
    "summary",
    "tracks",
    "repositoryUrl",
    "demoUrl",
    "videoUrl",
  ).fields,
  /** What is missing for a hand-in. */
  missing: v.array(v.string()),
});
export type ListedProject = Infer<typeof listedProjectValidator>;
