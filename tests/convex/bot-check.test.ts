import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import { challengeOf, type BotCheckAnswer } from "../../convex/shared/botCheck";
import { useOutbox } from "./outbox";
import {
  codeOf,
  newBackend,
  password,
  refusalOf,
  useSigningKeys,
  type Backend,
} from "./setup";

vi.setConfig({ testTimeout: 60_000 });

let backend: Backend;
let people = 0;
beforeAll(useSigningKeys);
beforeEach(() => {
  backend = newBackend();
  vi.stubEnv("ALTCHA_SIGN_UPS_PER_HOUR", "0");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function signUp(botCheck?: unknown) {
  return password(backend, {
    flow: "signUp",
    name: "Asha",
    email: `asha${people++}@example.in`,
    password: "open sesame",
    ...(botCheck === undefined ? {} : { botCheck }),
  });
}

async function challengeFor(call: Promise<unknown>): Promise<Challenge> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const challenge = challengeOf(error);
  if (challenge === null) throw new Error(`no challenge in ${String(error)}`);
  return challenge;
}

/** As the page does it. */
async function solve(challenge: Challenge): Promise<BotCheckAnswer> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error("no solution in time");
  return { challenge, solution };
}

async function solved(call = signUp()): Promise<BotCheckAnswer> {
  return solve(await challengeFor(call));
}

describe("a bot check", () => {
  test("is asked for beyond the calm rate of sign-ups", async () => {
    vi.stubEnv("ALTCHA_SIGN_UPS_PER_HOUR", "2");
    await signUp();
    await signUp();
    expect(await codeOf(signUp())).toBe("bot_check_required");
  });

  test("is asked for beyond the calm rate of resets, whoever has the address", async () => {
    useOutbox();
    vi.stubEnv("ALTCHA_RESETS_PER_HOUR", "1");
    const ask = (email: string) =>
      password(backend, { flow: "reset", email }).catch((error: unknown) => {
        if (!/without tokens/.test(String(error))) throw error;
      });
    await ask("a@example.in");
    expect(await codeOf(ask("b@example.in"))).toBe("bot_check_required");
  });

  test("is asked for again an hour later only beyond the rate", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.stubEnv("ALTCHA_SIGN_UPS_PER_HOUR", "1");
    await signUp();
    expect(await codeOf(signUp())).toBe("bot_check_required");
    vi.setSystemTime(Date.now() + 60 * 60 * 1000 + 1);
    await signUp();
  });

  test.each(["", "many"])(
    "is not asked for at first when the setting is %j",
    async (setting) => {
      vi.stubEnv("ALTCHA_SIGN_UPS_PER_HOUR", setting);
      expect(await signUp()).toHaveProperty("token");
    },
  );

  test("is passed with the challenge solved", async () => {
    expect(await signUp(await solved())).toHaveProperty("token");
  });

  test("is passed once with one answer", async () => {
    const answer = await solved();
    await signUp(answer);
    expect(await codeOf(signUp(answer))).toBe("bot_check_failed");
  });

  test("is passed once with one answer given twice at once", async () => {
    const answer = await solved();
    const outcomes = await Promise.allSettled([signUp(answer), signUp(answer)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "rejected",
    ]);
  });

  test("is passed within ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const [early, late] = [await solved(), await solved()];
    vi.setSystemTime(Date.now() + 9 * 60 * 1000);
    await signUp(early);
    vi.setSystemTime(Date.now() + 60 * 1000 + 1);
    expect(await codeOf(signUp(late))).toBe("bot_check_failed");
  });

  test("for a reset is none for a sign-up", async () => {
    useOutbox();
    vi.stubEnv("ALTCHA_RESETS_PER_HOUR", "0");
    const ask = password(backend, { flow: "reset", email: "a@example.in" });
    expect(await codeOf(signUp(await solved(ask)))).toBe("bot_check_failed");
  });

  test("of another deployment is none here", async () => {
    const own = process.env.JWT_PRIVATE_KEY;
    vi.stubEnv("JWT_PRIVATE_KEY", `${own} `);
    const foreign = await challengeFor(signUp());
    vi.stubEnv("JWT_PRIVATE_KEY", own);
    expect(await codeOf(signUp(await solve(foreign)))).toBe("bot_check_failed");
  });

  test("made easier by its solver is refused", async () => {
    const challenge = await challengeFor(signUp());
    const { parameters } = challenge;
    const easier = {
      ...challenge,
      parameters: { ...parameters, cost: 1, keyPrefix: "00" },
    };
    const prolonged = {
      ...challenge,
      parameters: { ...parameters, expiresAt: 9_999_999_999 },
    };
    const repurposed = {
      ...challenge,
      parameters: { ...parameters, data: { purpose: "reset" } },
    };
    const { solution } = await solve(easier);
    for (const forged of [easier, prolonged, repurposed]) {
      const answer = { challenge: forged, solution };
      expect(await codeOf(signUp(answer))).toBe("bot_check_failed");
    }
  });

  test("answered wrongly is refused, and can still be answered", async () => {
    const answer = await solved();
    const { counter, derivedKey } = answer.solution;
    const wrong = [
      { counter, derivedKey: "00".repeat(32) },
      { counter, derivedKey: derivedKey.slice(0, 32) },
      { counter: -1, derivedKey },
      { counter, derivedKey: "" },
    ];
    for (const solution of wrong) {
      const call = signUp({ ...answer, solution });
      expect(await codeOf(call)).toBe("bot_check_failed");
    }
    await signUp(answer);
  });

  test.each([null, "", "x", 7, [], {}, { challenge: {}, solution: {} }])(
    "answered with %j is refused",
    async (answer) => {
      expect(await refusalOf(signUp(answer))).toMatchObject({
        code: "bot_check_failed",
        message:
          "Your browser could not show that it is no bot. Please try again.",
      });
    },
  );

  test("is no way around a sign-up's own rules", async () => {
    const botCheck = await solved();
    const call = password(backend, {
      flow: "signUp",
      name: "Asha",
      email: "asha@example.in",
      password: "123",
      botCheck,
    });
    expect(await codeOf(call)).toBe("weak_password");
    await signUp(botCheck);
  });
});

describe("challengeOf", () => {
  test("finds none in other errors", async () => {
    const call = password(backend, { flow: "signIn", email: "", password: "" });
    const error: unknown = await call.catch((reason: unknown) => reason);
    expect(challengeOf(error)).toBeNull();
    expect(challengeOf(new Error("x"))).toBeNull();
    expect(challengeOf(undefined)).toBeNull();
  });
});
