import { beforeEach, describe, expect, test, vi } from "vitest";
import { sha256 } from "#convex/platform/digest";
import { durationInWords } from "#convex/platform/shared/text";
import {
  contact,
  reset,
  signIn,
  signUp,
  subscribe,
  deployBeforeEachTest,
} from "./deployment";
import {
  backend,
  codeOf,
  expectRefusal,
  formTeam,
  people,
  refusalOf,
  storedCount,
} from "./setup";

deployBeforeEachTest();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubEnv("ALTCHA_SIGN_UPS_PER_HOUR", "1000000");
  vi.stubEnv("ALTCHA_RESETS_PER_HOUR", "1000000");
});

/**
 * Calls until a limit refuses.
 * @returns how many calls succeeded or failed otherwise, and the refusal
 */
async function callsUntilRefused(call: (count: number) => Promise<unknown>) {
  for (let count = 0; count < 2_000; count++) {
    const outcome = await refusalOf(call(count)).catch(() => null);
    if (
      outcome?.code === "rate_limited" ||
      outcome?.code === "bot_check_required" ||
      outcome?.code === "too_many_requests"
    )
      return { count, refusal: outcome };
  }
  throw new Error("never refused");
}

/** A large limit is spread over several counters, and may refuse a little early. */
function expectAbout(count: number, limit: number): void {
  const early = limit < 60 ? 0 : limit / 4;
  expect(count).toBeGreaterThanOrEqual(limit - early);
  expect(count).toBeLessThanOrEqual(limit);
}

test("wrong passwords for an address without an account leave no counter", async () => {
  for (let attempt = 0; attempt < 12; attempt++)
    await expectRefusal(
      signIn("nobody@example.in", "a guess"),
      "user_not_found",
    );
  const key = await sha256("nobody@example.in");
  for (const limit of ["signIn", "signInByAddress"] as const)
    expect((await storedCount(limit, key)).ts).toBe(0);
});

test("wrong passwords are counted when they come concurrently", async () => {
  await signUp("asha@example.in");
  const codes = await Promise.all(
    Array.from({ length: 14 }, () =>
      codeOf(signIn("asha@example.in", "a guess")),
    ),
  );
  expect(codes.filter((code) => code === "wrong_password")).toHaveLength(10);
});

test("wrong passwords are reset after the right password", async () => {
  await signUp("asha@example.in");
  for (let round = 0; round < 2; round++) {
    for (let attempt = 0; attempt < 9; attempt++)
      await expectRefusal(
        signIn("asha@example.in", "a guess"),
        "wrong_password",
      );
    await signIn("asha@example.in");
  }
});

test("sign-ups are free twenty times an hour per address", async () => {
  const { count, refusal } = await callsUntilRefused(() =>
    signUp("asha@example.in"),
  );
  expect(count).toBe(20);
  expect(refusal).toMatchObject({
    code: "bot_check_required",
    message: "Please try again: your browser has to show that it is not a bot.",
  });
  await signUp("ravi@example.in");
});

test("resets are limited per address with an account: five an hour", async () => {
  await signUp("asha@example.in");
  const { count, refusal } = await callsUntilRefused(() =>
    reset("asha@example.in"),
  );
  expect(count).toBe(5);
  expect(refusal).toEqual({
    code: "rate_limited",
    waitSeconds: 720,
    message: "Too many attempts. Please try again in 12 minutes.",
  });
});

test("resets are free for the deployment: twenty by default", async () => {
  for (let at = 0; at < 21; at++) await signUp(`p${at}@example.in`);
  vi.stubEnv("ALTCHA_RESETS_PER_HOUR", "");
  const { count, refusal } = await callsUntilRefused((at) =>
    reset(`p${at}@example.in`),
  );
  expect(count).toBe(20);
  expect(refusal.code).toBe("bot_check_required");
});

test("messages to the organisers that are refused are not counted", async () => {
  for (let attempt = 0; attempt < 8; attempt++)
    await expectRefusal(
      backend.contact.send({
        name: "Asha",
        email: "asha@example.in",
        subject: "",
        message: "Where?",
      }),
      "required",
    );
  await contact("asha@example.in");
});

describe.each([
  ["sign-ups", "ALTCHA_SIGN_UPS_PER_HOUR", signUp, 60],
  ["messages", "ALTCHA_MESSAGES_PER_HOUR", contact, 30],
  ["subscriptions", "ALTCHA_SUBSCRIPTIONS_PER_HOUR", subscribe, 60],
] as const)("%s without a bot check", (_forms, name, call, most) => {
  test.each([
    ["7 or so", most],
    ["7", 7],
  ])(
    "are limited for the deployment, given %j: about %d",
    async (set, free) => {
      vi.stubEnv(name, set);
      const { count, refusal } = await callsUntilRefused((at) =>
        call(`p${at}@example.in`),
      );
      expectAbout(count, free);
      expect(refusal.code).toBe("bot_check_required");
    },
  );
});

test("one person creates and joins at most twenty teams an hour each", async () => {
  const [asha, ravi] = await people("Asha", "Ravi");
  const created = await callsUntilRefused(async () => {
    await asha.teams.create({ name: "Nova" });
    await asha.teams.leave();
  });
  const inviteCode = await formTeam([ravi]);
  const joined = await callsUntilRefused(async () => {
    await asha.teams.join({ inviteCode });
    await asha.teams.leave();
  });
  for (const { count, refusal } of [created, joined]) {
    expect(count).toBe(20);
    expect(refusal).toMatchObject({ code: "rate_limited", waitSeconds: 180 });
  }
});

test.each([
  [0.2, "1 second"],
  [1, "1 second"],
  [40, "40 seconds"],
  [60, "60 seconds"],
  [61, "2 minutes"],
  [360, "6 minutes"],
  [3600, "60 minutes"],
  [3601, "2 hours"],
])("%d seconds to wait are worded %j", (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words);
});
