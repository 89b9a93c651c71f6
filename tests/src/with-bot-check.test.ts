import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import type { BotCheckAnswer, BotCheckChallenge } from "#convex/signIn/shared";
import { refusal } from "#convex/platform/shared/errors";
import { withBotCheck } from "../../src/lib/bot-check/with-bot-check";

type Solve = (challenge: BotCheckChallenge) => Promise<BotCheckAnswer | null>;
const solveChallenge = vi.hoisted(() => vi.fn<Solve>());
vi.mock("../../src/lib/bot-check/solve-challenge", () => ({ solveChallenge }));

const askHost = vi.fn(async () => new Response());

const challenge: BotCheckChallenge = {
  parameters: {
    algorithm: "PBKDF2/SHA-256",
    nonce: "00",
    salt: "00",
    cost: 1,
    keyLength: 32,
    keyPrefix: "00",
  },
  signature: "00",
};
const solution = { counter: 7, derivedKey: "00" };
const demand = () =>
  new ConvexError(refusal("bot_check_required", { challenge }));

beforeEach(() => {
  solveChallenge.mockReset();
  solveChallenge.mockResolvedValue({ challenge, solution });
  // The host answers.
  vi.stubGlobal("fetch", askHost);
  askHost.mockClear();
});

test("a call that is not refused is made once, without a check", async () => {
  const call = vi.fn(async () => "done");
  const onChecking = vi.fn();
  expect(await withBotCheck(call, onChecking)).toBe("done");
  expect(call.mock.calls).toEqual([[{}]]);
  expect(onChecking).not.toHaveBeenCalled();
});

const limited = () =>
  new ConvexError(refusal("too_many_requests", { waitSeconds: 7, challenge }));

test.each([
  ["a demanded check", demand],
  ["the check of another refusal with a challenge", limited],
])("%s is passed and the call repeated with the answer", async (_, refuse) => {
  const call = vi
    .fn<(proof: object) => Promise<string>>()
    .mockRejectedValueOnce(refuse())
    .mockResolvedValueOnce("done");
  const onChecking = vi.fn();
  expect(await withBotCheck(call, onChecking)).toBe("done");
  expect(call.mock.calls).toEqual([
    [{}],
    [{ botCheck: { challenge, solution } }],
  ]);
  expect(onChecking.mock.calls).toEqual([[true], [false]]);
});

/** A call that meets this, and how it ends. */
async function expectRefused(error: () => Error, code: string, times = 1) {
  const call = vi.fn(() => Promise.reject(error()));
  const onChecking = vi.fn();
  const refused = { data: { code } };
  await expect(withBotCheck(call, onChecking)).rejects.toMatchObject(refused);
  expect(call).toHaveBeenCalledTimes(times);
  return onChecking;
}

test("a second demand is not followed: it is tried again once", async () => {
  await expectRefused(demand, "bot_check_required", 2);
});

test("every other refusal passes through", async () => {
  const refused = () => new ConvexError(refusal("email_in_use", {}));
  await expectRefused(refused, "email_in_use");
  expect(solveChallenge).not.toHaveBeenCalled();
});

test.each([
  ["takes too long", async () => null],
  ["is impossible here", async () => Promise.reject(new Error("no workers"))],
])("work that %s is a refusal in words", async (_, solve) => {
  solveChallenge.mockImplementation(solve);
  const onChecking = await expectRefused(demand, "bot_check_failed");
  expect(onChecking.mock.lastCall).toEqual([false]);
});

test("another refusal with a challenge stands when it cannot be answered", async () => {
  solveChallenge.mockResolvedValue(null);
  await expectRefused(limited, "too_many_requests");
});

test.each([
  ["fetch", () => new TypeError("Failed to fetch")],
  [
    "the client",
    () => new Error("[CONVEX A(x)] Connection lost while action was in flight"),
  ],
])(
  "a call whose line is cut, as %s says it, is made again when the line is back, with a new answer",
  async (_, cut) => {
    const call = vi
      .fn<(proof: object) => Promise<string>>()
      .mockRejectedValueOnce(demand())
      .mockRejectedValueOnce(cut())
      .mockRejectedValueOnce(demand())
      .mockResolvedValueOnce("done");
    expect(await withBotCheck(call)).toBe("done");
    expect(askHost).toHaveBeenCalledOnce();
    const answered = [{}, { botCheck: { challenge, solution } }];
    expect(call.mock.calls.flat()).toEqual([...answered, ...answered]);
    expect(solveChallenge).toHaveBeenCalledTimes(2);
  },
);

test("a call that something in the browser blocks is given up", async () => {
  const call = vi.fn(async () => {
    throw new TypeError("blocked");
  });
  await expect(withBotCheck(call)).rejects.toThrow("blocked");
  expect(call.mock.calls.length).toBeGreaterThan(1);
});

test("where the browser has no workers, the work is refused at once", async () => {
  vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
  vi.stubGlobal("Worker", undefined);
  const { solveChallenge: solve } = await vi.importActual<{
    solveChallenge: Solve;
  }>("../../src/lib/bot-check/solve-challenge");
  await expect(solve(challenge)).rejects.toThrow("Worker");
});
