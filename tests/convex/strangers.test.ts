/** What strangers cannot spoil for others, however often they call. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as RateLimits from "#convex/platform/rateLimits";
import { latestToken } from "./outbox";
import {
  choose,
  contact,
  outbox,
  PASSWORD,
  reset,
  signIn,
  signUp,
  subscribe,
  deployBeforeEachTest,
} from "./deployment";
import { backend, codeOf, deleteAll, expectRefusal, refusalOf } from "./setup";
import { solved } from "./solve";

const SECOND = 1000;

deployBeforeEachTest();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

type Form = (email: string, proof?: { botCheck?: unknown }) => Promise<unknown>;

async function passes(call: Promise<unknown>): Promise<boolean> {
  await call;
  return true;
}

/**
 * Calls with new addresses until several consecutive calls are refused: then all
 * counters of a spread limit are empty. @returns their code
 */
async function flood(form: Form, most = 300): Promise<string> {
  let refused: string[] = [];
  for (let count = 0; count < most && refused.length < 25; count++) {
    const code = await form(`stranger${count}@example.in`).then(
      () => null,
      async (error: unknown) => codeOf(Promise.reject(error)),
    );
    refused = code === null ? [] : [...refused, code];
  }
  return refused.at(-1) ?? "nothing";
}

/** Takes tokens until all counters are empty: a limit with a key has one, others may be spread. */
async function spend(name: RateLimits.RateLimitName, key?: string) {
  const enough = key === undefined ? 100 : 1;
  await backend.run(async (ctx) => {
    for (let refusals = 0; refusals < enough;) {
      const isTaken = (await RateLimits.take(ctx, name, key)) === null;
      refusals = isTaken ? 0 : refusals + 1;
    }
  });
}

test.each<[string, Form]>([
  ["contact", contact],
  ["subscribe", subscribe],
  ["sign-up", signUp],
])(
  "a stranger who floods a form %s does not shut it for others",
  async (_title, form) => {
    expect(await flood(form)).toBe("bot_check_required");
    const visitor = "visitor@example.in";
    const botCheck = await solved(form(visitor));
    expect(await passes(form(visitor, { botCheck }))).toBe(true);
  },
);

test("a stranger who floods a form contact under somebody's address does not silence them", async () => {
  for (let count = 0; count < 5; count++) await contact("asha@example.in");
  const botCheck = await solved(contact("asha@example.in"));
  const calls = [
    contact("asha@example.in", { botCheck }),
    contact("ravi@example.in"),
  ];
  expect(await Promise.all(calls)).toEqual([null, null]);
});

test("a stranger who floods a form reset with addresses that nobody has uses up nothing", async () => {
  await signUp("asha@example.in");
  expect(await flood(reset)).toBe("nothing");
  await reset("asha@example.in");
  expect(outbox.requests).toHaveLength(1);
});

test("a stranger who floods a form reset with addresses that somebody has leaves the way with a bot check", async () => {
  vi.stubEnv("ALTCHA_RESETS_PER_HOUR", "1");
  await signUp("ravi@example.in");
  await signUp("asha@example.in");
  await reset("ravi@example.in");
  for (const email of ["asha@example.in", "nobody@example.in"]) {
    const botCheck = await solved(reset(email));
    await reset(email, { botCheck });
  }
  expect(outbox.requests).toHaveLength(2);
});

test("a stranger who floods a form reset sends one address five mails an hour, with answers too", async () => {
  vi.stubEnv("ALTCHA_RESETS_PER_HOUR", "0");
  await signUp("asha@example.in");
  await spend("resetByAddress", "asha@example.in");
  const botCheck = await solved(reset("asha@example.in"));
  await expectRefusal(reset("asha@example.in", { botCheck }), "rate_limited");
});

test("an answer for a mutation is accepted once, for its own form", async () => {
  vi.stubEnv("ALTCHA_MESSAGES_PER_HOUR", "0");
  vi.stubEnv("ALTCHA_SUBSCRIPTIONS_PER_HOUR", "0");
  const botCheck = await solved(contact("asha@example.in"));
  await expectRefusal(
    subscribe("asha@example.in", { botCheck }),
    "bot_check_failed",
  );
  await contact("asha@example.in", { botCheck });
  await expectRefusal(
    contact("asha@example.in", { botCheck }),
    "bot_check_failed",
  );
});

describe("an account with ten wrong guesses", () => {
  const email = "asha@example.in";
  beforeEach(async () => {
    await signUp(email);
    for (let guess = 0; guess < 10; guess++)
      await expectRefusal(signIn(email, `guess ${guess}`), "wrong_password");
    await spend("resetByAddress", email);
  });

  test("opens to the right password with a bot check, and is free again", async () => {
    const refusal = await refusalOf(signIn(email));
    expect(refusal).toMatchObject({
      code: "too_many_requests",
      waitSeconds: 360,
      message:
        "Too many failed login attempts. Please try again later or reset your password.",
    });
    const botCheck = await solved(signIn(email));
    await signIn(email, PASSWORD, { botCheck });
    await signIn(email);
  });

  test("opens by itself after six minutes, and no other account is shut", async () => {
    await expectRefusal(signIn("ravi@example.in"), "user_not_found");
    vi.setSystemTime(Date.now() + 360 * SECOND + 1);
    await signIn(email);
  });

  test("does not tell a wrong password from a limit, and each guess costs a check", async () => {
    const botCheck = await solved(signIn(email, "guess"));
    const guess = () => refusalOf(signIn(email, "guess", { botCheck }));
    expect(await guess()).toMatchObject({
      code: "too_many_requests",
      waitSeconds: 360,
    });
    expect(await guess()).toMatchObject({ code: "bot_check_failed" });
  });
});

describe("guesses at who has an account", () => {
  const email = "asha@example.in";

  test("and at people who sign in by Google cost a bot check above the calm rate", async () => {
    vi.stubEnv("ALTCHA_SIGN_INS_PER_MINUTE", "12");
    await signUp(email);
    await deleteAll("authAccounts");
    const guess = (address: string, proof?: { botCheck?: unknown }) =>
      signIn(address, "a guess", proof);
    await expectRefusal(guess("nobody@example.in"), "user_not_found");
    await expectRefusal(guess(email), "no_password");
    for (const [address, told] of [
      ["somebody@example.in", "user_not_found"],
      [email, "no_password"],
    ] as const) {
      const botCheck = await solved(guess(address));
      await expectRefusal(guess(address, { botCheck }), told);
      await expectRefusal(guess(address, { botCheck }), "bot_check_failed");
    }
  });
});

describe("right passwords", () => {
  const email = "asha@example.in";

  test("need a bot check after twenty in a row, and one a minute is free", async () => {
    await signUp(email);
    for (let count = 0; count < 20; count++) await signIn(email);
    const again = () => signIn(email);
    await expectRefusal(again(), "bot_check_required");
    const botCheck = await solved(again());
    await signIn(email, PASSWORD, { botCheck });
    vi.setSystemTime(Date.now() + 61 * SECOND);
    await again();
    await expectRefusal(again(), "bot_check_required");
  });

  test("of many accounts need one above the calm rate", async () => {
    vi.stubEnv("ALTCHA_SIGN_INS_PER_MINUTE", "12");
    for (const name of ["asha", "ravi", "mira"]) {
      const owner = `${name}@example.in`;
      await signUp(owner);
      const call = signIn(owner);
      if (name === "mira") {
        const botCheck = await solved(call);
        await signIn(owner, PASSWORD, { botCheck });
      } else await call;
    }
    vi.setSystemTime(Date.now() + 11 * SECOND);
    expect(await passes(signIn(email))).toBe(true);
  });

  test("come in a crowd of twenty without a check", async () => {
    vi.stubEnv("ALTCHA_SIGN_UPS_PER_HOUR", "100");
    for (let count = 0; count < 20; count++) {
      await signUp(`p${count}@example.in`);
      const call = signIn(`p${count}@example.in`);
      expect(await passes(call)).toBe(true);
    }
  });
});

describe("a deployment that hashes as much as it can", () => {
  const email = "asha@example.in";
  const busy = {
    code: "too_busy",
    waitSeconds: 1,
    message: "Too many people are signing in right now.",
  };

  test("says so to whoever signs in or up or resets, for a second", async () => {
    await signUp(email);
    await reset(email);
    const token = latestToken(outbox);
    const calls = [
      () => signIn(email),
      () => signUp("ravi@example.in"),
      () => choose(token, "a whole new one"),
    ];
    for (const call of calls) {
      await spend("hashing");
      expect(await refusalOf(call())).toEqual(busy);
      vi.setSystemTime(Date.now() + SECOND);
      await call();
      await signIn(email).catch(() => null);
    }
  });

  test("hashes ten passwords for a reset link at most", async () => {
    await signUp(email);
    await reset(email);
    const token = latestToken(outbox);
    const codes = await Promise.all(
      Array.from({ length: 14 }, (_, count) =>
        choose(token, `new password ${count}`).then(
          () => "done",
          (error: unknown) => codeOf(Promise.reject(error)),
        ),
      ),
    );
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(4);
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
  });
});
