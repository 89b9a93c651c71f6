/** Schemas of judging, for forms and server. */
import * as z from "zod/mini";
import * as Rubric from "./rubric";
import { line, optionalLine, optionalLongText, refusing } from "./schemas";

const missingWeight = refusing("required", { label: "Weight" });
const missingId = refusing("required", { label: "Id of the criterion" });
const wrongNumber = refusing("wrong_number_of_criteria", {
  min: Rubric.MIN_CRITERIA,
  max: Rubric.MAX_CRITERIA,
});

const criterion = z.object({
  // A key in a record of marks; Convex restricts the characters of keys.
  id: z
    .string(missingId.error)
    .check(z.refine((id) => /^[a-z0-9][a-z0-9-]{0,39}$/u.test(id), missingId)),
  name: line("Name", Rubric.MAX_CRITERION_NAME_LENGTH),
  text: optionalLine("Explanation", Rubric.MAX_CRITERION_TEXT_LENGTH),
  weight: z
    .number(missingWeight.error)
    .check(
      z.refine(
        (weight) => weight > 0 && weight <= Rubric.MAX_WEIGHT,
        missingWeight,
      ),
    ),
});

/** A rubric: three to six criteria with different ids. */
export const rubricSchema = z.object({
  criteria: z
    .array(criterion)
    .check(
      z.refine(
        (criteria) =>
          criteria.length >= Rubric.MIN_CRITERIA &&
          criteria.length <= Rubric.MAX_CRITERIA &&
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
          count <= Rubric.MAX_JUDGES_PER_PROJECT,
        missingNumber,
      ),
    ),
});

/** A judge's own note about a project; it may be empty, and absent where it stays as it is. */
export const judgeNoteSchema = z.object({
  note: z.optional(optionalLongText("Note", Rubric.MAX_NOTE_LENGTH)),
});

/** Where a project is shown: the number of its table, or the name of a place. */
export const tableSchema = z.object({
  table: line("Table", Rubric.MAX_TABLE_LENGTH),
});
