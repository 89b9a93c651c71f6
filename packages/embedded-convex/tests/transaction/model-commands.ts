/** What the model test may do, and how it comes up with it. */
import type { Value } from "convex/values";
import fc from "fast-check";
import type { SchemaJson } from "../../src/index/schema";
import {
  INDEXES,
  withoutUndefined,
  type Fields,
  type NaiveScan,
} from "./naive-model";

/** `pick` chooses among the documents ever made. */
export type Step =
  | { kind: "get" | "remove"; pick: number }
  | { kind: "insert"; table: string; fields: Fields }
  | { kind: "patch" | "replace"; pick: number; fields: Fields }
  | { kind: "openScan"; scan: NaiveScan }
  | { kind: "pull"; pick: number; rows: number }
  | { kind: "savepoint" | "rollback" };

export type Command =
  | { kind: "step"; session: number; step: Step }
  | { kind: "commit" | "abort" | "refresh"; session: number }
  | { kind: "hold" | "release" | "query" };

/** Declares what `INDEXES` says. */
export const SCHEMA: SchemaJson = {
  tables: [
    {
      tableName: "cats",
      indexes: [
        { indexDescriptor: "by_x", fields: ["x"] },
        { indexDescriptor: "by_x_and_y", fields: ["x", "o.y"] },
      ],
      documentType: { type: "any" },
    },
    { tableName: "dogs", indexes: [], documentType: { type: "any" } },
  ],
  schemaValidation: true,
};

const fieldValue = fc.constantFrom<Value | undefined>(
  undefined,
  null,
  1n,
  -0,
  0,
  1,
  "a",
  "a\0",
  "a\0b",
);
const fields: fc.Arbitrary<Fields> = fc
  .record({
    x: fieldValue,
    o: fc.oneof(fieldValue, fc.record({ y: fieldValue })),
  })
  .map(({ x, o }) => ({ x, o: dropUndefined(o) }));

const bound = fc.option(
  fc.record({ value: fieldValue, isInclusive: fc.boolean() }),
);
const scan: fc.Arbitrary<NaiveScan> = fc
  .constantFrom(
    ...Object.entries(INDEXES).flatMap(([table, indexes]) =>
      Object.keys(indexes).map((index) => ({ table, index })),
    ),
  )
  .chain(({ table, index }) =>
    fc.record({
      table: fc.constant(table),
      index: fc.constant(index),
      range: fc.record({
        equal: fc.array(fieldValue, {
          maxLength: (INDEXES[table]?.[index]?.length ?? 1) - 1,
        }),
        lower: bound,
        upper: bound,
      }),
      order: fc.constantFrom<"asc" | "desc">("asc", "desc"),
    }),
  );

const pick = fc.nat({ max: 30 });
const table = fc.constantFrom("cats", "cats", "dogs");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("get"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove"), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("insert"), table, fields }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("patch", "replace"),
      pick,
      fields,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("openScan"), scan }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("pull"),
      pick,
      rows: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("savepoint", "rollback") }),
  },
) as fc.Arbitrary<Step>;

const session = fc.nat({ max: 2 });
/** Any of the commands, weighted so that transactions grow before they end. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({ kind: fc.constant("step"), session, step }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("commit"), session }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("abort"), session }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("refresh"), session }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("hold", "release", "query") }),
  },
) as fc.Arbitrary<Command>;

function dropUndefined(value: Value | undefined | Fields): Value | undefined {
  if (typeof value !== "object" || value === null) return value;
  return withoutUndefined(value as Fields) as Value;
}
