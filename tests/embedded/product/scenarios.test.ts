import { afterEach, expect, test } from "vitest";
import { scenarios } from "../../scenarios";
import { closeAll, startServer } from "../engine/test-server";
import { clientStage, PRODUCT_FUNCTIONS } from "./stage";

afterEach(closeAll);

test.each(scenarios)("$title", async ({ run }) => {
  const { url } = await startServer({ functions: PRODUCT_FUNCTIONS });
  await run(clientStage(url));
  expect.hasAssertions();
});
