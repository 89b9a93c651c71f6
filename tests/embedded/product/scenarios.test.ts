import { afterEach, expect, test } from "vitest";
import { manualClock } from "../../../embedded/base/clock";
import { scenarios } from "../../scenarios";
import { closeAll, startServer } from "../engine/test-server";
import { clientStage, PRODUCT_FUNCTIONS } from "./stage";

afterEach(closeAll);

test.each(scenarios)("$title", async ({ run }) => {
  const clock = manualClock(Date.now());
  const server = await startServer({ functions: PRODUCT_FUNCTIONS, clock });
  await run(clientStage(server, clock));
  expect.hasAssertions();
});
