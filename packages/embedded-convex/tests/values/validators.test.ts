import {
  v,
  jsonToConvex,
  type GenericValidator,
  type ValidatorJSON,
  type Value,
} from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "../../src/values/ids";
import { compileValidator } from "../../src/values/validators";
import { value as anyValue } from "./arbitraries";

const TEAMS = 10_001;
const USERS = 10_002;
const team = newId(TEAMS, 0);
const user = newId(USERS, 0);
const tables = {
  nameOfTable: (number: number) =>
    number === TEAMS ? "teams" : number === USERS ? "users" : null,
};

/** The library keeps a validator's JSON out of its types. */
function jsonOf(validator: GenericValidator): ValidatorJSON {
  return (validator as unknown as { json: ValidatorJSON }).json;
}

function problemWith(validator: GenericValidator, value: Value): string | null {
  return compileValidator(jsonOf(validator))(value, tables);
}

const SAMPLES: Record<string, Value> = {
  null: null,
  float: 1.5,
  NaN: NaN,
  int64: 1n,
  boolean: false,
  string: "a",
  bytes: new ArrayBuffer(1),
  array: [1],
  object: { a: 1 },
  commitTs: jsonToConvex({ $commitTs: null }),
};

test.each<[string, GenericValidator, string[]]>([
  ["v.any()", v.any(), Object.keys(SAMPLES)],
  ["v.null()", v.null(), ["null"]],
  ["v.number()", v.number(), ["float", "NaN"]],
  ["v.float64()", v.float64(), ["float", "NaN"]],
  ["v.int64()", v.int64(), ["int64", "commitTs"]],
  ["v.commitTs()", v.commitTs(), ["int64", "commitTs"]],
  ["v.boolean()", v.boolean(), ["boolean"]],
  ["v.string()", v.string(), ["string"]],
  ["v.bytes()", v.bytes(), ["bytes"]],
  ["v.array(v.any())", v.array(v.any()), ["array"]],
  ["v.record(…)", v.record(v.string(), v.any()), ["object"]],
  ["v.object({a: …})", v.object({ a: v.any() }), ["object"]],
  ["v.literal(1.5)", v.literal(1.5), ["float"]],
  ["v.literal(1n)", v.literal(1n), ["int64"]],
  ["v.union()", v.union(), []],
  ["a union", v.union(v.null(), v.string()), ["null", "string"]],
])("a validator %s accepts these and no others", (_, validator, accepted) => {
  const found = Object.entries(SAMPLES).flatMap(([name, sample]) =>
    problemWith(validator, sample) === null ? [name] : [],
  );
  expect(found).toEqual(accepted);
});

test("a validator v.any() accepts every value", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(problemWith(v.any(), value)).toBeNull();
    }),
  );
});

test("a validator of a literal accepts that value alone", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (literal, value) => {
      const problem = problemWith(v.literal(literal), value);
      expect(problem === null).toBe(literal === value);
    }),
  );
});

describe("v.object", () => {
  const validator = v.object({ name: v.string(), age: v.optional(v.number()) });

  test.each<[string, Value]>([
    ["all fields", { name: "a", age: 1 }],
    ["no optional field", { name: "a" }],
    ["an optional field that is undefined", { name: "a", age: undefined }],
    ["an extra field that is undefined", { name: "a", x: undefined }],
  ])("accepts %s", (_, value) => {
    expect(problemWith(validator, value)).toBeNull();
  });

  test("names a missing field", () => {
    expect(problemWith(validator, { age: 1 })).toBe(
      "Object is missing the required field `name`. Consider wrapping the field " +
        "validator in `v.optional(...)` if this is expected.\n\n" +
        "Object: {age: 1.0}\n" +
        "Validator: v.object({name: v.string(), age: v.optional(v.float64())})",
    );
  });

  test("names an extra field and where it is", () => {
    const outer = v.object({ teams: v.array(validator) });
    expect(problemWith(outer, { teams: [{ name: "a", x: 1n }] })).toBe(
      "Object contains extra field `x` that is not in the validator.\n" +
        "Path: .teams[0]\n" +
        'Object: {name: "a", x: 1n}\n' +
        "Validator: v.object({name: v.string(), age: v.optional(v.float64())})",
    );
  });

  test("names the path, the value and the validator of a mismatch", () => {
    const outer = v.object({ teams: v.array(validator) });
    expect(problemWith(outer, { teams: [{ name: 1 }] })).toBe(
      "Value does not match validator.\nPath: .teams[0].name\nValue: 1.0\nValidator: v.string()",
    );
  });

  test.each(["constructor", "toString", "hasOwnProperty"])(
    "does not take an inherited %s for a field",
    (name) => {
      const inherited = v.object({ [name]: v.any() });
      expect(problemWith(inherited, {})).toContain(`\`${name}\``);
      expect(problemWith(validator, { name: "a", [name]: 1 })).toContain(
        `extra field \`${name}\``,
      );
    },
  );
});

test.each<[string, Value, boolean]>([
  ["an id of the table", team, true],
  ["an id of another table", user, false],
  ["an id of no known table", newId(99, 0), false],
  ["text that is no id", "abc", false],
  ["a number", 1, false],
])("v.id given %s", (_, value, isValid) => {
  expect(problemWith(v.id("teams"), value) === null).toBe(isValid);
});

test("v.id names the table that an id is from", () => {
  expect(problemWith(v.object({ t: v.id("teams") }), { t: user })).toBe(
    `Found ID "${user}" from table \`users\`, which does not match the table ` +
      'name in validator `v.id("teams")`.Path: .t',
  );
});

describe("v.record", () => {
  const validator = v.record(v.id("teams"), v.number());

  test.each<[string, Value, boolean]>([
    ["no entries", {}, true],
    ["a fitting entry", { [team]: 1 }, true],
    ["a key of another table", { [user]: 1 }, false],
    ["a value of another type", { [team]: "1" }, false],
    ["an array", [], false],
    ["bytes", new ArrayBuffer(0), false],
  ])("given %s", (_, value, isValid) => {
    expect(problemWith(validator, value) === null).toBe(isValid);
  });

  test.each(["", "_a", "é", "a\n"])("refuses the key %j", (key) => {
    const loose = v.record(v.string(), v.any());
    expect(problemWith(loose, { [key]: 1 })).toContain(JSON.stringify(key));
  });

  test("names keys or values in the path of an entry", () => {
    const numbers = v.object({ r: v.record(v.id("teams"), v.number()) });
    expect(problemWith(numbers, { r: { [team]: "x" } })).toContain(
      "Path: .r.values()\n",
    );
    expect(problemWith(numbers, { r: { x: 1 } })).toContain(
      "Path: .r.keys()\n",
    );
  });
});

describe("v.union", () => {
  const validator = v.union(
    v.object({ kind: v.literal("open") }),
    v.object({ kind: v.literal("closed"), atMs: v.number() }),
  );

  test("accepts each member", () => {
    expect(problemWith(validator, { kind: "open" })).toBeNull();
    expect(problemWith(validator, { kind: "closed", atMs: 1 })).toBeNull();
  });

  test("says what is wrong inside the member that was meant", () => {
    expect(problemWith(validator, { kind: "closed", atMs: "1" })).toContain(
      "Path: .atMs\n",
    );
  });

  test("names itself when no member was meant", () => {
    expect(problemWith(validator, { kind: "ajar" })).toContain(
      'Validator: v.union(v.object({kind: v.literal("open")}), ',
    );
  });
});

test("long values are cut in messages", () => {
  const problem = problemWith(v.number(), "x".repeat(100_000));
  expect(problem?.length).toBeLessThan(2000);
});
