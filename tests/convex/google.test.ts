import { generateKeyPair, SignJWT } from "jose";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import { internal } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { googlePerson } from "#convex/signIn/googleProvider";
import * as PasswordResets from "#convex/signIn/passwordResets";
import { solved } from "./solve";
import {
  deployBeforeEachTest,
  SIGN_IN as signIn,
  SIGN_UP as signUp,
} from "./deployment";
import {
  addSessions,
  asUser,
  backend,
  codeOf,
  expectRefusal,
  holdNextHash,
  insertRow,
  newBackend,
  password,
  patchRow,
  rowsIn,
  SITE,
  withToken,
} from "./setup";

const ISSUER = "http://accounts.test";
const CLIENT = "hackarena-client";

// The provider is created when the functions are loaded. So this file loads them
// again, and the files after it in the same worker do as well.
vi.hoisted(() => {
  vi.resetModules();
  process.env.AUTH_GOOGLE_ID = "hackarena-client";
  process.env.AUTH_GOOGLE_SECRET = "hush";
  process.env.AUTH_GOOGLE_ISSUER = "http://accounts.test";
});

type Claims = Record<string, unknown>;

const asha: Claims = {
  sub: "1001",
  name: "Asha Rao",
  email: "asha@example.in",
  email_verified: true,
  picture: "https://pictures.test/asha.png",
};
/** Who is signed in at Google. */
let claims: Claims;
/** The parameters of the last token request. */
let exchanged: URLSearchParams;
let key: CryptoKey;

deployBeforeEachTest();
beforeAll(async () => {
  process.env.SITE_URL = SITE;
  ({ privateKey: key } = await generateKeyPair("RS256"));
});
afterAll(() => {
  vi.resetModules();
  delete process.env.AUTH_GOOGLE_ID;
  delete process.env.AUTH_GOOGLE_SECRET;
  delete process.env.AUTH_GOOGLE_ISSUER;
});
beforeEach(async () => {
  // What made one for this test was loaded before.
  await newBackend();
  claims = asha;
  vi.stubGlobal("fetch", openIdProvider);
  vi.spyOn(console, "error").mockReturnValue();
});

/** Stands in for Google: discovery, and the exchange of a code for an id token. */
async function openIdProvider(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (pathname === "/.well-known/openid-configuration")
    return Response.json({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      userinfo_endpoint: `${ISSUER}/userinfo`,
      code_challenge_methods_supported: ["S256"],
    });
  expect(pathname).toBe("/token");
  exchanged = new URLSearchParams(await request.text());
  const idToken = await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(ISSUER)
    .setAudience(CLIENT)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(key);
  return Response.json({
    access_token: "access",
    token_type: "bearer",
    id_token: idToken,
  });
}

type Browser = { cookies: string; verifier: string; state: string };

/** Starts a sign-in. @returns what the browser holds when it is on Google's page */
async function goToGoogle(redirectTo?: string): Promise<Browser> {
  const { redirect = "", verifier = "" } = await backend.auth.signIn({
    provider: "google",
    params: redirectTo ? { redirectTo } : {},
  });
  const { pathname, search } = new URL(redirect);
  const response = await backend.fetch(pathname + search);
  const page = new URL(response.headers.get("Location") ?? "");
  expect(page.origin + page.pathname).toBe(`${ISSUER}/authorize`);
  return {
    cookies: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
    verifier,
    state: page.searchParams.get("state") ?? "",
  };
}

/** Sends the browser back from Google. @returns the page on which it ends */
async function comeBack(
  { cookies, state }: Pick<Browser, "cookies" | "state">,
  answer: Record<string, string> = { code: "from-google" },
): Promise<URL> {
  const query = new URLSearchParams({ ...answer, state });
  const response = await backend.fetch(
    `/api/auth/callback/google?${query.toString()}`,
    { headers: { Cookie: cookies } },
  );
  expect(response.status).toBe(302);
  return new URL(response.headers.get("Location") ?? "");
}

/** Signs in by Google. @returns the token, or null if there is no session */
async function signInByGoogle(): Promise<string | null> {
  const browser = await goToGoogle();
  const page = await comeBack(browser);
  const code = page.searchParams.get("code");
  if (code === null) return null;
  const { tokens } = await backend.auth.signIn({
    params: { code },
    verifier: browser.verifier,
  });
  return tokens?.token ?? null;
}

async function me(token: string | null) {
  return token === null ? null : withToken(token).users.me();
}

test("nobody comes back from Google with a form, which could be of any size", async () => {
  const { cookies, state } = await goToGoogle();
  const response = await backend.fetch("/api/auth/callback/google", {
    method: "POST",
    headers: { Cookie: cookies },
    body: new URLSearchParams({ code: "from-google", state }),
  });
  expect(response.status).toBe(404);
});

test("what sign-ins that are only begun store is bounded", async () => {
  vi.stubEnv("ALTCHA_GOOGLE_SIGN_INS_PER_HOUR", "2");
  const begin = (params = {}) =>
    backend.auth.signIn({ provider: "google", params });
  const browser = await goToGoogle();
  await begin();
  await expectRefusal(begin(), "bot_check_required");
  expect(await rowsIn("authVerifiers")).toHaveLength(2);
  const botCheck = await solved(begin());
  expect((await begin({ botCheck })).redirect).toContain("/signin/google");
  await expectRefusal(begin({ botCheck }), "bot_check_failed");
  expect(await rowsIn("authVerifiers")).toHaveLength(3);
  // Whoever has begun comes back, however many began since.
  const code = (await comeBack(browser)).searchParams.get("code");
  const { tokens } = await backend.auth.signIn({
    provider: "google",
    params: { code },
    verifier: browser.verifier,
  });
  expect(tokens?.token).toEqual(expect.any(String));
});

test("a first sign-in by Google creates a person with name, address, picture and the defaults", async () => {
  expect(await me(await signInByGoogle())).toMatchObject({
    name: "Asha Rao",
    displayName: "Asha Rao",
    email: "asha@example.in",
    image: "https://pictures.test/asha.png",
    role: "participant",
    teamId: null,
  });
  expect(await rowsIn("users")).toMatchObject([
    { emailVerificationTime: expect.any(Number) },
  ]);
});

test("a first sign-in by Google fails while Google has not verified the address", async () => {
  for (const verified of [false, undefined, "true"]) {
    claims = { ...asha, email_verified: verified };
    expect(await signInByGoogle()).toBeNull();
  }
  expect(await rowsIn("users")).toEqual([]);
  expect(await rowsIn("authAccounts")).toEqual([]);
});

test("a later sign-in by Google finds the person and does not change the profile", async () => {
  const first = await signInByGoogle();
  const person = withToken(first ?? "");
  await person.users.rename({ name: "Captain" });
  claims = {
    ...asha,
    name: "Somebody Else",
    email: "new@example.in",
    picture: "https://pictures.test/new.png",
  };
  expect(await me(await signInByGoogle())).toMatchObject({
    _id: person.uid,
    name: "Captain",
    email: "asha@example.in",
    image: "https://pictures.test/asha.png",
  });
  expect(await rowsIn("users")).toHaveLength(1);
});

test("one address is one person Google takes over an unproven address: password and sessions are deleted, the profile stays", async () => {
  const { token, refreshToken } = await password(signUp);
  const typed = withToken(token);
  await typed.teams.create({ name: "Nova" });
  claims = { ...asha, name: "Google Name", email: "Asha@Example.in" };
  const owner = await me(await signInByGoogle());
  expect(owner).toMatchObject({
    _id: typed.uid,
    name: "Asha Rao",
    teamRole: "leader",
  });
  expect(await rowsIn("users")).toHaveLength(1);
  expect(await rowsIn("authAccounts")).toMatchObject([{ provider: "google" }]);
  expect(await typed.users.me()).toBeNull();
  const renewed = await backend.auth.signIn({ refreshToken });
  expect(renewed.tokens).toBeNull();
  await expectRefusal(password(signIn), "no_password");
});

test("one address is one person Google's takeover leaves no session to a sign-in that began before", async () => {
  await password(signUp);
  const release = holdNextHash();
  const early = codeOf(password(signIn));
  const owner = await signInByGoogle();
  release();
  expect(await early).toBe("wrong_password");
  expect(await rowsIn("authSessions")).toHaveLength(1);
  expect(await me(owner)).not.toBeNull();
});

test("one address is one person a sign-in by Google that began before a reset gets no session", async () => {
  const owner = withToken((await signInByGoogle()) ?? "");
  const browser = await goToGoogle();
  const page = await comeBack(browser);
  await backend.run(async (ctx) => {
    await ctx.db.insert("passwordResets", {
      userId: owner.uid,
      tokenHash: await PasswordResets.hashToken("token"),
      expiresAt: Date.now() + 60_000,
      isUsed: false,
    });
    await PasswordResets.redeem(ctx, {
      tokenHash: await PasswordResets.hashToken("token"),
      secret: "hash",
    });
  });
  const { tokens } = await backend.auth.signIn({
    params: { code: page.searchParams.get("code") },
    verifier: browser.verifier,
  });
  expect(tokens).toBeNull();
  expect(await rowsIn("authSessions")).toHaveLength(1);
});

test("one address is one person a person who signs in by Google keeps the newest fifty sessions", async () => {
  const { uid } = withToken((await signInByGoogle()) ?? "");
  await addSessions(uid, 49);
  const token = await signInByGoogle();
  expect(await rowsIn("authSessions")).toHaveLength(50);
  expect(await me(token)).not.toBeNull();
});

test("one address is one person Google is added to a proven address: password and sessions stay", async () => {
  const { token } = await password(signUp);
  const person = withToken(token);
  await patchRow("users", person.uid, { emailVerificationTime: 1 });
  expect((await me(await signInByGoogle()))?._id).toBe(person.uid);
  expect(await person.users.me()).not.toBeNull();
  await password(signIn);
  expect(await rowsIn("users")).toHaveLength(1);
  expect(await rowsIn("authAccounts")).toHaveLength(2);
});

test("one address is one person nobody can sign up with an address that came from Google", async () => {
  await signInByGoogle();
  for (const email of ["asha@example.in", " ASHA@example.in"])
    await expectRefusal(password({ ...signUp, email }), "email_in_use");
  expect(await rowsIn("users")).toHaveLength(1);
});

test("one address is one person an address that Google has not verified takes over nothing", async () => {
  const { token } = await password(signUp);
  claims = { ...asha, email_verified: false };
  expect(await signInByGoogle()).toBeNull();
  expect(await me(token)).not.toBeNull();
  await password(signIn);
});

describe("a page that stands in for Google", () => {
  const appoint = (uid: Id<"users">) =>
    patchRow("users", uid, { role: "judge" });
  const offered = async () => (await backend.account.options()).google;
  beforeEach(() => {
    vi.stubEnv("AUTH_GOOGLE_ID", "stand-in");
  });

  test("opens the accounts that it made", async () => {
    const first = await me(await signInByGoogle());
    expect(await me(await signInByGoogle())).toEqual(first);
  });

  test("proves no address: what it made gets no role and no name at the desk", async () => {
    const token = await signInByGoogle();
    const squatter = withToken(token ?? "");
    const email = "asha@example.in";
    expect((await rowsIn("users"))[0]?.emailVerificationTime).toBeUndefined();
    const appointed = () =>
      backend.mutation(internal.roles.jobs.appoint, {
        email,
        role: "organiser",
      });
    await expectRefusal(appointed(), "stand_in_only");
    const rita = await asUser("Rita", { role: "organiser" });
    const named = rita.organiser.nameDeskHelper({ email });
    await expectRefusal(named, "stand_in_only");
    // Nor where an earlier version has believed the stand-in, or where it is gone meanwhile.
    await patchRow("users", squatter.uid, { emailVerificationTime: 1 });
    await expectRefusal(appointed(), "stand_in_only");
    await patchRow("users", squatter.uid, { emailVerificationTime: undefined });
    vi.stubEnv("AUTH_GOOGLE_ID", CLIENT);
    await expectRefusal(appointed(), "stand_in_only");
    expect((await me(token))?.role).toBe("participant");
  });

  test("leaves its sessions and its way in to nobody once the address is proven", async () => {
    const squatter = await signInByGoogle();
    const squatted = withToken(squatter ?? "");
    const owner = { tokenHash: await PasswordResets.hashToken("token") };
    await backend.run(async (ctx) => {
      await ctx.db.insert("passwordResets", {
        ...owner,
        userId: squatted.uid,
        expiresAt: Date.now() + 60_000,
        isUsed: false,
      });
      await PasswordResets.redeem(ctx, { ...owner, secret: "hash" });
    });
    expect(await me(squatter)).toBeNull();
    expect(await signInByGoogle()).toBeNull();
    expect(await rowsIn("authAccounts")).toMatchObject([
      { provider: "password" },
    ]);
    expect(
      await backend.mutation(internal.roles.jobs.appoint, {
        email: "asha@example.in",
        role: "organiser",
      }),
    ).toMatchObject({ role: "organiser" });
  });

  test("hands over to Google itself what it made", async () => {
    const squatter = await signInByGoogle();
    vi.stubEnv("AUTH_GOOGLE_ID", CLIENT);
    claims = { ...asha, sub: "2002" };
    const owner = await me(await signInByGoogle());
    expect(owner?._id).toBe(withToken(squatter ?? "").uid);
    expect(await me(squatter)).toBeNull();
    expect(await rowsIn("authAccounts")).toMatchObject([
      { providerAccountId: "2002" },
    ]);
  });

  test("gives its session no role by an invitation, which takes a new password", async () => {
    const squatter = await signInByGoogle();
    const token = "invitation";
    const rita = await asUser("Rita", { role: "organiser" });
    await insertRow("roleInvitations", {
      email: "asha@example.in",
      role: "organiser",
      tokenHash: await PasswordResets.hashToken(token),
      invitedBy: rita.uid,
      expiresAt: Date.now() + 60_000,
      isUsed: false,
    });
    const opened = await withToken(squatter ?? "").account.invitation({
      token,
    });
    expect(opened.account).toBe("stand-in");
    for (const caller of [backend, withToken(squatter ?? "")])
      await expectRefusal(
        caller.account.acceptInvitation({ token }),
        "invitation_needs_password",
      );
    const accepted = await password({
      flow: "acceptInvitation",
      token,
      name: "Asha Rao",
      password: "a new password",
    });
    expect((await me(accepted.token))?.role).toBe("organiser");
    expect(await me(squatter)).toBeNull();
  });

  test("opens no account that was made in another way", async () => {
    const { token } = await password(signUp);
    const person = withToken(token);
    for (const emailVerificationTime of [undefined, 1]) {
      await patchRow("users", person.uid, { emailVerificationTime });
      expect(await signInByGoogle()).toBeNull();
    }
    expect(await me(token)).not.toBeNull();
    expect(await rowsIn("authAccounts")).toMatchObject([
      { provider: "password" },
    ]);
  });

  test("opens no account that has a role, even where it is switched on", async () => {
    vi.stubEnv("AUTH_GOOGLE_STAND_IN", "on");
    const { uid } = withToken((await signInByGoogle()) ?? "");
    await appoint(uid);
    expect(await signInByGoogle()).toBeNull();
  });

  test("is closed once anybody has a role, unless it is switched on", async () => {
    expect(await offered()).toBe(true);
    const { token } = await password({ ...signUp, email: "judge@example.in" });
    await appoint(withToken(token).uid);
    expect(await offered()).toBe(false);
    expect(await signInByGoogle()).toBeNull();
    vi.stubEnv("AUTH_GOOGLE_STAND_IN", "on");
    expect(await offered()).toBe(true);
    expect(await signInByGoogle()).not.toBeNull();
  });
});

test("the way to Google and back uses PKCE to prove that the same browser came back", async () => {
  const browser = await goToGoogle();
  await comeBack(browser);
  const [pkce] = /googleOAuthpkce=([^;]+)/.exec(browser.cookies) ?? [];
  expect(pkce).toContain(exchanged.get("code_verifier") ?? "nothing");
  expect(exchanged.get("redirect_uri")).toBe(
    `${SITE}/api/auth/callback/google`,
  );
});

test("the way to Google and back ends without a session for a wrong or missing state or cookie", async () => {
  const mine = await goToGoogle();
  const theirs = await goToGoogle();
  const tampered = [
    { cookies: mine.cookies, state: theirs.state },
    { cookies: mine.cookies, state: "" },
    { cookies: "", state: mine.state },
    { cookies: theirs.cookies, state: mine.state },
  ];
  for (const browser of tampered)
    expect((await comeBack(browser)).searchParams.has("code")).toBe(false);
  expect(await rowsIn("users")).toEqual([]);
});

test("the way to Google and back ends without a session for a forged PKCE cookie", async () => {
  const browser = await goToGoogle();
  const cookies = browser.cookies.replace(/(OAuthpkce=)[^;]+/, "$1forged");
  const page = await comeBack({ ...browser, cookies });
  expect(page.searchParams.has("code")).toBe(false);
  expect(await rowsIn("users")).toEqual([]);
});

test("the way to Google and back is not stopped by a cookie that another site has set", async () => {
  const { cookies, state } = await goToGoogle();
  const forged = `googleOAuthpkce=forged; ${cookies}`;
  const page = await comeBack({ cookies: forged, state });
  expect(page.searchParams.has("code")).toBe(true);
});

test("the way to Google and back returns to the page without an error when the person cancels", async () => {
  const browser = await goToGoogle("/login");
  const page = await comeBack(browser, { error: "access_denied" });
  expect(page.href).toBe(`${SITE}/login`);
});

test("the way to Google and back exchanges a code for a session once, and only with the verifier of its browser", async () => {
  const browser = await goToGoogle();
  const other = await goToGoogle();
  const page = await comeBack(browser);
  const params = { code: page.searchParams.get("code") };
  const redeem = async (verifier?: string) =>
    (await backend.auth.signIn({ params, verifier })).tokens;
  expect(await redeem()).toBeNull();
  expect(await redeem(other.verifier)).toBeNull();
  expect(await redeem(browser.verifier)).not.toBeNull();
  expect(await redeem(browser.verifier)).toBeNull();
});

// Whoever began a sign-in may have sent somebody else to Google with it.
test("the way to Google and back leaves no second try to somebody who guesses the code", async () => {
  const browser = await goToGoogle();
  const page = await comeBack(browser);
  const code = page.searchParams.get("code") ?? "";
  const redeem = async (guess: string, provider?: "google") =>
    backend.auth.signIn({
      provider,
      params: { code: guess },
      verifier: browser.verifier,
    });
  const wrong = code.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
  expect((await redeem(wrong)).tokens).toBeNull();
  expect((await redeem(code, "google")).tokens).toBeNull();
  expect(await rowsIn("authSessions")).toEqual([]);
});

test.each([
  ["/dashboard", `${SITE}/dashboard`],
  ["/team?tab=1#x", `${SITE}/team?tab=1`],
  [`${SITE}/team`, `${SITE}/team`],
  ["?welcome", `${SITE}/?welcome=`],
  ["https://evil.test/team", `${SITE}/`],
  ["//evil.test", `${SITE}/`],
  ["/\\evil.test", `${SITE}/`],
  [`${SITE}.evil.test/`, `${SITE}/`],
  [`${SITE}@evil.test/`, `${SITE}/`],
  ["javascript:alert(1)", `${SITE}/`],
  ["data:text/html,x", `${SITE}/`],
  [`blob:${SITE}/x`, `${SITE}/`],
  ["http://somebody@hackarena.test/", `${SITE}/`],
  ["http://[", `${SITE}/`],
])(
  "the way to Google and back asked to return to %j, returns to %s",
  async (redirectTo, end) => {
    const page = await comeBack(await goToGoogle(redirectTo));
    expect(page.searchParams.get("code")).toMatch(/^\d{8}$/);
    page.searchParams.delete("code");
    page.hash = "";
    expect(page.href).toBe(end);
  },
);

test.each([
  [{ name: " Asha \n Rao " }, { name: "Asha Rao" }],
  [{ name: undefined }, { name: "asha" }],
  [{ name: "​" }, { name: "asha" }],
  [{ name: "x".repeat(100) }, { name: "x".repeat(80) }],
  [{ name: `${"x".repeat(79)}😀` }, { name: "x".repeat(79) }],
  [{ name: `${" ".repeat(400)}Asha` }, { name: "asha" }],
  [{ name: "Asha \u202eoaR" }, { name: "Asha oaR" }],
  [{ name: "Zoe\u200b\u0308 \u202e Rao" }, { name: "Zo\u00eb Rao" }],
  [
    { name: `a${"\u0301\u0323".repeat(500_000)}` },
    { name: expect.any(String) },
  ],
  [{ email: " Asha@Example.IN" }, { email: "asha@example.in" }],
  [{ image: "http://pictures.test/a.png" }, { image: undefined }],
  [{ image: "javascript:alert(1)" }, { image: undefined }],
  [{ emailVerified: "yes" }, { isEmailVerified: false }],
])("a profile from Google with %j is stored as %j", (said, kept) => {
  const profile = {
    name: "Asha Rao",
    email: "asha@example.in",
    emailVerified: true,
    ...said,
  };
  expect(googlePerson(profile)).toMatchObject(kept);
});

test.each([
  [CLIENT, true],
  [undefined, false],
  ["", false],
])("with the client id %j, Google is offered: %s", async (id, google) => {
  vi.stubEnv("AUTH_GOOGLE_ID", id);
  expect(await backend.account.options()).toEqual({ google });
});
