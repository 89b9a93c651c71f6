/**
 * Which documents of a table somebody wants to see: the shape that Convex's own
 * data browser sends. Browsers take the types, and `filter-encoding`.
 */
import { z } from "zod";
import { VALUE_TYPES } from "./filter-encoding";

const COMPARISONS = ["eq", "neq", "gt", "gte", "lt", "lte"] as const;

const valueSchema = z.json().optional();
const commonFields = {
  /** The browser's own name for it. */
  id: z.string().optional(),
  /** A path such as `address.city`. Without one the condition says nothing. */
  field: z.string().optional(),
  /** False for a condition that is kept but does not count. */
  enabled: z.boolean().optional(),
};

const clauseSchema = z.union([
  z.object({
    ...commonFields,
    op: z.enum(COMPARISONS),
    /** Encoded; nothing counts as `UNSET`. */
    value: valueSchema,
  }),
  z.object({
    ...commonFields,
    op: z.enum(["anyOf", "noneOf"]),
    /** An empty list says nothing. */
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

export const tableFiltersSchema = z.object({
  /** All of them have to hold. */
  clauses: z.array(clauseSchema).default([]),
  /** Of the index; the newest first unless it says otherwise. */
  order: z.enum(["asc", "desc"]).optional(),
  /**
   * The index to go by, `by_creation_time` without one. Clause n is about its
   * field n: equalities first, then at most one range, and those that do not
   * count last.
   */
  index: z
    .object({ name: z.string(), clauses: z.array(indexClauseSchema) })
    .optional(),
});

/** Conditions on documents, an index to find them by, and an order. */
export type TableFilters = z.input<typeof tableFiltersSchema>;
/** One condition on a field. */
export type FilterClause = z.infer<typeof clauseSchema>;
/** One condition on a field of the index that is gone by. */
export type IndexClause = z.infer<typeof indexClauseSchema>;

/**
 * The opposite of `encodeFilters`.
 *
 * @throws Error for text that holds no filters
 */
export function decodeFilters(
  text: string,
): z.infer<typeof tableFiltersSchema> {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return tableFiltersSchema.parse(json);
}
