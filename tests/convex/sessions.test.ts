import { decodeJwt } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { deployBeforeEachTest } from "./deployment";
import {
  addSessions,
  asUser,
  backend,
  expectRefusal,
  formTeam,
  password,
  rowsIn,
  withSubject,
  withToken,
} from "./setup";

const MINUTE = 60 * 1000;

deployBeforeEachTest();
beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
});

const person = (name: string) => ({
  flow: "signUp",
  name,
  email: `${name.toLowerCase()}@example.in`,
  password: "open sesame",
});

async function renew(refreshToken: string) {
  return (await backend.auth.signIn({ refreshToken })).tokens;
}

test("a refresh token that is reused late invalidates all tokens that came of it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { refreshToken: stolen } = await password(person("Asha"));
  const first = await renew(stolen);
  const second = await renew(first?.refreshToken ?? "");
  vi.setSystemTime(Date.now() + MINUTE);
  expect(await renew(stolen)).toBeNull();
  expect(await renew(first?.refreshToken ?? "")).toBeNull();
  expect(await renew(second?.refreshToken ?? "")).toBeNull();
});

test("a refresh token does not work with the session of another person", async () => {
  const asha = await password(person("Asha"));
  const ravi = await password(person("Ravi"));
  const [tokenOfAsha] = asha.refreshToken.split("|");
  const [, sessionOfRavi] = ravi.refreshToken.split("|");
  expect(await renew(`${tokenOfAsha}|${sessionOfRavi}`)).toBeNull();
});

test("a refresh token made of other ids deletes nothing", async () => {
  const asha = await asUser("Asha");
  await formTeam([asha]);
  const { teamId } = (await asha.users.me()) ?? {};
  const { refreshToken } = await password(person("Ravi"));
  const [tokenOfRavi] = refreshToken.split("|");
  for (const id of [teamId, asha.uid, asha.sessionId])
    for (const first of [id, asha.uid, tokenOfRavi])
      expect(await renew(`${first}|${id}`)).toBeNull();
  expect(await asha.users.me()).toMatchObject({ teamId });
  expect(await asha.teams.mine()).not.toBeNull();
});

test("a refresh token is one of fifty at most, however often it is renewed", async () => {
  const { refreshToken: first } = await password(person("Asha"));
  let last = first;
  for (let count = 0; count < 60; count++)
    last = (await renew(last))?.refreshToken ?? "";
  const tokens = await rowsIn("authRefreshTokens");
  expect(tokens).toHaveLength(50);
  expect(await renew(last)).not.toBeNull();
  expect(await renew(first)).toBeNull();
  expect(await renew(last)).toBeNull();
});

test.each(["|", "x|y", "x"])(
  "a refresh token %j does not work",
  async (forged) => {
    await password(person("Asha"));
    const outcome = await renew(forged).catch(() => null);
    expect(outcome).toBeNull();
  },
);

test("signing in ignores ids, roles and other fields among the parameters", async () => {
  const asha = withToken((await password(person("Asha"))).token);
  const { token } = await password({
    ...person("Ravi"),
    _id: asha.uid,
    userId: asha.uid,
    sessionId: "x",
    role: "organiser",
    teamRole: "leader",
    emailVerificationTime: 1,
  });
  const ravi = withToken(token);
  expect(ravi.uid).not.toBe(asha.uid);
  expect(await ravi.users.me()).toMatchObject({
    role: "participant",
    teamRole: null,
  });
  const stored = await backend.run((ctx) => ctx.db.get("users", ravi.uid));
  expect(stored?.emailVerificationTime).toBeUndefined();
});

test("signing in keeps the newest fifty sessions of a person", async () => {
  const { token, refreshToken } = await password(person("Asha"));
  const { uid } = withToken(token);
  const tokens = await addSessions(uid, 49);
  const asha = await password({ ...person("Asha"), flow: "signIn" });
  const sessions = await rowsIn("authSessions");
  expect(sessions).toHaveLength(50);
  const me = await withToken(asha.token).users.me();
  expect(me).not.toBeNull();
  expect(await renew(tokens.at(-1) ?? "")).not.toBeNull();
  expect(await renew(refreshToken)).toBeNull();
});

test("signing in replaces the session of a caller who is signed in", async () => {
  const first = await password(person("Asha"));
  const asha = withToken(first.token);
  const second = await password({ ...person("Asha"), flow: "signIn" }, asha);
  expect(await asha.users.me()).toBeNull();
  expect(await renew(first.refreshToken)).toBeNull();
  const again = withToken(second.token);
  expect(await again.users.me()).not.toBeNull();
});

test.each(["google", "anonymous", "reset", "x"])(
  "signing in by %j fails, because it is not configured",
  async (provider) => {
    const call = backend.auth.signIn({ provider });
    vi.spyOn(console, "error").mockReturnValue();
    await expect(call).rejects.toThrow("is not configured");
  },
);

test("a token of one person with the session of another is not accepted", async () => {
  const asha = await password(person("Asha"));
  const ravi = await password(person("Ravi"));
  const [uid] = decodeJwt(asha.token).sub?.split("|") ?? [];
  const [, session] = decodeJwt(ravi.token).sub?.split("|") ?? [];
  const forged = withSubject(`${uid}|${session}`);
  expect(await forged.users.me()).toBeNull();
  await expectRefusal(forged.account.remove(), "not_signed_in");
});
