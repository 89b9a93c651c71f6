import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { api } from "#convex/_generated/api";
import {
  scenarios,
  type Announcements,
  type Caller,
  type Stage,
  type Watch,
} from "../scenarios";
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

test.each(scenarios)("$title", async ({ run }) => {
  await run(mockStage(newBackend()));
  expect.hasAssertions();
});

function mockStage(backend: Backend): Stage {
  const callerOf = (on: Pick<Backend, "query" | "mutation">): Caller => ({
    me: () => on.query(api.users.me, {}),
    team: () => on.query(api.teams.mine, {}),
    create: (name) => on.mutation(api.teams.create, { name }),
    join: (inviteCode) => on.mutation(api.teams.join, { inviteCode }),
    leave: () => on.mutation(api.teams.leave, {}),
    open: (inviteCode) => on.mutation(api.invites.open, { inviteCode }),
    removeMember: (uid) => on.mutation(api.teams.removeMember, { uid }),
    handOver: (uid) => on.mutation(api.teams.handOver, { uid }),
    renewCode: () => on.mutation(api.teams.renewCode, {}),
    disband: (name) => on.mutation(api.teams.disband, { name }),
    announce: (title, publishAt) =>
      on.mutation(api.announcements.publish, {
        title,
        body: `${title}.`,
        pinned: false,
        publishAt,
      }),
    change: (settings) => on.mutation(api.settings.change, settings),
    watchAnnouncements: (at) =>
      watching(() => on.query(api.announcements.list, { at })),
  });
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
function watching(ask: () => Promise<Announcements>): Watch<Announcements> {
  return {
    until: async (isWanted) => {
      const answer = await ask();
      expect(answer).toSatisfy(isWanted);
      return answer;
    },
  };
}
