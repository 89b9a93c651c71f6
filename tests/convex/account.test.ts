import { describe, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
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
  codeOf,
  formTeam,
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

describe("account.exportData", () => {
  test("returns everything that is stored about the caller", async () => {
    const asha = await proven();
    await asha.mutation(api.teams.create, { name: "Nova" });
    await writeUnderAddress();
    const team = await asha.query(api.teams.mine, {});
    const {
      noticeReadKey: _,
      requests: __,
      checkedInAt: ___,
      ...me
    } = (await asha.query(api.users.me, {})) ?? {};
    expect(await asha.query(api.account.exportData, {})).toEqual({
      profile: {
        ...me,
        emailProvenAt: expect.any(Number),
      },
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

  test("returns no hash and no key", async () => {
    const asha = await proven();
    const told = JSON.stringify(await asha.query(api.account.exportData, {}));
    expect(told).not.toMatch(/pbkdf2|secret|hash/i);
    expect(told).not.toContain(latestToken(outbox));
  });

  test("returns nothing that is stored under an unproven address", async () => {
    const asha = await signedUp();
    await writeUnderAddress();
    expect(await asha.query(api.account.exportData, {})).toMatchObject({
      profile: { emailProvenAt: null },
      team: null,
      subscription: null,
      contactMessages: [],
    });
  });

  test("returns no data of teammates", async () => {
    const [asha, ravi] = await people("Asha", "Ravi");
    await formTeam([asha, ravi]);
    const told = JSON.stringify(await ravi.query(api.account.exportData, {}));
    expect(told).not.toContain(asha.uid);
    expect(told).not.toContain("Asha");
  });
});

describe("account.remove", () => {
  test("deletes every row of the person", async () => {
    const asha = await proven();
    await password(SIGN_IN);
    await reset(ASHA.email);
    await backend.run(async (ctx) => {
      const [session] = await ctx.db
        .query("authSessions")
        .withIndex("userId", (q) => q.eq("userId", asha.uid))
        .collect();
      await ctx.db.insert("authVerifiers", { sessionId: session?._id });
      const owned = await ctx.db.query("authAccounts").first();
      if (owned === null) throw new Error("no account");
      await ctx.db.insert("authVerificationCodes", {
        accountId: owned._id,
        provider: "google",
        code: "hash",
        expirationTime: Date.now() + 1000,
      });
    });
    expect(await asha.mutation(api.account.remove, {})).toBeNull();
    await expect.poll(everything).toEqual([]);
  });

  test("ends every session at once", async () => {
    const asha = await signedUp();
    const again = await password(SIGN_IN);
    await asha.mutation(api.account.remove, {});
    for (const person of [asha, withToken(again.token)])
      expect(await person.query(api.users.me, {})).toBeNull();
    expect(await codeOf(asha.mutation(api.account.remove, {}))).toBe(
      "not_signed_in",
    );
    const { refreshToken } = again;
    const renewed = await backend.action(api.auth.signIn, { refreshToken });
    expect(renewed.tokens).toBeNull();
  });

  test("lets the address sign up again, as a new person", async () => {
    const asha = await signedUp();
    await asha.mutation(api.account.remove, {});
    const again = await signedUp();
    expect(again.uid).not.toBe(asha.uid);
  });

  test.each([
    ["keeps the subscription by default", true, undefined, 1],
    ["deletes the subscription on request", true, true, 0],
    ["keeps the subscription of an unproven address", false, true, 1],
  ])("%s", async (_title, isProven, alsoUnsubscribe, left) => {
    const asha = isProven ? await proven() : await signedUp();
    await writeUnderAddress();
    await asha.mutation(api.account.remove, { alsoUnsubscribe });
    expect(await rowsIn("subscribers")).toHaveLength(left);
    expect(await rowsIn("contactMessages")).toHaveLength(1);
  });
});
