/**
 * The rubric: the criteria that judges mark, and their weights. The page "How judging
 * works" shows the default one from here.
 */

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

/** `id` names the criterion in marks. Only the ratio of the weights matters. */
export type Criterion = {
  id: string;
  name: string;
  text: string;
  weight: number;
};

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
export function isComplete(
  criteria: readonly Criterion[],
  marks: Marks,
): boolean {
  return (
    Object.keys(marks).length === criteria.length &&
    missingMark(criteria, marks) === undefined
  );
}

/** Returns the first criterion without a mark from 1 to 5. */
export function missingMark(
  criteria: readonly Criterion[],
  marks: Marks,
): Criterion | undefined {
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
