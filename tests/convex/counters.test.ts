/** What the functions store about callers whom they count. */
import { beforeEach, expect, test, vi } from "vitest";
import { internal } from "#convex/_generated/api";
import * as RateLimits from "#convex/platform/rateLimits";
import { sha256 } from "#convex/platform/digest";
import { everything, signUp, deployBeforeEachTest } from "./deployment";
import { backend, codeOf, expectRefusal, password, storedCount } from "./setup";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const NOW = 1_800_000_000_000;
const LONG = `${"x".repeat(900_000)}@example.in`;

deployBeforeEachTest();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});

const stored = (key: string) => storedCount("signIn", key);
const valueOf = async (key: string) => (await stored(key)).value;
const take = (key: string) =>
  backend.run((ctx) => RateLimits.take(ctx, "signIn", key));

async function untilSpent(key: string): Promise<number> {
  for (let count = 0; count < 100; count++)
    if ((await take(key)) !== null) return count;
  throw new Error("never spent");
}

const removeExpired = () =>
  backend.mutation(internal.upkeep.jobs.removeExpired, {});

test("an address of 900 kB is refused without a trace, in every flow", async () => {
  const email = LONG;
  const account = { email, name: "Asha", password: "open sesame" };
  const codes = ["signIn", "signUp", "reset"].map((flow) =>
    codeOf(password({ flow, ...account })),
  );
  expect(await Promise.all(codes)).toEqual([
    "user_not_found",
    "invalid_email",
    "invalid_email",
  ]);
  await expectRefusal(backend.subscribers.subscribe({ email }), {
    code: "invalid_email",
    field: "email",
  });
  expect(await everything()).toEqual([]);
});

test("an address beside a code of Convex Auth is not stored", async () => {
  for (const email of [LONG, "asha@example.in"]) {
    const { tokens } = await backend.auth.signIn({
      params: { code: "12345678", email, phone: email },
    });
    expect(tokens).toBeNull();
  }
  expect(await everything()).toEqual([]);
});

test("long strings beside a sign-in reach neither library nor log", async () => {
  const said: string[] = [];
  for (const level of ["error", "warn", "info", "log", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...words) => {
      said.push(words.join(" "));
    });
  const calls = [
    { provider: LONG },
    { refreshToken: LONG },
    { params: { code: LONG }, verifier: LONG },
    { provider: "password", params: { flow: LONG } },
    { provider: "password", params: { flow: [LONG] }, calledBy: LONG },
  ];
  for (const call of calls) {
    const outcome = await backend.auth
      .signIn(call)
      .catch((error: unknown) => String(error));
    expect(JSON.stringify(outcome).length).toBeLessThan(1_000);
  }
  expect(said.join("\n").length).toBeLessThan(5_000);
});

test.each([
  ["a code", { params: { code: 7 } }],
  ["parameters", { params: "x" }],
  ["no parameters", { params: null }],
])("%s of another type sign nobody in", async (_what, call) => {
  const outcome = await backend.auth
    .signIn(call)
    .catch(() => ({ tokens: null }));
  expect(outcome.tokens).toBeNull();
});

test("a reset link of 900 kB is as invalid as any other", async () => {
  const call = backend.account.checkResetLink({ token: LONG });
  await expectRefusal(call, "reset_link_invalid");
});

test("counters are kept under a hash of the address", async () => {
  expect(await untilSpent("asha@example.in")).toBe(10);
  expect(await valueOf("asha@example.in")).toBe(10);
  expect(await valueOf(await sha256("asha@example.in"))).toBe(0);
});

test("two spellings of an address have one counter", async () => {
  await signUp("asha@example.in");
  for (const email of ["asha@example.in", " ASHA@Example.in "])
    await codeOf(password({ flow: "signIn", email, password: "x" }));
  expect(await valueOf(await sha256("asha@example.in"))).toBe(8);
});

test("counters are forgotten an hour after their first call, however many", async () => {
  for (let count = 0; count < 250; count++) await take(`a${count}@example.in`);
  const last = await sha256("a249@example.in");
  vi.useFakeTimers({ now: NOW + HOUR - 1 });
  await removeExpired();
  expect((await stored(last)).ts).toBe(NOW);
  vi.setSystemTime(NOW + HOUR + 1);
  await removeExpired();
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
  for (let count = 0; count < 250; count++)
    expect((await stored(await sha256(`a${count}@example.in`))).ts).toBe(0);
});

test("guesses are limited for hours, although counters are forgotten", async () => {
  let guesses = 0;
  for (let minute = 0; minute < 6 * 60; minute += 5) {
    vi.setSystemTime(NOW + minute * MINUTE);
    guesses += await untilSpent("asha@example.in");
    if (minute % 60 === 0) await removeExpired();
  }
  expect(guesses).toBeLessThanOrEqual(6 * 20);
});
