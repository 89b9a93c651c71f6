import { v, type ValidatorJSON } from "convex/values";
import { expect, test } from "vitest";
import { refusedField } from "../../data-browser/documents/use-refusal";
import {
  choicesOf,
  choicesWith,
  firstChoice,
} from "../../data-browser/values/choices";
import { draftText, readDraft } from "../../data-browser/values/draft";
import { linkedIds } from "../../data-browser/values/linked-ids";
import {
  documentFields,
  type FieldRule,
} from "../../data-browser/values/validator";

/** The exported JSON of a validator, which its type does not declare. */
function json(validator: object): ValidatorJSON {
  return (validator as { json: ValidatorJSON }).json;
}

function rule(validator: object, isOptional = false): FieldRule {
  return { validator: json(validator), isOptional };
}

const size = v.union(v.literal("small"), v.literal("large"), v.null());

test("a union of literals offers each of them, and absence if optional", () => {
  const labels = (isOptional: boolean) =>
    choicesOf(rule(size, isOptional)).map(({ label }) => label);
  expect(labels(false)).toEqual(["small", "large", "null"]);
  expect(labels(true)).toEqual(["small", "large", "null", "not there"]);
});

test('the literals "1" and 1 are two choices', () => {
  const choices = choicesOf(rule(v.union(v.literal("1"), v.literal(1))));
  expect(choices.map((choice) => "value" in choice && choice.value)).toEqual([
    "1",
    1,
  ]);
});

test("a value that the schema forbids is still a choice", () => {
  expect(choicesWith(rule(size), "large").chosen.label).toBe("large");
  expect(choicesWith(rule(size), undefined).chosen.kind).toBe("absent");
  const odd = choicesWith(rule(size), { old: true });
  expect(odd.chosen.kind).toBe("code");
  expect(odd.choices).toHaveLength(4);
});

test("a new document's fields start absent or null if they can", () => {
  const first = (...of: Parameters<typeof rule>) =>
    firstChoice(choicesOf(rule(...of))).label;
  expect(first(v.string())).toBe("text");
  expect(first(v.string(), true)).toBe("not there");
  expect(first(size)).toBe("null");
  expect(first(v.boolean())).toBe("false");
  expect(first(v.id("users"))).toBe("id of users");
});

test.each([
  [v.string(), "two\nlines"],
  [v.number(), 0.5],
  [v.number(), -0],
  [v.int64(), 12n],
  [v.bytes(), new Uint8Array([1]).buffer],
  [v.array(v.any()), [1, { a: null }]],
  [v.id("users"), "j57"],
  [v.boolean(), true],
  [v.null(), null],
])("the editor of %o returns the value that it shows", (validator, value) => {
  const { chosen } = choicesWith(rule(validator), value);
  expect(readDraft({ choice: chosen, text: draftText(value) })).toEqual({
    ok: true,
    value,
  });
});

test.each([
  [v.number(), "heavy"],
  [v.number(), ""],
  [v.int64(), "1.5"],
  [v.int64(), "9223372036854775808"],
  [v.id("users"), " "],
  [v.array(v.any()), "[1"],
])("an invalid %o is refused with a sentence", (validator, text) => {
  const choice = firstChoice(choicesOf(rule(validator)));
  const read = readDraft({ choice, text });
  expect(read.ok ? null : read.error).toMatch(/\.$/);
});

test("fields keep the schema's order, and those of a union are merged", () => {
  const type = v.union(
    v.object({ kind: v.literal("a"), b: v.string() }),
    v.object({ kind: v.literal("c"), a: v.optional(v.number()) }),
  );
  const fields = documentFields(json(type));
  expect([...fields.keys()]).toEqual(["kind", "b", "a"]);
  expect(fields.get("kind")?.isOptional).toBe(false);
  expect(fields.get("b")?.isOptional).toBe(true);
  const kinds = choicesOf(fields.get("kind") ?? rule(v.any()));
  expect(kinds.map(({ label }) => label)).toEqual(["a", "c"]);
});

test("ids are found at any depth of a value", () => {
  const type = v.object({
    owner: v.union(v.id("users"), v.null()),
    members: v.array(v.object({ id: v.id("users") })),
    stock: v.record(v.string(), v.id("goods")),
    code: v.string(),
  });
  const value = {
    owner: "u1",
    members: [{ id: "u2" }, { id: "u1" }],
    stock: { a: "g1" },
    code: "x",
  };
  expect(linkedIds(json(type), value)).toEqual([
    { table: "users", id: "u1" },
    { table: "users", id: "u2" },
    { table: "goods", id: "g1" },
  ]);
});

test("the invalid field is found in an error message", () => {
  expect(
    refusedField("… does not match the schema\nPath: .members[0]\nValue: 1"),
  ).toBe("members");
  expect(refusedField("Object is missing the required field `uid`.")).toBe(
    "uid",
  );
  expect(refusedField("The document is too large")).toBeNull();
});
