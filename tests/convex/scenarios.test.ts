import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  callerOn,
  type Line,
  type Stage,
  type Watch,
} from "../scenarios/caller";
import { findingScenarios } from "../scenarios/finding";
import { leadingScenarios } from "../scenarios/leading";
import { teamScenarios } from "../scenarios/teams";
import {
  newBackend,
  password,
  useCheapHashing,
  useSigningKeys,
  withToken,
  type Backend,
} from "./setup";

beforeAll(useSigningKeys);
beforeAll(useCheapHashing);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

const scenarios = [...teamScenarios, ...leadingScenarios, ...findingScenarios];

test.each(scenarios)("$title", async ({ run }) => {
  await run(mockStage(newBackend()));
  expect.hasAssertions();
});

function mockStage(backend: Backend): Stage {
  const callerOf = (on: Pick<Backend, "query" | "mutation">) => {
    // The mock declares arguments as a list that may be empty; it takes these as well.
    const { query, mutation } = on as unknown as Pick<
      Line,
      "query" | "mutation"
    >;
    return callerOn({
      query,
      mutation,
      watch: (of, args) => watching(() => query(of, args)),
    });
  };
  const signUp = async (
    name: string,
    email = `${name.toLowerCase()}@example.in`,
  ) => {
    const { token } = await password(backend, {
      flow: "signUp",
      name,
      email,
      password: "correct horse 36",
    });
    return withToken(backend, token);
  };
  return {
    stranger: () => callerOf(backend),
    signUp: async (name, email) => callerOf(await signUp(name, email)),
    organiser: async (name) => {
      const person = await signUp(name);
      await backend.run((ctx) =>
        ctx.db.patch("users", person.uid, { role: "organiser" }),
      );
      return callerOf(person);
    },
    password: (params) => password(backend, params),
    clock: {
      now: () => Date.now(),
      advance: (byMs) => vi.setSystemTime(Date.now() + byMs),
    },
  };
}

/**
 * The mock does not push updates, so watching is asking once: every change is
 * visible at once.
 */
function watching<Answer>(ask: () => Promise<Answer>): Watch<Answer> {
  return {
    until: async (isWanted) => {
      const answer = await ask();
      expect(answer).toSatisfy(isWanted);
      return answer;
    },
  };
}
