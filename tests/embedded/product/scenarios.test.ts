import { afterEach, test } from "vitest";
import { manualClock } from "../../../embedded/base/clock";
import { scenarios } from "../../scenarios";
import { closeAll, startServer } from "../engine/test-server";
import { expectIntegrity } from "./integrity";
import { clientStage, PRODUCT_FUNCTIONS } from "./stage";

afterEach(closeAll);

test.each(scenarios)("$title", async ({ run }) => {
  const clock = manualClock(Date.now());
  const server = await startServer({ functions: PRODUCT_FUNCTIONS, clock });
  await run(clientStage(server, clock));
  await expectIntegrity(server.url, server.engine.keys.adminKey);
});
