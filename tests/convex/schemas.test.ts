import { ConvexError } from "convex/values";
import { describe, expect, test } from "vitest";
import { check, checked } from "../../convex/shared/check";
import {
  isAppError,
  refuse,
  type AppErrorData,
} from "../../convex/shared/errors";
import * as Schemas from "../../convex/shared/schemas";

const registration = {
  name: "Asha",
  email: "asha@example.in",
  password: "open sesame",
  confirmPassword: "open sesame",
  acceptsTerms: true,
};

function refusalsOf(input: object): Record<string, string> {
  const result = check(Schemas.registerSchema, input);
  return result.ok
    ? {}
    : Object.fromEntries(
        result.refusals.map(({ field, code }) => [field, code]),
      );
}

describe("the register form", () => {
  test("is complete when nothing is missing", () => {
    expect(refusalsOf(registration)).toEqual({});
  });

  test.each([
    [{ name: "" }, { name: "required" }],
    [{ email: "asha@" }, { email: "invalid_email" }],
    [
      { password: "12345", confirmPassword: "12345" },
      { password: "weak_password" },
    ],
    [
      { confirmPassword: "open sesame " },
      { confirmPassword: "passwords_differ" },
    ],
    [{ acceptsTerms: false }, { acceptsTerms: "terms_not_accepted" }],
    [
      { password: "ASHA@example.in", confirmPassword: "ASHA@example.in" },
      { password: "weak_password" },
    ],
    [
      {
        name: "",
        email: "",
        password: "",
        confirmPassword: "",
        acceptsTerms: false,
      },
      {
        name: "required",
        email: "required",
        password: "required",
        acceptsTerms: "terms_not_accepted",
      },
    ],
    [
      { name: "", confirmPassword: "other" },
      { name: "required", confirmPassword: "passwords_differ" },
    ],
  ])("answers %j with %j", (override, expected) => {
    expect(refusalsOf({ ...registration, ...override })).toEqual(expected);
  });

  test("has one refusal per field, worded for a person", () => {
    const result = check(Schemas.registerSchema, {
      ...registration,
      confirmPassword: "",
    });
    expect(result).toEqual({
      ok: false,
      refusals: [
        {
          code: "passwords_differ",
          field: "confirmPassword",
          message: "Passwords do not match.",
        },
      ],
    });
  });
});

describe("e-mail addresses", () => {
  test.each([
    "asha@example.in",
    "asha.rao+hack@mail.example.co.in",
    "a@b.io",
    " ASHA@EXAMPLE.IN ",
  ])("%j is one", (email) => {
    expect(check(Schemas.subscribeSchema, { email }).ok).toBe(true);
  });

  test.each([
    "asha",
    "@example.in",
    "asha@",
    "asha@example",
    "a b@example.in",
    "a@b@c.in",
  ])("%j is none", (email) => {
    expect(check(Schemas.subscribeSchema, { email }).ok).toBe(false);
  });
});

describe("texts", () => {
  test("names become one tidy line", () => {
    const { name } = checked(Schemas.createTeamSchema, {
      name: "\t Team\n \u00a0Nova ",
    });
    expect(name).toBe("Team Nova");
  });

  test("a letter and its accent become one character", () => {
    const { name } = checked(Schemas.createTeamSchema, {
      name: "E\u0301quipe",
    });
    expect(name).toBe("\u00c9quipe");
  });

  test.each(["", "   ", "\u200b", "\u00ad\u2060", "\u3000"])(
    "%j shows nothing and counts as missing",
    (name) => {
      const result = check(Schemas.createTeamSchema, { name });
      expect(result).toMatchObject({ refusals: [{ code: "required" }] });
    },
  );

  test("limits count what is kept, not the spaces around it", () => {
    const name = `   ${"x".repeat(50)}   `;
    expect(check(Schemas.createTeamSchema, { name }).ok).toBe(true);
  });
});

describe("refusals", () => {
  function thrownBy(action: () => void): unknown {
    try {
      action();
    } catch (error) {
      return error;
    }
    throw new Error("nothing was thrown");
  }

  test("carry their code, sentence and parameters", () => {
    const error = thrownBy(() =>
      refuse("too_long", { label: "Name", maxLength: 80 }),
    );
    expect(isAppError(error) && error.data).toEqual({
      code: "too_long",
      label: "Name",
      maxLength: 80,
      message: "Name must be at most 80 characters long",
    } satisfies AppErrorData & Record<string, unknown>);
  });

  test.each([
    ["a plain error", new Error("team_full")],
    ["a ConvexError of another kind", new ConvexError("team_full")],
    ["an unknown code", new ConvexError({ code: "toString", message: "" })],
    ["null", null],
  ])("are not confused with %s", (_what, error) => {
    expect(isAppError(error)).toBe(false);
  });
});
