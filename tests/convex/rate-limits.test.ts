import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import { api } from "../../convex/_generated/api";
import * as RateLimits from "../../convex/model/rateLimits";
import { durationInWords } from "../../convex/shared/text";
import { useOutbox } from "./outbox";
import {
  asUser,
  codeOf,
  formTeam,
  newBackend,
  password,
  refusalOf,
  useSigningKeys,
  type Backend,
} from "./setup";

const MINUTE = 60 * 1000;

vi.setConfig({ testTimeout: 120_000 });

let backend: Backend;
beforeAll(useSigningKeys);
beforeEach(() => {
  backend = newBackend();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubEnv("ALTCHA_SIGN_UPS_PER_HOUR", "1000000");
  vi.stubEnv("ALTCHA_RESETS_PER_HOUR", "1000000");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test("the limits are these", () => {
  const values = Object.entries(RateLimits.RATE_LIMITS).map(([name, limit]) => [
    name,
    limit.rate,
    limit.period,
  ]);
  const hour = 60 * MINUTE;
  expect(values).toEqual([
    ["signIn", 10, hour],
    ["signUpByAddress", 20, hour],
    ["signUp", 1000, hour],
    ["resetByAddress", 5, hour],
    ["reset", 200, hour],
    ["contactBySender", 5, hour],
    ["contact", 200, hour],
    ["subscribe", 500, hour],
    ["createTeam", 20, hour],
    ["joinTeam", 20, hour],
  ]);
});

const signUp = (email: string) =>
  password(backend, {
    flow: "signUp",
    name: "Asha",
    email,
    password: "open sesame",
  });
const signIn = (email: string, guess: string) =>
  password(backend, { flow: "signIn", email, password: guess });
const reset = async (email: string) => {
  await backend.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "reset", email },
  });
};
const contact = (email: string) =>
  backend.mutation(api.contact.send, {
    name: "Asha",
    email,
    subject: "Hello",
    message: "Where?",
  });

/** Calls until refused. @returns how many calls were let through, and the refusal */
async function callsUntilRefused(call: (count: number) => Promise<unknown>) {
  for (let count = 0; count < 2_000; count++) {
    const outcome = await refusalOf(call(count)).catch(() => null);
    if (
      outcome?.code === "rate_limited" ||
      outcome?.code === "too_many_requests"
    )
      return { count, refusal: outcome };
  }
  throw new Error("never refused");
}

/** As if that many calls had been let through. */
async function countAhead(
  name: RateLimits.RateLimitName,
  count: number,
): Promise<void> {
  await backend.run(async (ctx) => {
    for (let counted = 0; counted < count; counted++)
      expect(await RateLimits.take(ctx, name)).toBeNull();
  });
}

describe("wrong passwords", () => {
  test("are counted per address: ten an hour", async () => {
    await signUp("asha@example.in");
    const { count, refusal } = await callsUntilRefused(() =>
      signIn("asha@example.in", "a guess"),
    );
    expect(count).toBe(10);
    expect(refusal).toEqual({
      code: "too_many_requests",
      waitSeconds: 360,
      message:
        "Too many failed login attempts. Please try again later or reset your password.",
    });
    expect(await codeOf(signIn("ravi@example.in", "a guess"))).toBe(
      "user_not_found",
    );
  });

  test("are counted for addresses without an account", async () => {
    const { count } = await callsUntilRefused(() =>
      signIn("nobody@example.in", "a guess"),
    );
    expect(count).toBe(10);
  });

  test("are counted when they come all at once", async () => {
    await signUp("asha@example.in");
    const codes = await Promise.all(
      Array.from({ length: 14 }, () =>
        codeOf(signIn("asha@example.in", "a guess")),
      ),
    );
    expect(codes.filter((code) => code === "wrong_password")).toHaveLength(10);
  });

  test("are forgotten once the password is right", async () => {
    await signUp("asha@example.in");
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 9; attempt++)
        expect(await codeOf(signIn("asha@example.in", "a guess"))).toBe(
          "wrong_password",
        );
      await signIn("asha@example.in", "open sesame");
    }
  });
});

describe("sign-ups", () => {
  test("are limited per address: twenty an hour", async () => {
    const { count, refusal } = await callsUntilRefused(() =>
      signUp("asha@example.in"),
    );
    expect(count).toBe(20);
    expect(refusal).toEqual({
      code: "rate_limited",
      waitSeconds: 180,
      message: "Too many attempts. Please try again in 3 minutes.",
    });
  });

  test("are limited for the deployment: a thousand an hour", async () => {
    await countAhead("signUp", 999);
    await signUp("a@example.in");
    expect(await codeOf(signUp("b@example.in"))).toBe("rate_limited");
  });
});

describe("resets", () => {
  beforeEach(() => {
    useOutbox();
  });

  test("are limited per address: five an hour, with an account or not", async () => {
    for (const email of ["asha@example.in", "nobody@example.in"]) {
      const { count, refusal } = await callsUntilRefused(() => reset(email));
      expect(count).toBe(5);
      expect(refusal).toMatchObject({ waitSeconds: 720 });
    }
  });

  test("are limited for the deployment: two hundred an hour", async () => {
    await countAhead("reset", 199);
    await reset("a@example.in");
    expect(await codeOf(reset("b@example.in"))).toBe("rate_limited");
  });
});

describe("messages to the organisers", () => {
  test("are limited per sender: five an hour", async () => {
    const { count, refusal } = await callsUntilRefused(() =>
      contact("asha@example.in"),
    );
    expect(count).toBe(5);
    expect(refusal).toMatchObject({ waitSeconds: 720 });
    await contact("ravi@example.in");
  });

  test("are limited for the deployment: two hundred an hour", async () => {
    await countAhead("contact", 199);
    await contact("a@example.in");
    expect(await codeOf(contact("b@example.in"))).toBe("rate_limited");
  });

  test("that are refused are not counted", async () => {
    for (let attempt = 0; attempt < 8; attempt++)
      expect(
        await codeOf(
          backend.mutation(api.contact.send, {
            name: "Asha",
            email: "asha@example.in",
            subject: "",
            message: "Where?",
          }),
        ),
      ).toBe("required");
    await contact("asha@example.in");
  });
});

test("subscriptions are limited for the deployment: five hundred an hour", async () => {
  await countAhead("subscribe", 499);
  const subscribe = (email: string) =>
    backend.mutation(api.subscribers.subscribe, { email });
  await subscribe("a@example.in");
  expect(await codeOf(subscribe("b@example.in"))).toBe("rate_limited");
});

test("teams are founded by one person twenty times an hour at most", async () => {
  const asha = await asUser(backend, "Asha");
  const { count, refusal } = await callsUntilRefused(async () => {
    await asha.mutation(api.teams.create, { name: "Nova" });
    await asha.mutation(api.teams.leave, {});
  });
  expect(count).toBe(20);
  expect(refusal).toMatchObject({ waitSeconds: 180 });
  const ravi = await asUser(backend, "Ravi");
  await ravi.mutation(api.teams.create, { name: "Comet" });
});

test("teams are joined by one person twenty times an hour at most", async () => {
  const asha = await asUser(backend, "Asha");
  const inviteCode = await formTeam([asha]);
  const ravi = await asUser(backend, "Ravi");
  const { count, refusal } = await callsUntilRefused(async () => {
    await ravi.mutation(api.teams.join, { inviteCode });
    await ravi.mutation(api.teams.leave, {});
  });
  expect(count).toBe(20);
  expect(refusal).toMatchObject({ code: "rate_limited", waitSeconds: 180 });
  const mira = await asUser(backend, "Mira");
  await mira.mutation(api.teams.join, { inviteCode });
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
])("%d seconds to wait read %j", (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words);
});
