import { afterEach, test } from "vitest";
import { manualClock } from "../../packages/embedded-convex/src/base/clock";
import { findingScenarios } from "../scenarios/finding";
import { leadingScenarios } from "../scenarios/leading";
import { projectScenarios } from "../scenarios/projects";
import { teamScenarios } from "../scenarios/teams";
import {
  closeAll,
  startServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { expectIntegrity } from "./integrity";
import { clientStage, quickFunctions } from "./stage";

afterEach(closeAll);

const scenarios = [
  ...teamScenarios,
  ...leadingScenarios,
  ...findingScenarios,
  ...projectScenarios,
];

test.each(scenarios.map(({ title, run }) => [title, run] as const))(
  "%s",
  async (_title, run) => {
    const clock = manualClock(Date.now());
    const server = await startServer({
      functions: await quickFunctions(),
      clock,
      // Nothing may work only because this backend queues what conflicts.
      conflicts: "convex",
    });
    await run(clientStage(server, clock));
    await expectIntegrity(server.url, server.engine.keys.adminKey);
  },
);
