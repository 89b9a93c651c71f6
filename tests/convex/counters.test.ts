/** What the functions store about callers whom they count. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "#convex/_generated/api";
import type { TableNames } from "#convex/_generated/dataModel";
import * as RateLimits from "#convex/model/platform/rateLimits";
import schema from "#convex/schema";
import {
  codeOf,
  newBackend,
  password,
  refusalOf,
  useCheapHashing,
  useSigningKeys,
  type Backend,
} from "./setup";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = 1_800_000_000_000;
const LONG = `${"x".repeat(900_000)}@example.in`;

let backend: Backend;
beforeAll(useSigningKeys);
beforeAll(useCheapHashing);
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  backend = newBackend();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const take = (key: string) =>
  backend.run((ctx) => RateLimits.take(ctx, "signIn", key));

async function untilSpent(key: string): Promise<number> {
  for (let count = 0; count < 100; count++)
    if ((await take(key)) !== null) return count;
  throw new Error("never spent");
}

async function everything(): Promise<unknown[]> {
  const tables = Object.keys(schema.tables) as TableNames[];
  return backend.run(async (ctx) =>
    (
      await Promise.all(tables.map((table) => ctx.db.query(table).collect()))
    ).flat(),
  );
}

const signUp = (email: string) =>
  password(backend, {
    flow: "signUp",
    name: "Asha",
    email,
    password: "open sesame",
  });

const countedKeys = () =>
  backend.run((ctx) => ctx.db.query("countedKeys").collect());
const removeExpired = () =>
  backend.mutation(internal.jobs.expiry.removeExpired, {});

test("an address of 900 kB is refused without a trace, in every flow", async () => {
  const email = LONG;
  const account = { email, name: "Asha", password: "open sesame" };
  const codes = ["signIn", "signUp", "reset"].map((flow) =>
    codeOf(password(backend, { flow, ...account })),
  );
  expect(await Promise.all(codes)).toEqual([
    "user_not_found",
    "invalid_email",
    "invalid_email",
  ]);
  expect(
    await refusalOf(backend.mutation(api.subscribers.subscribe, { email })),
  ).toMatchObject({ code: "invalid_email", field: "email" });
  expect(await everything()).toEqual([]);
});

test("an address beside a code of Convex Auth is not stored", async () => {
  for (const email of [LONG, "asha@example.in"]) {
    const { tokens } = await backend.action(api.auth.signIn, {
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
    const outcome = await backend
      .action(api.auth.signIn, call)
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
  const outcome = await backend
    .action(api.auth.signIn, call)
    .catch(() => ({ tokens: null }));
  expect(outcome.tokens).toBeNull();
});

test("a reset link of 900 kB is as invalid as any other", async () => {
  const call = backend.query(api.account.checkResetLink, { token: LONG });
  expect(await codeOf(call)).toBe("reset_link_invalid");
});

test("counters are kept under a hash of the address", async () => {
  await signUp("asha@example.in");
  const params = { flow: "signIn", email: "asha@example.in", password: "x" };
  expect(await codeOf(password(backend, params))).toBe("wrong_password");
  const rows = await countedKeys();
  expect(rows).not.toEqual([]);
  for (const { keyHash } of rows) expect(keyHash).toMatch(/^[\w+/]{43}=$/);
});

test("two spellings of an address have one counter", async () => {
  await signUp("asha@example.in");
  for (const email of ["asha@example.in", " ASHA@Example.in "])
    await codeOf(password(backend, { flow: "signIn", email, password: "x" }));
  const keys = (await countedKeys()).map(({ keyHash }) => keyHash);
  expect(new Set(keys).size).toBe(1);
});

test("a counter is forgotten in the hour after its bucket is full", async () => {
  expect(await untilSpent("asha@example.in")).toBe(10);
  vi.setSystemTime(NOW + HOUR - 1);
  await removeExpired();
  expect(await countedKeys()).toHaveLength(1);
  vi.setSystemTime(NOW + HOUR + 1);
  await removeExpired();
  expect(await countedKeys()).toEqual([]);
});

test("a counter in use is not forgotten, however old", async () => {
  for (let hour = 0; hour < 30; hour++) {
    vi.setSystemTime(NOW + hour * HOUR);
    await untilSpent("asha@example.in");
    await removeExpired();
    expect(await take("asha@example.in")).not.toBeNull();
  }
});

test("thousands of counters are forgotten in several transactions", async () => {
  for (let count = 0; count < 250; count++) await take(`a${count}@example.in`);
  vi.setSystemTime(NOW + 2 * HOUR);
  vi.useFakeTimers({ now: NOW + 2 * HOUR });
  await removeExpired();
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await countedKeys()).toEqual([]);
});

test.each([
  ["a day", DAY],
  ["an hour", HOUR],
])("a clock that was %s ahead blocks nobody for long", async (_what, step) => {
  vi.setSystemTime(NOW + step);
  await untilSpent("asha@example.in");
  await backend.run((ctx) => RateLimits.take(ctx, "contact"));
  vi.setSystemTime(NOW);
  expect(await take("asha@example.in")).toBeNull();
  const wait = await backend.run((ctx) => RateLimits.take(ctx, "contact"));
  expect(wait ?? 0).toBeLessThan(60);
});

test("counters of a clock that was ahead are forgotten", async () => {
  vi.setSystemTime(NOW + DAY);
  await take("asha@example.in");
  vi.setSystemTime(NOW);
  await removeExpired();
  expect(await countedKeys()).toEqual([]);
});
