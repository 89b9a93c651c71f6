import { beforeAll, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { scenarios, type Caller, type Stage } from "../scenarios";
import {
  newBackend,
  password,
  useSigningKeys,
  withToken,
  type Backend,
} from "./setup";

beforeAll(useSigningKeys);

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
  });
  return {
    stranger: () => callerOf(backend),
    signUp: async (name, email = `${name.toLowerCase()}@example.in`) => {
      const { token } = await password(backend, {
        flow: "signUp",
        name,
        email,
        password: "correct horse 36",
      });
      return callerOf(withToken(backend, token));
    },
    password: (params) => password(backend, params),
  };
}
