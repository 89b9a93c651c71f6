/**
 * Projects: their fields, the schema of what members enter, the views of them, and how
 * simultaneous changes of a field are merged.
 */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { TRACKS } from "#edition/tracks";
import {
  singleLine,
  optionalLine,
  refusing,
  literals,
} from "../../platform/shared/input";
import { link } from "../../platform/shared/links";
import { pictureViewValidator } from "./pictures";
import { withoutRepeats } from "../../people/shared/skills";
import { counted, isBlank } from "../../platform/shared/text";

export { TRACKS };
export type Track = (typeof TRACKS)[number];

export const trackValidator = literals(...TRACKS);

/**
 * A text of one line. If two people change it at once, the later text becomes a rival
 * text. May be empty.
 */
function lineField(label: string, maxLength: number) {
  const schema = optionalLine(label, maxLength);
  return { ...RIVAL_TEXT, label, schema };
}

/** An https address; may be empty. */
function linkField(label: string, example: string) {
  // Links with a query are longer than those of a profile.
  const maxLength = 300;
  const schema = link(label, example, maxLength);
  return { ...RIVAL_TEXT, label, schema };
}

const RIVAL_TEXT = {
  validator: v.string(),
  empty: "",
  hasRivals: true,
} as const;

/** About five pages: more than judges read at a table. */
export const MAX_PROJECT_DESCRIPTION_LENGTH = 10_000;
/** The size of one update of a description: enough to paste the whole text twice. */
export const MAX_TEXT_UPDATE_BYTES = 64 * 1024;
/**
 * The size of a description with its history, which is dropped beyond it. Four people
 * who write a text of full length in pieces, with a correction in every word, make 80 kB,
 * which Yjs reads in some milliseconds.
 */
export const MAX_TEXT_STATE_BYTES = 128 * 1024;
/** How many history entries a project keeps: as many as its page lists. */
export const MAX_HISTORY = 100;

/** A description is not normalised: two people may be editing it. */
export const descriptionSchema = z.string().check(
  z.refine(
    (text) => text.length <= MAX_PROJECT_DESCRIPTION_LENGTH,
    refusing("too_long", {
      label: "Description",
      maxLength: MAX_PROJECT_DESCRIPTION_LENGTH,
    }),
  ),
);

const tracksSchema = z.pipe(
  z.array(z.enum(TRACKS)),
  z.transform((tracks) => TRACKS.filter((track) => tracks.includes(track))),
);

export const MAX_BUILT_WITH = 12;

const tooManyThings = refusing("too_many", {
  label: "things it was built with",
  max: MAX_BUILT_WITH,
});
const builtWithSchema = z.pipe(
  z.array(z.string()).check(
    z.refine((things) => things.length <= 2 * MAX_BUILT_WITH, {
      ...tooManyThings,
      abort: true,
    }),
  ),
  z.array(singleLine("Built with", 40)).check(
    z.overwrite(withoutRepeats),
    z.refine((things) => things.length <= MAX_BUILT_WITH, tooManyThings),
  ),
);

/** The fields of a project, in the page's order: everything else derives from them. */
const FIELDS = {
  name: lineField("Name", 80),
  /** One line on a card of the gallery. */
  summary: lineField("Summary", 140),
  /** Markdown. */
  description: {
    label: "Description",
    validator: v.string(),
    schema: descriptionSchema,
    empty: "",
    hasRivals: false,
  },
  repositoryUrl: linkField("Repository", "https://github.com/nova/arena"),
  demoUrl: linkField("Demo", "https://nova.example"),
  videoUrl: linkField("Video", "https://video.example/nova"),
  tracks: {
    label: "Tracks",
    validator: v.array(trackValidator),
    schema: tracksSchema,
    empty: [] as Track[],
    hasRivals: false,
  },
  builtWith: {
    label: "Built with",
    validator: v.array(v.string()),
    schema: builtWithSchema,
    empty: [] as string[],
    hasRivals: false,
  },
} as const;

type Fields = typeof FIELDS;
export type ProjectField = keyof Fields;
/** The text fields that cannot be merged when two people change them at once. */
export type RivalField = {
  [F in ProjectField]: Fields[F]["hasRivals"] extends true ? F : never;
}[ProjectField];

export const PROJECT_FIELDS = Object.keys(FIELDS) as ProjectField[];
/** All but the description. */
export const ROW_FIELDS = PROJECT_FIELDS.filter(
  (field) => field !== "description",
);
export const RIVAL_FIELDS = PROJECT_FIELDS.filter(
  (field): field is RivalField => FIELDS[field].hasRivals,
);
type LinkField = Extract<ProjectField, `${string}Url`>;
const LINK_FIELDS = PROJECT_FIELDS.filter((field): field is LinkField =>
  field.endsWith("Url"),
);

/** Returns one property of all fields. */
function ofFields<Key extends keyof Fields["name"]>(key: Key) {
  return Object.fromEntries(
    PROJECT_FIELDS.map((field) => [field, FIELDS[field][key]]),
  ) as { [F in ProjectField]: Fields[F][Key] };
}

export const FIELD_LABELS = ofFields("label");

/** The content of a project. Missing texts are empty. */
export const projectContentValidator = v.object(ofFields("validator"));
export type ProjectContent = Infer<typeof projectContentValidator>;
export type ProjectLinks = Pick<ProjectContent, LinkField>;

/** The content of a new project. */
export const EMPTY_CONTENT: ProjectContent = ofFields("empty");

/**
 * The content in a project's row: without the description, which changes several times a
 * second, so that what shows projects does not run again for it.
 */
export const projectRowValidator = projectContentValidator
  .omit("description")
  .extend({
    // Both as of the last merge of the description.
    /** Whether the description says something. */
    isDescribed: v.boolean(),
    /** Whether it differs from the one that was handed in. */
    isDescriptionChanged: v.boolean(),
  });

/** Returns the row of a project with this content. */
export function rowOf({ description, ...content }: ProjectContent) {
  const isDescribed = !isBlank(description);
  return { ...content, isDescribed, isDescriptionChanged: false };
}

/** Any fields of a project, as members enter them. */
export const contentSchema = z.partial(z.object(ofFields("schema")));

const { description: _, ...editable } = contentSchema.shape;

/** The arguments of `projects.edit`: absent fields stay as they are. */
export const editProjectSchema = z.object({
  ...editable,
  hidesNames: z.optional(z.boolean()),
});
export type ProjectChange = z.output<typeof editProjectSchema>;

/**
 * Returns what is missing before a project can be handed in, in the page's order: its
 * name, summary and description, and one of repository and demo.
 */
export function missingOf(
  project: Omit<ProjectContent, "description">,
  isDescribed: boolean,
): { fields: ProjectField[]; labels: string[] } {
  const texts = ["name", "summary", "description"] as const;
  const fields: ProjectField[] = texts.filter((field) =>
    field === "description" ? !isDescribed : isBlank(project[field]),
  );
  const labels = fields.map((field) => FIELD_LABELS[field].toLowerCase());
  if (project.repositoryUrl !== "" || project.demoUrl !== "")
    return { fields, labels };
  return {
    fields: [...fields, "repositoryUrl"],
    labels: [...labels, "repository or demo"],
  };
}

export const rivalFieldValidator = literals(...RIVAL_FIELDS);
export const projectFieldValidator = literals(...PROJECT_FIELDS);

/** What a history entry is about. */
export const changedPartValidator = literals(...PROJECT_FIELDS, "pictures");
export type ChangedPart = Infer<typeof changedPartValidator>;

/**
 * How it changed; a text that was set aside is a rival text that was not chosen, and only
 * pictures are removed.
 */
export const kindOfChangeValidator = literals(
  "edited",
  "restored",
  "set aside",
  "removed",
);

/**
 * The values that a page's changes are based on, so that nothing is overwritten unseen.
 */
export const basesValidator = projectContentValidator
  .omit("description")
  .partial();
export type Bases = Infer<typeof basesValidator>;

export const statusValidator = literals("draft", "handed_in");
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
  /** What the hand-in holds besides its texts, in words; not in answers that devices kept before. */
  holds: v.optional(v.array(v.string())),
  /** It was changed after it was handed in. */
  hasChanges: v.boolean(),
};

/** Returns what a hand-in holds besides its texts: "3 pictures", "no tracks", "demo". */
export function holdingsOf({
  pictures,
  tracks,
  builtWith,
  ...links
}: Pick<ProjectContent, "tracks" | "builtWith"> &
  ProjectLinks & { pictures: readonly unknown[] }): string[] {
  const many = ({ length }: readonly unknown[], unit: string) =>
    length === 0 ? `no ${unit}s` : counted(length, unit);
  const given = LINK_FIELDS.filter((field) => links[field] !== "");
  return [
    many(pictures, "picture"),
    many(tracks, "track"),
    ...given.map((field) => FIELD_LABELS[field].toLowerCase()),
    ...(builtWith.length > 0
      ? [`built with ${counted(builtWith.length, "thing")}`]
      : []),
  ];
}

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
  /** The read key for `projects.description`. */
  textReadKey: v.string(),
  /** The labels of what differs from the hand-in. */
  changedSince: v.array(v.string()),
  rivals: v.array(rivalValidator),
});
export type Workbench = Infer<typeof workbenchValidator>;

/** A history entry: a change of a field, with the text before and after, or of a picture. */
export const historyEntryValidator = v.object({
  _id: v.id("projectHistory"),
  field: changedPartValidator,
  kind: kindOfChangeValidator,
  by: v.string(),
  since: v.number(),
  at: v.number(),
  before: v.string(),
  /** Null: the description as it is now, which the page has. */
  after: v.nullable(v.string()),
  /** The picture, while it is removed and can be put back. */
  picture: v.optional(v.nullable(pictureViewValidator)),
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

/**
 * What became of an update of the description: `synced`: it is stored, or was before, and
 * `seq` is the number of the last change; `behind`: it is for an earlier edition;
 * `too_long`: the text would be; `refused`: it does not apply to the document.
 */
export const typingOutcomeValidator = v.union(
  v.object({ status: v.literal("synced"), seq: v.number() }),
  v.object({
    status: literals("behind", "too_long", "refused"),
  }),
);
export type TypingOutcome = Infer<typeof typingOutcomeValidator>;

/** How often a page says that its person is there; fewer calls while nobody else of the team would see it. */
export const heartbeatMs = (isAlone: boolean) => (isAlone ? 120_000 : 30_000);

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
      field: changedPartValidator,
      kind: kindOfChangeValidator,
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
  ...standingFields,
  teamName: v.string(),
  updatedAt: v.number(),
  updatedBy: v.string(),
  ...projectContentValidator.omit("description").fields,
  /** What is missing for a hand-in. */
  missing: v.array(v.string()),
});
export type ListedProject = Infer<typeof listedProjectValidator>;

/**
 * The effect of a text on a field: none, replacing it, or being kept as a rival for a
 * choice. A page sends the value that its change is based on (`base`); if the field has
 * another value by then, no text is overwritten.
 */
export type TextOutcome = "same" | "taken" | "rival";

/** Decides about a text. Without a base, the text replaces the field. */
export function mergeText({
  current,
  base,
  wanted,
}: {
  current: string;
  base: string | undefined;
  wanted: string;
}): TextOutcome {
  if (wanted === current) return "same";
  return base === undefined || base === current ? "taken" : "rival";
}

/**
 * Three-way merge of a list: applies additions to and removals from the base, and keeps
 * what others changed meanwhile.
 */
export function mergeList<Entry>({
  current,
  base,
  wanted,
}: {
  current: readonly Entry[];
  base: readonly Entry[] | undefined;
  wanted: readonly Entry[];
}): Entry[] {
  if (base === undefined) return [...wanted];
  const removed = base.filter((entry) => !wanted.includes(entry));
  const added = wanted.filter(
    (entry) => !base.includes(entry) && !current.includes(entry),
  );
  return [...current.filter((entry) => !removed.includes(entry)), ...added];
}

/**
 * A difference between texts: `removed` units at `at` are replaced by `inserted`.
 */
export type Splice = { at: number; removed: number; inserted: string };

/**
 * Returns the single splice that turns `before` into `after`; null if they are equal.
 * `near` is the cursor after typing: if several splices are possible ("aa" became
 * "aaa"), the one that ends there is chosen.
 */
export function spliceBetween(
  before: string,
  after: string,
  near: number = after.length,
): Splice | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  const most = Math.min(shorter, Math.max(0, after.length - near));
  let end = 0;
  while (end < most && unitFromEnd(before, end) === unitFromEnd(after, end))
    end++;
  let at = 0;
  while (at < shorter - end && before[at] === after[at]) at++;
  while (
    end < shorter - at &&
    unitFromEnd(before, end) === unitFromEnd(after, end)
  )
    end++;
  // Does not split surrogate pairs.
  if (at > 0 && isFirstHalf(before.charCodeAt(at - 1))) at--;
  if (end > 0 && isSecondHalf(before.charCodeAt(before.length - end))) end--;
  return {
    at,
    removed: before.length - at - end,
    inserted: after.slice(at, after.length - end),
  };
}

function unitFromEnd(text: string, fromEnd: number): string | undefined {
  return text[text.length - 1 - fromEnd];
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
