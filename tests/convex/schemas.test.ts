import { ConvexError } from "convex/values";
import { describe, expect, test, vi } from "vitest";
import { check, checked } from "#convex/platform/shared/input";
import {
  isAppError,
  refuse,
  type AppErrorData,
} from "#convex/platform/shared/errors";
import * as Content from "#convex/content/shared/content";
import * as JudgingSchemas from "#convex/judging/shared/judging";
import * as Contact from "#convex/contact/shared";
import * as People from "#convex/people/shared/people";
import * as SignIn from "#convex/signIn/shared";
import * as Teams from "#convex/teams/shared/teams";

const registration = {
  name: "Asha",
  email: "asha@example.in",
  password: "open sesame",
  confirmPassword: "open sesame",
  acceptsTerms: true,
};

test("the register form asks for the password twice and for the terms", () => {
  const input = { confirmPassword: "open sesame ", acceptsTerms: false };
  expect(
    check(SignIn.registerSchema, { ...registration, ...input }),
  ).toMatchObject({
    refusals: [
      { field: "acceptsTerms", code: "terms_not_accepted" },
      { field: "confirmPassword", code: "passwords_differ" },
    ],
  });
});

test.each([
  ["\t Team\n \u00a0Nova ", "Team Nova"],
  ["E\u0301quipe", "\u00c9quipe"],
  [`   ${"x".repeat(50)}   `, "x".repeat(50)],
])("texts the name %j becomes %j", (name, tidied) => {
  expect(checked(Teams.createTeamSchema, { name }).name).toBe(tidied);
});

const invisible = ["\u3164", "\u115f\uffa0", "\u2800\u{1d159}", "\ufe0f\u034f"];

test.each(["", "   ", "\u200b", "\u00ad\u2060", "\u3000", ...invisible])(
  "texts %j is invisible and counts as missing",
  (name) => {
    const result = check(Teams.createTeamSchema, { name });
    expect(result).toMatchObject({ refusals: [{ code: "required" }] });
  },
);

test("texts half of a surrogate pair is replaced, because no UTF-8 has it", () => {
  const team = { name: "N\ud83dva", description: "a\udc00" };
  expect(checked(Teams.createTeamSchema, team)).toEqual({
    name: "N\ufffdva",
    description: "a\ufffd",
  });
  expect(checked(Teams.createTeamSchema, { name: "😀" }).name).toBe("😀");
});

describe("long input", () => {
  const MARKS = "a" + "\u0301\u0323".repeat(20_000);
  const message = {
    name: "Asha",
    email: "asha@example.in",
    subject: "Parking",
    message: "Where?",
  };
  const { email, password } = registration;
  const draft = {
    title: "Lunch",
    body: "Now.",
    pinned: false,
    publishAt: null,
  };
  const cases: [string, Parameters<typeof check>[0], object][] = [
    ["signUp", SignIn.signUpSchema, { name: "Asha", email, password }],
    ["register", SignIn.registerSchema, registration],
    ["signIn", SignIn.signInSchema, { email, password }],
    ["reset", SignIn.requestResetSchema, { email }],
    ["resetVerification", SignIn.resetPasswordSchema, { password }],
    ["contact", Contact.contactMessageSchema, message],
    ["subscribe", Contact.subscribeSchema, { email }],
    ["rename", People.renameSchema, { name: "Asha" }],
    ["create", Teams.createTeamSchema, { name: "Nova", description: "" }],
    ["join", Teams.joinTeamSchema, { inviteCode: "ABC123" }],
    ["publish", Content.newAnnouncementSchema, draft],
    ["edit", Content.announcementSchema, { ...draft, publishAt: 1 }],
    ["score", JudgingSchemas.judgeNoteSchema, { note: "" }],
  ];
  const fields = cases.flatMap(([flow, schema, input]) =>
    Object.entries(input)
      .filter(([, value]) => typeof value === "string")
      .map(([field]) => ({ flow, field, schema, input })),
  );

  test.each(fields)(
    "$flow: $field of 40,000 marks is refused at once",
    ({ field, schema, input }) => {
      const took = [1, 2, 3, 4, 5].map(() => {
        const begun = performance.now();
        const result = check(schema, { ...input, [field]: MARKS });
        expect(result).toMatchObject({ refusals: [{ field }] });
        return performance.now() - begun;
      });
      // Other processes can take the processor away for longer, but not each time.
      expect(Math.min(...took)).toBeLessThan(50);
    },
  );

  test.each([
    [People.renameSchema, "name", "Name must be at most 80 characters long."],
    [Contact.subscribeSchema, "email", "Invalid email address."],
    [Teams.joinTeamSchema, "inviteCode", "Invalid invite code"],
    [
      SignIn.signInSchema,
      "email",
      "No account found with this email. Please sign up.",
    ],
  ])(
    "is refused in the words of a slightly long one",
    (schema, field, said) => {
      for (const length of [300, 10_000, 1_000_000]) {
        const input = { password: "x", [field]: "x".repeat(length) };
        expect(check(schema, input)).toMatchObject({
          refusals: [{ field, message: said }],
        });
      }
    },
  );

  test("a heap of accents is cut before it is put in order, which would take long", () => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    const marks = `a${"\u0301\u0323".repeat(9_999)}`;
    check(Contact.contactMessageSchema, { ...message, message: marks });
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    expect(lengths).not.toEqual([]);
    expect(Math.max(...lengths)).toBeLessThan(100);
  });

  test("counts what stays of line breaks and accents, not what was typed", () => {
    const typed = "e\u0302\u0323\r\n".repeat(2_500);
    const result = check(Contact.contactMessageSchema, {
      ...message,
      message: typed,
    });
    expect(result).toMatchObject({
      value: { message: "\u1ec7\n".repeat(2_500).trim() },
    });
  });
});

test.each([
  ["reverses what follows", "Asha \u202eoar"],
  ["isolates", "Asha \u2066Rao"],
  ["cannot be seen", "Asha\u200bRao"],
  ["is a tag", "As\u{e0041}ha"],
  ["is a control character", "Asha\u001b[31m"],
])("names with a character that %s are refused", (_what, name) => {
  for (const schema of [People.renameSchema, Teams.createTeamSchema])
    expect(check(schema, { name })).toMatchObject({
      refusals: [{ code: "hidden_text", field: "name" }],
    });
});

function thrownBy(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("refusals contain their code, sentence and parameters", () => {
  const error = thrownBy(() =>
    refuse("too_long", { label: "Name", maxLength: 80 }),
  );
  expect(isAppError(error) && error.data).toEqual({
    code: "too_long",
    label: "Name",
    maxLength: 80,
    message: "Name must be at most 80 characters long.",
  } satisfies AppErrorData & Record<string, unknown>);
});

test.each([
  ["a plain error", new Error("team_full")],
  ["a ConvexError of another kind", new ConvexError("team_full")],
  ["an unknown code", new ConvexError({ code: "toString", message: "" })],
  ["null", null],
])("refusals are not confused with %s", (_what, error) => {
  expect(isAppError(error)).toBe(false);
});

test.each(["abc123", "ABC12", "ABC1234", "ABC-12"])(
  "the form refuses %j, which no team can have as code",
  (inviteCode) => {
    expect(check(Teams.joinTeamSchema, { inviteCode })).toMatchObject({
      refusals: [
        { code: "invalid_invite_code", message: "Invalid invite code" },
      ],
    });
  },
);
