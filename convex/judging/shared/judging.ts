/**
 * Judging: the rubric (the criteria that judges mark, and their weights), what is
 * entered, and what is shown to whom.
 */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { pictureViewValidator } from "../../projects/shared/pictures";
import {
  projectContentValidator,
  trackValidator,
} from "../../projects/shared/projects";
import {
  singleLine,
  optionalLine,
  optionalLongText,
  refusing,
} from "../../platform/shared/input";

/** The lowest and the highest mark. */
export const MARKS = [1, 2, 3, 4, 5] as const;
export type Mark = (typeof MARKS)[number];

export const MIN_CRITERIA = 3;
export const MAX_CRITERIA = 6;
export const MAX_WEIGHT = 100;
export const MAX_CRITERION_NAME_LENGTH = 40;
export const MAX_CRITERION_TEXT_LENGTH = 200;
export const MAX_NOTE_LENGTH = 2_000;
export const MAX_TABLE_LENGTH = 20;
/** The maximum number of judges per project in an automatic assignment. */
export const MAX_JUDGES_PER_PROJECT = 9;

/** A criterion of the rubric; `weight` is relative to the others. */
export const criterionValidator = v.object({
  /** Names it in marks. */
  id: v.string(),
  name: v.string(),
  /** May be empty. */
  text: v.string(),
  weight: v.number(),
});
export type Criterion = Infer<typeof criterionValidator>;

/** The default rubric, used until an organiser sets another. */
export const DEFAULT_CRITERIA = [
  {
    id: "works",
    name: "It works",
    text: "It works. We would rather see one feature that runs than five on a slide.",
    weight: 1,
  },
  {
    id: "original",
    name: "It is yours",
    text: "It is yours. A fresh idea, or a fresh answer to an old question.",
    weight: 1,
  },
  {
    id: "well-made",
    name: "It is well made",
    text: "It is well made. Sound code, a usable interface, sensible choices.",
    weight: 1,
  },
  {
    id: "well-shown",
    name: "It is well shown",
    text: "It is well shown. After your demo we know whom it helps and how.",
    weight: 1,
  },
] as const satisfies readonly Criterion[];

/**
 * Returns the explanation of a criterion, without a first sentence that repeats its
 * name.
 */
export function explanationOf({ name, text }: Criterion): string {
  return text.startsWith(`${name}. `) ? text.slice(name.length + 2) : text;
}

/** Marks by the ids of criteria. */
export type Marks = Readonly<Record<string, number>>;

/** Returns true if there is a mark from 1 to 5 for each criterion, and nothing else. */
export function isComplete(criteria: readonly Criterion[], marks: Marks) {
  return (
    Object.keys(marks).length === criteria.length &&
    missingMark(criteria, marks) === undefined
  );
}

/** Returns the first criterion without a mark from 1 to 5. */
export function missingMark(criteria: readonly Criterion[], marks: Marks) {
  return criteria.find(
    ({ id }) => !(MARKS as readonly unknown[]).includes(marks[id]),
  );
}

/** Returns the marks for these criteria, without those of an earlier rubric. */
export function marksFor(criteria: readonly Criterion[], marks: Marks): Marks {
  return Object.fromEntries(
    criteria.flatMap(({ id }) =>
      marks[id] === undefined ? [] : [[id, marks[id]]],
    ),
  );
}

/** Returns the weighted mean of complete marks, from 1 to 5. */
export function scoreOf(criteria: readonly Criterion[], marks: Marks): number {
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0);
  return (
    criteria.reduce(
      (sum, { id, weight }) => sum + weight * (marks[id] ?? 0),
      0,
    ) / weights
  );
}

const missingWeight = refusing("required", { label: "Weight" });
const missingId = refusing("required", { label: "Id of the criterion" });
const wrongNumber = refusing("wrong_number_of_criteria", {
  min: MIN_CRITERIA,
  max: MAX_CRITERIA,
});

const criterion = z.object({
  // A key in a record of marks; Convex restricts the characters of keys.
  id: z
    .string(missingId.error)
    .check(z.refine((id) => /^[a-z0-9][a-z0-9-]{0,39}$/u.test(id), missingId)),
  name: singleLine("Name", MAX_CRITERION_NAME_LENGTH),
  text: optionalLine("Explanation", MAX_CRITERION_TEXT_LENGTH),
  weight: z
    .number(missingWeight.error)
    .check(
      z.refine((weight) => weight > 0 && weight <= MAX_WEIGHT, missingWeight),
    ),
});

/** A rubric: three to six criteria with different ids. */
export const rubricSchema = z.object({
  criteria: z
    .array(criterion)
    .check(
      z.refine(
        (criteria) =>
          criteria.length >= MIN_CRITERIA &&
          criteria.length <= MAX_CRITERIA &&
          new Set(criteria.map(({ id }) => id)).size === criteria.length,
        wrongNumber,
      ),
    ),
});

const missingNumber = refusing("required", { label: "Judges per project" });

/** How many judges each project gets. */
export const perProjectSchema = z.object({
  perProject: z
    .number(missingNumber.error)
    .check(
      z.refine(
        (count) =>
          Number.isInteger(count) &&
          count >= 1 &&
          count <= MAX_JUDGES_PER_PROJECT,
        missingNumber,
      ),
    ),
});

/** A judge's own note about a project; it may be empty, and absent where it stays as it is. */
export const judgeNoteSchema = z.object({
  note: z.optional(optionalLongText("Note", MAX_NOTE_LENGTH)),
});

/** Where a project is shown: the number of its table, or the name of a place. */
export const tableSchema = z.object({
  table: singleLine("Table", MAX_TABLE_LENGTH),
});

/** Marks from 1 to 5 by criterion id. */
export const marksValidator = v.record(v.string(), v.number());

/** `isInUse`: a project has been scored by it, so it cannot be changed. */
export const rubricValidator = v.object({
  criteria: v.array(criterionValidator),
  isInUse: v.boolean(),
});
export type RubricView = Infer<typeof rubricValidator>;

/** A project as a judge sees it. No member is named. */
export const judgedProjectValidator = v.object({
  projectId: v.id("projects"),
  /** Where it is shown, such as "12"; may be empty. */
  table: v.string(),
  /** With its table where another one of the judge's looks like it. */
  teamName: v.string(),
  ...projectContentValidator.fields,
  pictures: v.array(pictureViewValidator),
});
export type JudgedProject = Infer<typeof judgedProjectValidator>;

/** How many of its judges have scored a team's project. */
export const judgesHereValidator = v.object({
  scored: v.number(),
  total: v.number(),
});
export type JudgesHere = Infer<typeof judgesHereValidator>;

/** What changes on a judge's page with each mark. */
export const judgeDeskValidator = v.object({
  criteria: v.array(criterionValidator),
  isClosed: v.boolean(),
  /** Of the projects that were scored once. */
  marks: v.array(
    v.object({
      projectId: v.id("projects"),
      /** Null while it is not scored. */
      marks: v.nullable(marksValidator),
      note: v.string(),
      /** Milliseconds since the epoch. */
      scoredAt: v.nullable(v.number()),
    }),
  ),
});
export type JudgeDesk = Infer<typeof judgeDeskValidator>;

/** A project with the judge's own marks. */
export type JudgeCard = JudgedProject & JudgeDesk["marks"][number];

/** Returns a note that holds both, which were written on two devices. */
export function bothNotes(one: string, other: string): string {
  if (one.includes(other)) return one;
  return other.includes(one) ? other : `${one}\n\n${other}`;
}

const UNMARKED = { marks: null, note: "", scoredAt: null };

/** Returns a judge's projects with their marks. */
export function cardsOf(
  projects: readonly JudgedProject[],
  { marks }: Pick<JudgeDesk, "marks">,
): JudgeCard[] {
  const given = new Map(marks.map((one) => [one.projectId, one]));
  return projects.map((project) => ({
    ...UNMARKED,
    ...given.get(project.projectId),
    ...project,
  }));
}

/** The result of an automatic assignment. */
export const assignedValidator = v.object({
  projects: v.number(),
  judges: v.number(),
  cards: v.number(),
  /** Projects with fewer judges than wanted, because too few are eligible. */
  short: v.number(),
});
export type Assigned = Infer<typeof assignedValidator>;

const conflictValidator = v.object({
  teamId: v.id("teams"),
  teamName: v.string(),
});

/** The progress of judging, without marks. Times are milliseconds since the epoch. */
export const progressValidator = v.object({
  /** Null before the first assignment. */
  perProject: v.nullable(v.number()),
  closedAt: v.nullable(v.number()),
  publishedAt: v.nullable(v.number()),
  scored: v.number(),
  total: v.number(),
  judges: v.array(
    v.object({
      _id: v.id("users"),
      name: v.string(),
      email: v.string(),
      /** None: every project. */
      tracks: v.array(trackValidator),
      conflicts: v.array(conflictValidator),
      scored: v.number(),
      total: v.number(),
      lastScoredAt: v.nullable(v.number()),
    }),
  ),
  projects: v.array(
    v.object({
      _id: v.id("projects"),
      teamId: v.id("teams"),
      name: v.string(),
      teamName: v.string(),
      table: v.string(),
      tracks: v.array(trackValidator),
      judges: v.array(
        v.object({
          judgeId: v.id("users"),
          name: v.string(),
          isScored: v.boolean(),
          isByHand: v.boolean(),
        }),
      ),
    }),
  ),
});
export type JudgingProgress = Infer<typeof progressValidator>;

/**
 * An award with its winner. `award`: a place ("first-place") or a track. The team is
 * null for readers from whom it hides its names.
 */
export const awardedValidator = v.object({
  award: v.string(),
  projectId: v.id("projects"),
  projectName: v.string(),
  teamId: v.nullable(v.id("teams")),
  teamName: v.nullable(v.string()),
  isTied: v.boolean(),
  /** Why, as it was said at the ceremony. */
  sentence: v.optional(v.string()),
});
export type Awarded = Infer<typeof awardedValidator>;

/** Which project wins which award, a line for each: what an organiser saw of the results is compared by them. */
export function linesOf(
  awards: readonly Pick<Awarded, "award" | "projectName">[],
): string[] {
  return awards
    .map(({ award, projectName }) => `${award}: ${projectName}`)
    .sort();
}

/** That an award was corrected after the publication. `at`: milliseconds since the epoch. */
export const correctionValidator = v.object({
  award: v.string(),
  at: v.number(),
  reason: v.string(),
});
export type Correction = Infer<typeof correctionValidator>;

export const MAX_REASON_LENGTH = 200;

/** Why an award is corrected. Everybody reads it. */
export const correctionSchema = z.object({
  reason: singleLine("Reason", MAX_REASON_LENGTH),
});

/** The public results. `at`: milliseconds since the epoch. */
export const publishedResultsValidator = v.object({
  at: v.number(),
  awards: v.array(awardedValidator),
  /** The last one of each award that was corrected; absent without any. */
  corrections: v.optional(v.array(correctionValidator)),
});
export type PublishedResults = Infer<typeof publishedResultsValidator>;

/**
 * A project's result. Scores are from 1 to 5, null if no judge has scored it; `fair` is
 * corrected for the judges' severity, `raw` is the mean.
 */
const resultValidator = v.object({
  _id: v.id("projects"),
  name: v.string(),
  teamName: v.string(),
  table: v.string(),
  tracks: v.array(trackValidator),
  scorecards: v.number(),
  fair: v.nullable(v.number()),
  raw: v.nullable(v.number()),
  rank: v.nullable(v.number()),
  rawRank: v.nullable(v.number()),
  isTied: v.boolean(),
  /** The ranks that it may have as far as the scores can tell. */
  bestRank: v.nullable(v.number()),
  worstRank: v.nullable(v.number()),
});
export type ProjectResult = Infer<typeof resultValidator>;

/** `severity`: how much lower the judge's marks are than those of others. */
const severityValidator = v.object({
  _id: v.id("users"),
  name: v.string(),
  scorecards: v.number(),
  severity: v.number(),
});

/** The results. All but the awards and their corrections is null for everyone except organisers. */
export const resultsValidator = v.object({
  publishedAt: v.nullable(v.number()),
  awards: v.array(awardedValidator),
  corrections: v.optional(v.array(correctionValidator)),
  projects: v.nullable(v.array(resultValidator)),
  judges: v.nullable(v.array(severityValidator)),
  /** The awards for which scores and final leave other projects as good as the winner. */
  closeCalls: v.nullable(
    v.array(v.object({ award: v.string(), names: v.array(v.string()) })),
  ),
});
export type Results = Infer<typeof resultsValidator>;

/** A person's marks and notes as a judge, for the export of personal data. */
export const judgingDataValidator = v.object({
  tracks: v.array(v.string()),
  /** The order given in the final, by name; null without one. */
  finalOrder: v.nullable(v.array(v.string())),
  conflicts: v.array(v.object({ teamName: v.string() })),
  scorecards: v.array(
    v.object({
      projectName: v.nullable(v.string()),
      marks: v.nullable(marksValidator),
      note: v.string(),
      scoredAt: v.nullable(v.number()),
    }),
  ),
});
export type JudgingData = Infer<typeof judgingDataValidator>;
