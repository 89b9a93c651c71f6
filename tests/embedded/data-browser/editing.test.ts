import { v } from "convex/values";
import { expect, test } from "vitest";
import { refusedField } from "../../../embedded/data-browser/documents/refused-field";
import {
  choicesOf,
  choicesWith,
  firstChoice,
} from "../../../embedded/data-browser/values/choices";
import {
  draftText,
  readDraft,
} from "../../../embedded/data-browser/values/draft";
import { linkedIds } from "../../../embedded/data-browser/values/linked-ids";
import {
  documentFields,
  type FieldRule,
  type ValidatorJSON,
} from "../../../embedded/data-browser/values/validator";

/** Validators can be exported; their types keep quiet about it. */
function json(validator: object): ValidatorJSON {
  return (validator as { json: ValidatorJSON }).json;
}

function rule(validator: object, isOptional = false): FieldRule {
  return { validator: json(validator), isOptional };
}

const size = v.union(v.literal("small"), v.literal("large"), v.null());

test("a union of literals offers each of them, and absence if it may be", () => {
  const labels = (isOptional: boolean) =>
    choicesOf(rule(size, isOptional)).map(({ label }) => label);
  expect(labels(false)).toEqual(["small", "large", "null"]);
  expect(labels(true)).toEqual(["small", "large", "null", "not there"]);
});

test("a literal text and a literal number of the same look are two choices", () => {
  const choices = choicesOf(rule(v.union(v.literal("1"), v.literal(1))));
  expect(choices.map((choice) => "value" in choice && choice.value)).toEqual([
    "1",
    1,
  ]);
});

test("what a document holds is chosen, though its schema forbids it", () => {
  expect(choicesWith(rule(size), "large").chosen.label).toBe("large");
  expect(choicesWith(rule(size), undefined).chosen.kind).toBe("absent");
  const odd = choicesWith(rule(size), { old: true });
  expect(odd.chosen.kind).toBe("code");
  expect(odd.choices).toHaveLength(4);
});

test("a new document's fields begin with as little as they may hold", () => {
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
])("the editor of %o gives back the value it shows", (validator, value) => {
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
])("what cannot be a %o is refused in words", (validator, text) => {
  const choice = firstChoice(choicesOf(rule(validator)));
  const read = readDraft({ choice, text });
  expect(read.ok ? null : read.error).toMatch(/\.$/);
});

test("fields come in the schema's order, and those of a union together", () => {
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

test("ids are found however deep they are in a value", () => {
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

test("a refusal is put beside the field that it is about", () => {
  expect(
    refusedField("… does not match the schema\nPath: .members[0]\nValue: 1"),
  ).toBe("members");
  expect(refusedField("Object is missing the required field `uid`.")).toBe(
    "uid",
  );
  expect(refusedField("The document is too large")).toBeNull();
});
