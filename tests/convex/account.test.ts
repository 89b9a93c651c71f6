import { expect, test } from "vitest";
import { latestToken } from "./outbox";
import {
  ASHA,
  choose,
  contact,
  everything,
  outbox,
  PASSWORD,
  reset,
  SIGN_IN,
  SIGN_UP,
  subscribe,
  deployBeforeEachTest,
} from "./deployment";
import {
  backend,
  expectRefusal,
  formTeam,
  must,
  password,
  people,
  rowsIn,
  withToken,
} from "./setup";

deployBeforeEachTest();

async function signedUp() {
  const { token } = await password(SIGN_UP);
  return withToken(token);
}

/** Signed up, with the address proven by a reset. */
async function proven() {
  await signedUp();
  await reset(ASHA.email);
  const { token } = await choose(latestToken(outbox), PASSWORD);
  return withToken(token);
}

async function writeUnderAddress() {
  await subscribe(ASHA.email);
  await contact(ASHA.email);
}

test("account.exportData returns everything that is stored about the caller", async () => {
  const asha = await proven();
  await asha.teams.create({ name: "Nova" });
  await writeUnderAddress();
  const team = await asha.teams.mine();
  const {
    noticeReadKey: _,
    requests: __,
    checkedInAt: ___,
    missingInPlacesOf: ____,
    ...me
  } = (await asha.users.me()) ?? {};
  expect(await asha.account.exportData()).toEqual({
    profile: { ...me, emailProvenAt: expect.any(Number) },
    team: {
      name: "Nova",
      description: "",
      inviteCode: team?.inviteCode,
      role: "leader",
      joinedAt: expect.any(Number),
    },
    signInMethods: [
      {
        provider: "password",
        accountId: "asha@example.in",
        addedAt: expect.any(Number),
      },
    ],
    sessions: [
      { startedAt: expect.any(Number), expiresAt: expect.any(Number) },
    ],
    passwordResets: [
      {
        requestedAt: expect.any(Number),
        expiresAt: expect.any(Number),
        isUsed: true,
      },
    ],
    subscription: { consentedAt: expect.any(Number) },
    roleInvitations: [],
    contactMessages: [
      {
        name: "Asha",
        subject: "Parking",
        message: "Where?",
        createdAt: expect.any(String),
      },
    ],
    project: { name: null, changes: [], textsToChoose: [] },
    checkIn: null,
    phones: [],
    finding: {
      card: null,
      requests: [],
      hidden: [],
      reports: [],
      changeRequests: [],
    },
    help: { asked: [], taken: [] },
    judging: { tracks: [], conflicts: [], scorecards: [], finalOrder: null },
    organiserActions: [],
  });
});

test("account.exportData returns no hash and no key", async () => {
  const asha = await proven();
  const told = JSON.stringify(await asha.account.exportData());
  expect(told).not.toMatch(/pbkdf2|secret|hash/i);
  expect(told).not.toContain(latestToken(outbox));
});

test("account.exportData returns nothing that is stored under an unproven address", async () => {
  const asha = await signedUp();
  await writeUnderAddress();
  expect(await asha.account.exportData()).toMatchObject({
    profile: { emailProvenAt: null },
    team: null,
    subscription: null,
    contactMessages: [],
  });
});

test("account.exportData returns no data of teammates", async () => {
  const [asha, ravi] = await people("Asha", "Ravi");
  await formTeam([asha, ravi]);
  const told = JSON.stringify(await ravi.account.exportData());
  expect(told).not.toContain(asha.uid);
  expect(told).not.toContain("Asha");
});

test("account.remove deletes every row of the person", async () => {
  const asha = await proven();
  await password(SIGN_IN);
  await reset(ASHA.email);
  await backend.run(async (ctx) => {
    const [session] = await ctx.db
      .query("authSessions")
      .withIndex("userId", (q) => q.eq("userId", asha.uid))
      .collect();
    await ctx.db.insert("authVerifiers", { sessionId: session?._id });
    const owned = must(await ctx.db.query("authAccounts").first());
    await ctx.db.insert("authVerificationCodes", {
      accountId: owned._id,
      provider: "google",
      code: "hash",
      expirationTime: Date.now() + 1000,
    });
  });
  expect(await asha.account.remove()).toBeNull();
  await expect.poll(everything).toEqual([]);
});

test("account.remove ends every session at once", async () => {
  const asha = await signedUp();
  const again = await password(SIGN_IN);
  await asha.account.remove();
  for (const person of [asha, withToken(again.token)])
    expect(await person.users.me()).toBeNull();
  await expectRefusal(asha.account.remove(), "not_signed_in");
  const { refreshToken } = again;
  const renewed = await backend.auth.signIn({ refreshToken });
  expect(renewed.tokens).toBeNull();
});

test("account.remove lets the address sign up again, as a new person", async () => {
  const asha = await signedUp();
  await asha.account.remove();
  const again = await signedUp();
  expect(again.uid).not.toBe(asha.uid);
});

test.each([
  ["keeps the subscription by default", true, undefined, 1],
  ["deletes the subscription on request", true, true, 0],
  ["keeps the subscription of an unproven address", false, true, 1],
])("account.remove %s", async (_title, isProven, alsoUnsubscribe, left) => {
  const asha = isProven ? await proven() : await signedUp();
  await writeUnderAddress();
  await asha.account.remove({ alsoUnsubscribe });
  expect(await rowsIn("subscribers")).toHaveLength(left);
  expect(await rowsIn("contactMessages")).toHaveLength(1);
});
