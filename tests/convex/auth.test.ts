import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { expect, test, vi } from "vitest";
import {
  deployBeforeEachTest,
  SIGN_IN as signIn,
  SIGN_UP as signUp,
} from "./deployment";
import {
  backend,
  expectOneOf,
  expectRefusal,
  password,
  refusalOf,
  rowsIn,
  SITE,
  withToken,
} from "./setup";

deployBeforeEachTest();

test("signing up creates a person with the defaults of a new account", async () => {
  const before = Date.now();
  const { token } = await password(signUp);
  const me = await withToken(token).users.me();
  expect(me).toEqual({
    _id: withToken(token).uid,
    name: "Asha Rao",
    displayName: "Asha Rao",
    email: "asha@example.in",
    image: null,
    createdAt: expect.any(Number),
    role: "participant",
    isProfileComplete: false,
    hasRegisteredPlace: false,
    hasConfirmedPlace: false,
    isDeskHelper: false,
    mailOff: [],
    college: "",
    graduationYear: null,
    skills: [],
    about: "",
    links: { github: "", portfolio: "" },
    teamId: null,
    teamRole: null,
    lostTeam: null,
    missingInPlacesOf: null,
    noticeReadKey: null,
    checkedInAt: null,
    requests: { askedBy: [], asked: [], answer: null },
  });
  expect(me?.createdAt).toBeGreaterThanOrEqual(before);
  expect(me?.createdAt).toBeLessThanOrEqual(Date.now());
});

test("signing up stores a hash instead of the password", async () => {
  await password(signUp);
  const [kept] = await rowsIn("authAccounts");
  expect(kept).toMatchObject({
    provider: "password",
    providerAccountId: "asha@example.in",
    secret: expect.stringMatching(/^\$pbkdf2-sha256\$i=600000\$/),
  });
});

test("signing up trims and lower-cases the address and tidies the name", async () => {
  const { token } = await password({
    ...signUp,
    name: "  Asha   Rao ",
    email: " Asha@Example.IN ",
  });
  const me = await withToken(token).users.me();
  expect(me).toMatchObject({ name: "Asha Rao", email: "asha@example.in" });
  expect(await rowsIn("authAccounts")).toMatchObject([
    { providerAccountId: "asha@example.in" },
  ]);
});

test("signing in finds the account however its address was copied", async () => {
  await password(signUp);
  for (const email of [
    "\u200easha@example.in",
    "asha@exam\u00adple.in\u2060",
    "Asha Rao <asha@example.in>",
    "mailto:asha@example.in",
    "asha＠example.in",
  ]) {
    const { token } = await password({ ...signIn, email });
    expect(decodeJwt(String(token)).sub).toBeDefined();
  }
});

test("signing up refuses a taken address even with the right password", async () => {
  await password(signUp);
  for (const again of [
    signUp,
    { ...signUp, email: " ASHA@example.in" },
    { ...signUp, email: "asha\u200b@example.in" },
    { ...signUp, password: "another one" },
  ]) {
    expect(await refusalOf(password(again))).toEqual({
      code: "email_in_use",
      message: "Email is already in use. Please login instead.",
      field: "email",
    });
  }
  expect(await rowsIn("users")).toHaveLength(1);
  expect(await rowsIn("authSessions")).toHaveLength(1);
});

test("signing up creates one account from two concurrent sign-ups", async () => {
  const another = { ...signUp, password: "another one" };
  await expectOneOf(password(signUp), password(another));
  expect(await rowsIn("users")).toHaveLength(1);
  expect(await rowsIn("authAccounts")).toHaveLength(1);
});

const WEAK = "Password is too weak. Please use a stronger password.";
const SHORT = "Password must be at least 6 characters long.";
const LONG = "Password must be at most 128 characters long.";
const LONG_NAME = "Name must be at most 80 characters long.";
test.each([
  [{ email: "asha" }, "invalid_email", "Invalid email address."],
  [{ email: "" }, "required", "Email is required"],
  [{ email: undefined }, "required", "Email is required"],
  [
    { email: `${"x".repeat(250)}@example.in` },
    "invalid_email",
    "Invalid email address.",
  ],
  [{ password: "12345" }, "weak_password", SHORT],
  [{ password: "Asha Rao" }, "weak_password", WEAK],
  [{ password: "asha@example.in" }, "weak_password", WEAK],
  [{ password: "" }, "required", "Password is required"],
  [{ password: 123456 }, "required", "Password is required"],
  [{ password: "x".repeat(129) }, "too_long", LONG],
  [{ name: "  " }, "required", "Name is required"],
  [{ name: undefined }, "required", "Name is required"],
  [{ name: "x".repeat(81) }, "too_long", LONG_NAME],
])("signing up refuses %j as %s", async (override, code, message) => {
  const call = password({ ...signUp, ...override });
  const [field] = Object.keys(override);
  await expectRefusal(call, { code, field, message });
  expect(await rowsIn("users")).toEqual([]);
  expect(await rowsIn("authAccounts")).toEqual([]);
});

test.each(["123456", "x".repeat(128)])(
  "signing up accepts the password %j",
  async (chosen) => {
    await password({ ...signUp, password: chosen });
    await password({ ...signIn, password: chosen });
    expect(await rowsIn("authSessions")).toHaveLength(2);
  },
);

test("signing in finds the account whatever the case of the address and the spaces around it", async () => {
  await password(signUp);
  await password({ ...signIn, email: " ASHA@Example.in " });
  expect(await rowsIn("authSessions")).toHaveLength(2);
});

test("signing in compares passwords exactly, with spaces and case", async () => {
  await password(signUp);
  for (const wrong of ["Open sesame", " open sesame", "open sesame "]) {
    const call = password({ ...signIn, password: wrong });
    await expectRefusal(call, {
      code: "wrong_password",
      message: "Incorrect password. Please try again.",
    });
  }
  expect(await rowsIn("authSessions")).toHaveLength(1);
});

test.each(["nobody@example.in", "not an address", "asha@example.in.evil"])(
  "signing in finds no account for %j",
  async (email) => {
    await password(signUp);
    const call = password({ ...signIn, email });
    await expectRefusal(call, {
      code: "user_not_found",
      message: "No account found with this email. Please sign up.",
    });
  },
);

test.each([
  [{ email: "" }, "required", "email"],
  [{ password: "" }, "required", "password"],
  [{ password: undefined }, "required", "password"],
  [{ password: "x".repeat(129) }, "too_long", "password"],
])("signing in refuses %j as %s", async (override, code, field) => {
  const call = password({ ...signIn, ...override });
  await expectRefusal(call, { code, field });
});

test("signing in does not count sign-ups as attempts", async () => {
  await password(signUp);
  for (let attempt = 0; attempt < 11; attempt++) {
    const guess = { ...signUp, password: `guess ${attempt}` };
    await expectRefusal(password(guess), "email_in_use");
  }
  await password(signIn);
});

test("signing in fails for an unknown flow", async () => {
  const call = password({ ...signIn, flow: "magic" });
  await expect(call).rejects.toThrow('no flow "magic"');
});

test("signing out ends the session at once, although its token has not expired", async () => {
  const { token, refreshToken } = await password(signUp);
  const asha = withToken(token);
  await asha.teams.create({ name: "Nova" });
  await asha.auth.signOut();
  expect(await asha.users.me()).toBeNull();
  expect(await asha.teams.mine()).toBeNull();
  await expectRefusal(asha.teams.leave(), "not_signed_in");
  const renewed = await backend.auth.signIn({ refreshToken });
  expect(renewed.tokens).toBeNull();
});

test("signing out keeps the person's other sessions", async () => {
  const { token } = await password(signUp);
  const elsewhere = await password(signIn);
  await withToken(token).auth.signOut();
  const other = withToken(elsewhere.token);
  expect(await other.users.me()).not.toBeNull();
});

test("a token can be verified with the keys that the deployment publishes", async () => {
  const { token } = await password(signUp);
  const discovery = await backend.fetch("/.well-known/openid-configuration");
  const { issuer, jwks_uri } = await discovery.json();
  expect(issuer).toBe(SITE);
  const keys = await backend.fetch(new URL(jwks_uri).pathname);
  const { payload } = await jwtVerify(
    token,
    createLocalJWKSet(await keys.json()),
    { issuer, audience: "convex" },
  );
  expect(payload.sub).toBe(decodeJwt(token).sub);
});

test("a token differs from another token of the same session and second", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { token, refreshToken } = await password(signUp);
  const renewed = await backend.auth.signIn({ refreshToken });
  const next = renewed.tokens?.token ?? "";
  expect(decodeJwt(next)).toMatchObject({
    sub: decodeJwt(token).sub,
    iat: decodeJwt(token).iat,
    exp: decodeJwt(token).exp,
  });
  expect(next).not.toBe(token);
});
