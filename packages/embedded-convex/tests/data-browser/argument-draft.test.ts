import {
  convexToJson,
  v,
  type Validator,
  type ValidatorJSON,
} from "convex/values";
import { expect, test } from "vitest";
import {
  argumentFields,
  asForm,
  asText,
  emptyDraft,
  fieldDraft,
  readArguments,
  readStoredDraft,
  withField,
} from "../../data-browser/functions/argument-draft";
import type { ListedFunction } from "../../data-browser/functions/listed-functions";

/** A function with these arguments. */
function functionOf(args: Validator<unknown, "required", string>) {
  const json = "json" in args ? (args.json as ValidatorJSON) : { type: "any" };
  return {
    id: "parcels:add",
    module: "parcels",
    name: "add",
    kind: "Mutation",
    isInternal: false,
    args: json,
    returns: null,
  } as ListedFunction;
}

const add = functionOf(
  v.object({
    label: v.string(),
    weight: v.number(),
    count: v.int64(),
    size: v.union(v.literal("small"), v.literal("large")),
    note: v.optional(v.string()),
    tags: v.array(v.string()),
  }),
);
const anything = functionOf(v.any());

/** A draft with these texts in its form. */
function typed(texts: Record<string, string>) {
  let draft = emptyDraft(add);
  for (const [name, rule] of argumentFields(add) ?? []) {
    const { choice, text } = fieldDraft(draft, name, rule);
    draft = withField(draft, name, { choice, text: texts[name] ?? text });
  }
  return draft;
}

const complete = typed({
  label: "Lamp",
  weight: "4.5",
  count: "12",
  tags: '["glass"]',
});

test("a form yields arguments of the declared types, without absent ones", () => {
  expect(readArguments(add, complete)).toEqual({
    ok: true,
    args: {
      label: "Lamp",
      weight: 4.5,
      count: 12n,
      size: "small",
      tags: ["glass"],
    },
  });
});

test("all errors are reported at once, each with its field", () => {
  const draft = typed({ label: "", weight: "heavy", count: "1.5", tags: "[" });
  const read = readArguments(add, draft);
  const fields = read.ok ? [] : read.errors.map(({ field }) => field);
  expect(fields).toEqual(["weight", "count", "tags"]);
});

test("arguments survive the switch to text and back", () => {
  const text = asText(add, complete);
  expect(readArguments(add, text)).toEqual(readArguments(add, complete));
  const form = asForm(add, { ...text, fields: {} });
  expect(form.ok && readArguments(add, form.draft)).toEqual(
    readArguments(add, complete),
  );
});

test("an invalid form switches to text and keeps its input", () => {
  const draft = typed({ label: "Lamp", weight: "heavy" });
  const text = asText(add, draft);
  expect(text.isText).toBe(true);
  expect(text.fields).toEqual(draft.fields);
});

test.each([
  ["{ label: ", "Line 1"],
  ['{ "other": 1 }', 'The form has no field "other".'],
  ['{ "weight": "4" }', 'The form cannot show what "label" is.'],
])("the form refuses the text %s", (text, error) => {
  const form = asForm(add, { ...complete, isText: true, text });
  expect(form.ok ? "" : form.error).toContain(error);
});

test.each(["[1]", "12", '"text"', "null", 'bytes("AA==")'])(
  "the text %s is not accepted as arguments",
  (text) => {
    const read = readArguments(add, { ...complete, isText: true, text });
    expect(read.ok ? [] : read.errors.map(({ field }) => field)).toEqual([
      null,
    ]);
  },
);

test("a function without declared arguments takes text; empty text means none", () => {
  const draft = { ...emptyDraft(anything), text: "  " };
  expect(draft.isText).toBe(true);
  expect(readArguments(anything, draft)).toEqual({ ok: true, args: {} });
  const wide = { ...draft, text: "{ n: 9007199254740993n }" };
  const read = readArguments(anything, wide);
  expect(read.ok && convexToJson(read.args)).toEqual({
    n: { $integer: "AQAAAAAAIAA=" },
  });
});

test.each([null, 1, [], {}, { isText: true, text: 1, fields: {} }])(
  "%j in the browser's storage is not accepted as a draft",
  (stored) => {
    expect(readStoredDraft(stored)).toBeNull();
  },
);

test("a stored draft is restored unchanged", () => {
  const stored: unknown = JSON.parse(JSON.stringify(complete));
  expect(readStoredDraft(stored)).toEqual(complete);
});
