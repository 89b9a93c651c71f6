import { afterAll, afterEach, expect, test, vi } from "vitest";

// What the files before this one in the same worker loaded has read other variables.
afterEach(() => {
  vi.resetModules();
});
afterAll(() => vi.resetModules());

/** Returns what the log says when the functions are loaded with these variables. */
async function warnings(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables))
    vi.stubEnv(name, value);
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  vi.resetModules();
  await import("#convex/auth");
  await import("#convex/platform/mail");
  return warn.mock.calls.flat().map(String);
}

test("the log says which rates are no numbers", async () => {
  const wrong = {
    ALTCHA_SIGN_UPS_PER_HOUR: ["many", 60],
    ALTCHA_GOOGLE_SIGN_INS_PER_HOUR: ["-1", 600],
    ALTCHA_RESETS_PER_HOUR: ["7.5", 20],
    ALTCHA_MESSAGES_PER_HOUR: ["1e3", 30],
    ALTCHA_SUBSCRIPTIONS_PER_HOUR: ["60 an hour", 60],
    ALTCHA_SIGN_INS_PER_MINUTE: ["1 2", 120],
  } as const;
  const told = Object.entries(wrong).map(
    ([name, [, used]]) => `${name} is not a whole number: ${used} is used`,
  );
  const set = Object.entries(wrong).map(([name, [value]]) => [name, value]);
  const said = await warnings(Object.fromEntries(set));
  expect(said.toSorted()).toEqual(told.toSorted());
  vi.restoreAllMocks();
  const right = ["", "0", " 7 ", "1000000", "1", "60"];
  const names = Object.keys(wrong).map((name, nth) => [name, right[nth]]);
  expect(await warnings(Object.fromEntries(names))).toEqual([]);
});

test.each([
  ["AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"],
  ["AUTH_GOOGLE_SECRET", "AUTH_GOOGLE_ID"],
])(
  "the log says that %s is set alone, and nobody is offered Google",
  async (name, missing) => {
    expect(await warnings({ [name]: "a" })).toEqual([
      `${name} is set without ${missing}: nobody can sign in with Google`,
    ]);
    const google = await import("#convex/signIn/googleProvider");
    expect(google.isGoogleAvailable()).toBe(false);
    expect(google.googleProviders).toEqual([]);
    vi.restoreAllMocks();
    expect(await warnings({ [missing]: "b" })).toEqual([]);
  },
);

test("the log says that an issuer is set without its client", async () => {
  expect(
    await warnings({ AUTH_GOOGLE_ISSUER: "https://accounts.example" }),
  ).toEqual([
    "AUTH_GOOGLE_ISSUER is set without AUTH_GOOGLE_ID and AUTH_GOOGLE_SECRET: nobody can sign in with Google",
  ]);
});

test("the log says that Resend's key is set without a sender, unless another server sends", async () => {
  const variables = { AUTH_RESEND_KEY: "key", RESEND_FROM: "" };
  expect(await warnings({ ...variables, RESEND_BASE_URL: "" })).toEqual([
    "AUTH_RESEND_KEY is set without RESEND_FROM: Resend delivers to the owner of the key alone",
  ]);
  vi.restoreAllMocks();
  expect(
    await warnings({ ...variables, RESEND_BASE_URL: "http://127.0.0.1:1" }),
  ).toEqual([]);
});
