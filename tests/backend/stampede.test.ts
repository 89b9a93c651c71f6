import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import {
  newClient,
  startServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { PASSWORD, quickFunctions, signUp } from "./stage";

const PEOPLE = 4;

test("users who sign up at the same moment all succeed, with nothing in the log", async () => {
  const { url, log } = await startServer({
    functions: await quickFunctions(),
  });
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    name: `Person ${n}`,
    email: `person${n}@example.in`,
    client: newClient(url),
  }));
  await Promise.all(
    people.map(({ client, name, email }) => signUp(client, name, email)),
  );
  const sessions = await Promise.all(
    people.map(({ client, email }) =>
      client.action(api.auth.signIn, {
        provider: "password",
        params: { flow: "signIn", email, password: PASSWORD },
      }),
    ),
  );
  const tokens = sessions.map((session) => session.tokens?.token);
  expect(new Set(tokens).size).toBe(PEOPLE);
  expect(tokens).not.toContain(undefined);
  expect(log).toEqual([]);
});

test("a crowd that signs up at the same moment gets in with Convex's retries, too", async () => {
  const { url, log } = await startServer({
    functions: await quickFunctions(),
    conflicts: "convex",
  });
  const client = newClient(url);
  const crowd = Array.from({ length: 40 }, (_, n) =>
    signUp(client, `Person ${n}`, `person${n}@example.in`),
  );
  expect(new Set(await Promise.all(crowd)).size).toBe(crowd.length);
  expect(log.filter((line) => !line.includes("subsequent retry"))).toEqual([]);
});
