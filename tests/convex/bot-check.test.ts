import { beforeEach, expect, test, vi } from "vitest";
import { deployBeforeEachTest, reset, signUp as signUpAs } from "./deployment";
import { expectOneOf, expectRefusal, password } from "./setup";
import { challengeFor, solve, solved } from "./solve";

let people = 0;
deployBeforeEachTest();
beforeEach(() => {
  vi.stubEnv("ALTCHA_SIGN_UPS_PER_HOUR", "0");
});

const signUp = (botCheck?: unknown) =>
  signUpAs(
    `asha${people++}@example.in`,
    botCheck === undefined ? {} : { botCheck },
  );

const answered = () => solved(signUp());

test("a bot check is not required an hour later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubEnv("ALTCHA_SIGN_UPS_PER_HOUR", "1");
  await signUp();
  await expectRefusal(signUp(), "bot_check_required");
  vi.setSystemTime(Date.now() + 60 * 60 * 1000 + 1);
  await signUp();
});

test("a bot check takes 200 to 1,000 guesses of 5,000 iterations each", async () => {
  const { challenge, solution } = await answered();
  expect(challenge.parameters.cost).toBe(5_000);
  expect(solution.counter).toBeGreaterThanOrEqual(200);
  expect(solution.counter).toBeLessThanOrEqual(1_000);
});

test("a bot check accepts an answer once", async () => {
  const answer = await answered();
  await signUp(answer);
  await expectRefusal(signUp(answer), "bot_check_failed");
});

test("a bot check accepts one of two concurrent uses of an answer", async () => {
  const answer = await answered();
  await expectOneOf(signUp(answer), signUp(answer));
});

test("a bot check accepts an answer within ten minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const [early, late] = [await answered(), await answered()];
  vi.setSystemTime(Date.now() + 9 * 60 * 1000);
  await signUp(early);
  vi.setSystemTime(Date.now() + 60 * 1000 + 1);
  await expectRefusal(signUp(late), "bot_check_failed");
});

test("a bot check for a reset is not valid for a sign-up", async () => {
  vi.stubEnv("ALTCHA_RESETS_PER_HOUR", "0");
  const botCheck = await solved(reset("a@example.in"));
  await expectRefusal(signUp(botCheck), "bot_check_failed");
});

test("a bot check of another deployment is not valid", async () => {
  const own = process.env.JWT_PRIVATE_KEY;
  vi.stubEnv("JWT_PRIVATE_KEY", `${own} `);
  const foreign = await challengeFor(signUp());
  vi.stubEnv("JWT_PRIVATE_KEY", own);
  await expectRefusal(signUp(await solve(foreign)), "bot_check_failed");
});

test("a bot check is refused when its challenge was tampered with", async () => {
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
    await expectRefusal(signUp(answer), "bot_check_failed");
  }
});

test("a bot check refuses a wrong answer, and still accepts the right one", async () => {
  const answer = await answered();
  const { counter, derivedKey } = answer.solution;
  const wrong = [
    { counter, derivedKey: "00".repeat(32) },
    { counter, derivedKey: derivedKey.slice(0, 32) },
    { counter: -1, derivedKey },
    { counter, derivedKey: "" },
  ];
  for (const solution of wrong) {
    const call = signUp({ ...answer, solution });
    await expectRefusal(call, "bot_check_failed");
  }
  await signUp(answer);
});

test.each([null, "", "x", 7, [], {}, { challenge: {}, solution: {} }])(
  "a bot check refuses the answer %j",
  async (answer) => {
    await expectRefusal(signUp(answer), {
      code: "bot_check_failed",
      message:
        "Your browser could not show that it is not a bot. Please try again.",
    });
  },
);

test("a bot check does not replace the rules of a sign-up, and survives its refusal", async () => {
  const botCheck = await answered();
  const call = password({
    flow: "signUp",
    name: "Asha",
    email: "asha@example.in",
    password: "123",
    botCheck,
  });
  await expectRefusal(call, "weak_password");
  await signUp(botCheck);
});
