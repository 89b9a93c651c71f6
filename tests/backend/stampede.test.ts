import { expect, test } from "vitest";
import {
  newClient,
  startServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { quickFunctions, signUp } from "./stage";

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
