import { test } from "vitest";
import { manualClock } from "../../packages/embedded-convex/tests/base/manual-clock";
import { scenarios } from "../scenarios/all";
import { startServer } from "../../packages/embedded-convex/tests/engine/test-server";
import { expectIntegrity } from "./integrity";
import { clientStage, quickFunctions } from "./stage";

test.each(scenarios)("%s", async (_title, run) => {
  const clock = manualClock(Date.now());
  const server = await startServer({
    functions: await quickFunctions(),
    clock,
    // No scenario may depend on this backend's queue for conflicting mutations.
    conflicts: "convex",
  });
  await run(clientStage(server, clock));
  await expectIntegrity(server.url, server.engine.keys.adminKey);
});
