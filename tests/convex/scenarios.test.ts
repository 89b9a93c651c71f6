import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Doc } from "#convex/_generated/dataModel";
import { scenarios } from "../scenarios/all";
import {
  callerOn,
  type Line,
  type Stage,
  type Watch,
} from "../scenarios/caller";
import {
  backend,
  password,
  patchRow,
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

test.each(scenarios)("%s", async (_title, run) => {
  await run(mockStage());
  expect.hasAssertions();
});

type Calls = Omit<Line, "watch">;

function mockStage(): Stage {
  const callerOf = (on: Pick<Backend, keyof Calls>) => {
    // The mock declares arguments as a list that may be empty; it takes these as well.
    const { query, mutation, action } = on as unknown as Calls;
    return callerOn({
      query,
      mutation,
      action,
      watch: (of, args) => watching(() => query(of, args)),
    });
  };
  const signUp = async (name: string) => {
    const { token } = await password({
      flow: "signUp",
      name,
      email: `${name.toLowerCase()}@example.in`,
      password: "correct horse 36",
    });
    return withToken(token);
  };
  const edited = async (
    person: Awaited<ReturnType<typeof signUp>>,
    fields: Partial<Doc<"users">>,
  ) => {
    await patchRow("users", person.uid, fields);
    return callerOf(person);
  };
  return {
    stranger: () => callerOf(backend),
    signUp: async (name) => callerOf(await signUp(name)),
    organiser: async (name) =>
      edited(await signUp(name), { role: "organiser" }),
    judge: async (name) => edited(await signUp(name), { role: "judge" }),
    // The mock gives addresses, and has no server at them.
    upload: (_url, file) => backend.run((ctx) => ctx.storage.store(file)),
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
