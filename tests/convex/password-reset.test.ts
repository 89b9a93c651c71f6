import { beforeEach, expect, test, vi } from "vitest";
import { facts } from "#edition/facts";
import { latestLink, latestToken } from "./outbox";
import {
  ASHA,
  choose as chooseBy,
  outbox,
  reset,
  SIGN_IN as signIn,
  SIGN_UP as signUp,
  deployBeforeEachTest,
} from "./deployment";
import {
  asUser,
  backend,
  codeOf,
  expectOneOf,
  expectRefusal,
  holdNextHash,
  password,
  refusalOf,
  rowsIn,
  SITE,
  withToken,
} from "./setup";

const { email } = ASHA;
const NEW_PASSWORD = "a whole new one";
const HOUR = 60 * 60 * 1000;

let log: string[];
deployBeforeEachTest();
beforeEach(() => {
  log = [];
  vi.spyOn(console, "error").mockImplementation((...words) => {
    log.push(words.join(" "));
  });
});

/** Calls `auth:signIn` as the page does. */
async function call(params: Record<string, unknown>) {
  return backend.auth.signIn({ provider: "password", params });
}
const ask = (address = email) => reset(address);
const choose = (token: unknown, chosen: unknown = NEW_PASSWORD) =>
  chooseBy(token, chosen);

/** Signs Asha up, and asks. @returns the token of the mail's link */
async function asked(): Promise<string> {
  await password(signUp);
  await ask();
  return latestToken(outbox);
}

test("asking for a reset mails a link to the page, and signs nobody in", async () => {
  await password(signUp);
  expect(await ask(" ASHA@Example.in ")).toEqual({ tokens: null });
  expect(outbox.requests).toHaveLength(1);
  expect(outbox.requests[0]?.mail.to).toEqual([email]);
  const link = latestLink(outbox);
  expect(link.origin + link.pathname).toBe(`${SITE}/reset-password`);
  expect([...link.searchParams.keys()]).toEqual(["token", "email"]);
  expect(link.searchParams.get("email")).toBe(email);
  expect(await rowsIn("authSessions")).toHaveLength(1);
});

test("asking for a reset greets nobody by name who has not proven the address", async () => {
  await password({ ...signUp, name: "Win at evil.example" });
  await ask();
  const { html, text } = outbox.requests[0]?.mail ?? {};
  expect(text).toMatch(/^Hello,\n/);
  expect(`${html}${text}`).not.toContain("evil");
});

test.each([
  ["Asha Rao", "Hello Asha Rao,"],
  ["Dr. J. R. O’Neil-Rao", "Hello Dr. J. R. O’Neil-Rao,"],
  ["श्री राव", "Hello श्री राव,"],
  ["Win at evil.example", "Hello,"],
  ["http://evil", "Hello,"],
  ["a@evil", "Hello,"],
])(
  "asking for a reset greets %j, whose address is proven, with %j",
  async (name, greeting) => {
    await asUser("Asha", { displayName: name, emailVerificationTime: 1 });
    await ask();
    const { html, text } = outbox.requests[0]?.mail ?? {};
    expect(text?.split("\n")[0]).toBe(greeting);
    expect(html).toContain(`>${greeting}<`);
  },
);

test("asking for a reset stores a hash instead of the token, which has 256 bits", async () => {
  const token = await asked();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await rowsIn("passwordResets"))).not.toContain(token);
});

test("asking for a reset answers the same for an unknown address, and sends nothing", async () => {
  await password(signUp);
  const known = await ask();
  expect(await ask("nobody@example.in")).toEqual(known);
  expect(outbox.requests).toHaveLength(1);
  expect(await rowsIn("passwordResets")).toHaveLength(1);
});

test("asking for a reset tells a person without a password that they sign in with Google", async () => {
  await asUser("Asha", { emailVerificationTime: 1 });
  await ask();
  const [sent] = outbox.requests;
  expect(sent?.mail.subject).toContain("Google");
  expect(sent?.mail.text).toContain("you sign in with Google");
});

test.each([
  [{ email: "asha at example" }, "invalid_email"],
  [{ email: "" }, "required"],
  [{}, "required"],
])("asking for a reset refuses %j as %s", async (params, code) => {
  await expectRefusal(call({ flow: "reset", ...params }), {
    code,
    field: "email",
  });
});

const failure = {
  code: "reset_mail_failed",
  message: "Failed to send password reset email.",
};

test("a reset mail that cannot be sent is reported, and the log names what to set, without a key", async () => {
  vi.stubEnv("AUTH_RESEND_KEY", undefined);
  await password(signUp);
  expect(await refusalOf(ask())).toEqual(failure);
  expect(log.join()).toMatch(/AUTH_RESEND_KEY.*RESEND_FROM/);
});

test("a reset mail that cannot be sent is reported for an unknown address too, without a key", async () => {
  vi.stubEnv("AUTH_RESEND_KEY", "");
  expect(await refusalOf(ask("nobody@example.in"))).toEqual(failure);
});

test.each([
  [
    async () => new Response("invalid sender", { status: 403 }),
    /403: invalid sender.*RESEND_FROM/,
  ],
  [() => Promise.reject(new TypeError("fetch failed")), /fetch failed/],
])(
  "a reset mail that cannot be sent is reported, and what happened logged, when %s",
  async (answer, logged) => {
    await password(signUp);
    outbox.answer = answer;
    expect(await refusalOf(ask())).toEqual(failure);
    expect(log.join()).toMatch(logged);
  },
);

test("a reset mail that cannot be sent is reported when the provider does not answer", async () => {
  await password(signUp);
  outbox.answer = () => new Promise(() => undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = refusalOf(ask());
  await expect.poll(() => outbox.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asked).toEqual(failure);
});

test("choosing a new password replaces the old one and signs in", async () => {
  const { token } = await password(signUp);
  await ask();
  const reset = await choose(latestToken(outbox));
  const { uid } = withToken(token);
  expect(withToken(reset.token).uid).toBe(uid);
  await expectRefusal(password(signIn), "wrong_password");
  await password({ ...signIn, password: NEW_PASSWORD });
  expect(await rowsIn("authAccounts")).toHaveLength(1);
  expect(await rowsIn("users")).toMatchObject([
    { emailVerificationTime: expect.any(Number) },
  ]);
});

test("choosing a new password ends every other session at once", async () => {
  const elsewhere = await password(signUp);
  const here = await password(signIn);
  await ask();
  const { token } = await choose(latestToken(outbox));
  for (const other of [elsewhere, here]) {
    const person = withToken(other.token);
    expect(await person.users.me()).toBeNull();
    const { refreshToken } = other;
    const renewed = await backend.auth.signIn({ refreshToken });
    expect(renewed.tokens).toBeNull();
  }
  const person = withToken(token);
  expect(await person.users.me()).not.toBeNull();
});

test("choosing a new password leaves no session to a sign-in that began before", async () => {
  await asked();
  const release = holdNextHash();
  const early = codeOf(password(signIn));
  const { token } = await choose(latestToken(outbox));
  release();
  expect(await early).toBe("wrong_password");
  expect(await rowsIn("authSessions")).toHaveLength(1);
  const owner = withToken(token);
  expect(await owner.users.me()).not.toBeNull();
});

test("choosing a new password sets a password for a person who had only Google", async () => {
  const asha = await asUser("Asha", { emailVerificationTime: 1 });
  await ask();
  const reset = await choose(latestToken(outbox));
  expect(withToken(reset.token).uid).toBe(asha.uid);
  await password({ ...signIn, password: NEW_PASSWORD });
  expect(await rowsIn("users")).toHaveLength(1);
});

test("choosing a new password unblocks an account after too many wrong passwords", async () => {
  await password(signUp);
  const guess = { ...signIn, password: "a guess" };
  for (let attempt = 0; attempt < 10; attempt++)
    await expectRefusal(password(guess), "wrong_password");
  await expectRefusal(password(signIn), "too_many_requests");
  await ask();
  await choose(latestToken(outbox));
  await password({ ...signIn, password: NEW_PASSWORD });
});

test.each([
  ["12345", "weak_password"],
  ["Asha Rao", "weak_password"],
  ["asha@example.in", "weak_password"],
  ["", "required"],
  [undefined, "required"],
  ["x".repeat(129), "too_long"],
])(
  "choosing a new password refuses %j as %s, and the link still works",
  async (chosen, code) => {
    const token = await asked();
    const params = { flow: "resetVerification", token, password: chosen };
    await expectRefusal(call(params), { code, field: "password" });
    await choose(token);
  },
);

test("a reset link works once", async () => {
  const token = await asked();
  await choose(token);
  await expectRefusal(choose(token, "another one"), {
    code: "reset_link_used",
    message: "This reset link has already been used. Please request a new one.",
  });
  await password({ ...signIn, password: NEW_PASSWORD });
});

test("a reset link works once when used twice concurrently", async () => {
  const token = await asked();
  await expectOneOf(choose(token, "first one"), choose(token, "second one"));
  expect(await rowsIn("authSessions")).toHaveLength(1);
});

test("a reset link works for an hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await asked();
  await ask();
  const [first = "", second = ""] = outbox.requests.map(
    ({ mail }) => /token=([\w-]+)/.exec(mail.text)?.[1],
  );
  vi.setSystemTime(Date.now() + HOUR);
  await expectRefusal(choose(first), {
    code: "reset_link_expired",
    message: "This reset link has expired. Please request a new one.",
  });
  vi.setSystemTime(Date.now() - 1);
  await choose(second);
});

test("a reset link can be checked before a password is chosen", async () => {
  const check = (token: string) => backend.account.checkResetLink({ token });
  vi.useFakeTimers({ toFake: ["Date"] });
  const token = await asked();
  expect(await check(token)).toBeNull();
  await expectRefusal(check("made-up"), "reset_link_invalid");
  vi.setSystemTime(Date.now() + HOUR);
  await expectRefusal(check(token), "reset_link_expired");
  vi.setSystemTime(Date.now() - HOUR);
  await choose(token);
  await expectRefusal(check(token), "reset_link_used");
});

test("a reset link invalidates the other links of the person", async () => {
  await asked();
  const earlier = latestToken(outbox);
  await ask();
  await choose(latestToken(outbox));
  await expectRefusal(choose(earlier), "reset_link_used");
});

test("a reset link does not work for another account", async () => {
  await password(signUp);
  const ravi = await password({
    ...signUp,
    name: "Ravi",
    email: "ravi@example.in",
  });
  await ask();
  const { uid } = withToken(ravi.token);
  const reset = await password({
    flow: "resetVerification",
    token: latestToken(outbox),
    password: NEW_PASSWORD,
    email: "ravi@example.in",
    userId: uid,
  });
  expect(withToken(reset.token).uid).not.toBe(uid);
  await password({ ...signIn, email: "ravi@example.in" });
});

test("a reset link that is not the mail's is refused, be it its hash", async () => {
  const token = await asked();
  const changed = (token.startsWith("A") ? "B" : "A") + token.slice(1);
  const [kept] = await rowsIn("passwordResets");
  const others = ["", 7, { not: "" }, "A".repeat(43), kept?.tokenHash];
  for (const wrong of [...others, changed, token.toUpperCase()])
    await expectRefusal(choose(wrong), {
      code: "reset_link_invalid",
      message: "This reset link is not valid. Please request a new one.",
    });
  await choose(token);
});

test("a reset link is invalid after the account is deleted", async () => {
  const { token } = await password(signUp);
  await ask();
  await withToken(token).account.remove();
  await expectRefusal(choose(latestToken(outbox)), "reset_link_invalid");
});

test("a reset mail is sent through Resend, with the key, or as the environment says", async () => {
  await asked();
  const [first] = outbox.requests;
  expect(first?.url).toBe("https://api.resend.com/emails");
  expect(first?.headers.get("Authorization")).toBe("Bearer re_test");
  expect(first?.mail.from).toBe(`${facts.edition} <onboarding@resend.dev>`);
  vi.stubEnv("RESEND_BASE_URL", "http://127.0.0.1:4000/mail");
  vi.stubEnv("RESEND_FROM", "Crew <crew@hackarena.test>");
  await ask();
  const [, second] = outbox.requests;
  expect(second?.url).toBe("http://127.0.0.1:4000/mail/emails");
  expect(second?.mail.from).toBe("Crew <crew@hackarena.test>");
});
