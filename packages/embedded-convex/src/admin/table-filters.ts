/**
 * Filters on a table's documents, in the format of Convex's dashboard. Browser
 * code imports only the types, `filter-values` and `filter-encoding`.
 */
import * as z from "zod";
import { VALUE_TYPES } from "./filter-values";

const COMPARISONS = ["eq", "neq", "gt", "gte", "lt", "lte"] as const;

const valueSchema = z.json().optional();
const commonFields = {
  /** The client's own name for the condition. */
  id: z.string().optional(),
  /** A path such as `address.city`. Without one the condition is ignored. */
  field: z.string().optional(),
  /** False for a condition that is ignored. */
  enabled: z.boolean().optional(),
};

const clauseSchema = z.union([
  z.object({
    ...commonFields,
    op: z.enum(COMPARISONS),
    /** An encoded value; undefined is `UNSET`. */
    value: valueSchema,
  }),
  z.object({
    ...commonFields,
    op: z.enum(["anyOf", "noneOf"]),
    /** An empty list matches everything. */
    value: z.array(z.json()).optional(),
  }),
  z.object({
    ...commonFields,
    op: z.enum(["type", "notype"]),
    value: z.enum(VALUE_TYPES).optional(),
  }),
]);

const indexClauseSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("indexEq"),
    enabled: z.boolean(),
    value: valueSchema,
  }),
  z.object({
    type: z.literal("indexRange"),
    enabled: z.boolean(),
    lowerOp: z.enum(["gt", "gte"]).optional(),
    lowerValue: valueSchema,
    upperOp: z.enum(["lt", "lte"]).optional(),
    upperValue: valueSchema,
  }),
]);

const tableFiltersSchema = z.object({
  /** Combined with AND. */
  clauses: z.array(clauseSchema).default([]),
  /** Order of the index; by default `desc`, newest first. */
  order: z.enum(["asc", "desc"]).optional(),
  /**
   * The index to scan, by default `by_creation_time`. Clause n applies to its
   * field n: first equalities, then at most one range, and disabled clauses
   * last.
   */
  index: z
    .object({ name: z.string(), clauses: z.array(indexClauseSchema) })
    .optional(),
});

export type TableFilters = z.input<typeof tableFiltersSchema>;
export type FilterClause = z.infer<typeof clauseSchema>;
/** One condition on a field of the scanned index. */
export type IndexClause = z.infer<typeof indexClauseSchema>;

/**
 * Inverse of `encodeFilters`.
 *
 * @throws ZodError for filters of another shape
 * @throws Error for text that is not JSON in base64
 */
export function decodeFilters(
  text: string,
): z.infer<typeof tableFiltersSchema> {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return tableFiltersSchema.parse(json);
}
