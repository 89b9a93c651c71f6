import { beforeEach, expect, test, vi } from "vitest";
import { internal } from "#convex/_generated/api";
import crons from "#convex/crons";
import { asUser, backend, countsOf, insertRow, must, rowsIn } from "./setup";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const NOW = 1_800_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

async function removeExpired(): Promise<void> {
  await backend.mutation(internal.upkeep.jobs.removeExpired, {});
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
}

const KINDS = [
  "authSessions",
  "authRefreshTokens",
  "authVerificationCodes",
  "authVerifiers",
  "authRateLimits",
  "passwordResets",
  "roleInvitations",
  "requests",
  "reports",
  "changeRequests",
] as const;

const counts = () => countsOf(KINDS);

/** Adds one row of each kind. Those that have an expiry get `expirationTime`. */
async function addOneOfEach(expirationTime: number): Promise<void> {
  const { uid, sessionId } = await asUser("Asha");
  await backend.run(async (ctx) => {
    await ctx.db.patch("authSessions", sessionId, { expirationTime });
    await ctx.db.insert("authRefreshTokens", { sessionId, expirationTime });
    const accountId = await ctx.db.insert("authAccounts", {
      userId: uid,
      provider: "google",
      providerAccountId: "1",
    });
    await ctx.db.insert("authVerificationCodes", {
      accountId,
      provider: "google",
      code: "x",
      expirationTime,
    });
    await ctx.db.insert("authVerifiers", {});
    await ctx.db.insert("authRateLimits", {
      identifier: "x",
      attemptsLeft: 1,
      lastAttemptTime: NOW,
    });
    await ctx.db.insert("passwordResets", {
      userId: uid,
      tokenHash: "x",
      expiresAt: expirationTime,
      isUsed: false,
    });
    await ctx.db.insert("roleInvitations", {
      email: "asha@example.in",
      role: "judge",
      invitedBy: uid,
      expiresAt: expirationTime,
      isUsed: false,
    });
  });
}

test("rows that have not expired stay", async () => {
  await addOneOfEach(NOW + 1);
  const before = await counts();
  await removeExpired();
  expect(await counts()).toEqual(before);
});

test("expired rows are deleted, with the remains of ended sessions", async () => {
  await addOneOfEach(NOW + 1);
  await backend.run(async (ctx) => {
    const session = must(await ctx.db.query("authSessions").first());
    await ctx.db.insert("authRefreshTokens", {
      sessionId: session._id,
      expirationTime: NOW + 30 * DAY,
    });
  });
  vi.setSystemTime(NOW + 2);
  await removeExpired();
  expect(await counts()).toMatchObject({
    authSessions: 0,
    authRefreshTokens: 0,
    authVerificationCodes: 0,
  });
});

test("verifiers are deleted after an hour, counters and reset links after a day, invitations after a month", async () => {
  await addOneOfEach(NOW + 1);
  vi.setSystemTime(NOW + HOUR - 1);
  await removeExpired();
  expect(await counts()).toMatchObject({
    authVerifiers: 1,
    authRateLimits: 1,
    passwordResets: 1,
  });
  vi.setSystemTime(NOW + HOUR + 1000);
  await removeExpired();
  expect(await counts()).toMatchObject({ authVerifiers: 0, passwordResets: 1 });
  vi.setSystemTime(NOW + DAY + 1000);
  await removeExpired();
  expect(await counts()).toMatchObject({
    authRateLimits: 0,
    passwordResets: 0,
    roleInvitations: 1,
  });
  vi.setSystemTime(NOW + 30 * DAY + 1000);
  await removeExpired();
  expect(await counts()).toMatchObject({ roleInvitations: 0 });
});

test("requests are deleted 30 days after they are over, what organisers settled after 180, what waits never", async () => {
  const { uid } = await asUser("Asha");
  await backend.run(async (ctx) => {
    const teamId = await ctx.db.insert("teams", {
      name: "Nova",
      description: "",
      inviteCode: "ABC123",
      createdBy: uid,
      createdAt: NOW,
      members: [],
    });
    for (const settled of [{ settledAt: NOW }, {}]) {
      await ctx.db.insert("requests", {
        uid,
        teamId,
        personName: "Asha",
        teamName: "Nova",
        sentBy: "person",
        note: "",
        ...settled,
      });
      await ctx.db.insert("reports", {
        reporterId: uid,
        reporterName: "Asha",
        target: teamId,
        targetName: "Nova",
        said: "",
        reason: "Spam",
        ...settled,
      });
      await ctx.db.insert("changeRequests", {
        userId: uid,
        personName: "Asha",
        kind: "other",
        reason: "Ill",
        teamId: null,
        teamName: null,
        targetTeamId: null,
        targetTeamName: null,
        ...settled,
      });
    }
  });
  const left = async (afterDays: number, moreMs: number) => {
    vi.setSystemTime(NOW + afterDays * DAY + moreMs);
    await removeExpired();
    return counts();
  };
  expect(await left(30, 0)).toMatchObject({ requests: 2 });
  expect(await left(30, 1)).toMatchObject({ requests: 1, reports: 2 });
  expect(await left(180, 0)).toMatchObject({ reports: 2, changeRequests: 2 });
  const last = { requests: 1, reports: 1, changeRequests: 1 };
  expect(await left(180, 1)).toMatchObject(last);
  expect(await left(3_000, 0)).toMatchObject(last);
});

test("messages to the organisers and check-ins are deleted after a year", async () => {
  const { uid: userId } = await asUser("Asha");
  await insertRow("checkIns", { userId, first: null });
  await insertRow("contactMessages", {
    name: "Asha",
    email: "asha@example.in",
    subject: "Parking",
    message: "Where?",
    createdAt: new Date(NOW).toISOString(),
  });
  const left = async () => [
    ...(await rowsIn("contactMessages")),
    ...(await rowsIn("checkIns")),
  ];
  vi.setSystemTime(NOW + 364 * DAY);
  await removeExpired();
  expect(await left()).toHaveLength(2);
  vi.setSystemTime(NOW + 366 * DAY);
  await removeExpired();
  expect(await left()).toEqual([]);
});

test("more rows than fit into one transaction are deleted in several", async () => {
  await backend.run(async (ctx) => {
    for (let count = 0; count < 250; count++)
      await ctx.db.insert("authVerifiers", {});
  });
  vi.setSystemTime(NOW + HOUR + 1000);
  await backend.mutation(internal.upkeep.jobs.removeExpired, {});
  expect((await counts()).authVerifiers).toBe(150);
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
  expect((await counts()).authVerifiers).toBe(0);
});

test("all refresh tokens of a session are deleted, even if they need several transactions", async () => {
  const { sessionId } = await asUser("Asha");
  await backend.run(async (ctx) => {
    for (let count = 0; count < 1_100; count++)
      await ctx.db.insert("authRefreshTokens", {
        sessionId,
        expirationTime: NOW + DAY,
      });
  });
  vi.setSystemTime(NOW + 60_001);
  await removeExpired();
  expect((await counts()).authRefreshTokens).toBe(0);
});

test.each([
  ["remove what has expired", "removeExpired"],
  ["replace the read key of listings", "replaceReadKey"],
])("the deployment does this every hour: %s", (title, job) => {
  expect(crons.crons[title]).toMatchObject({
    name: `upkeep/jobs:${job}`,
    schedule: { type: "interval", hours: 1 },
  });
});
