import { expect, test } from "vitest";
import { run } from "../load/first-seconds";

test("the bench of the first seconds finds its way through the pages", async () => {
  const report = await run(
    "--together --runs 1 --rtt 0 --loss 0 --mbit 1000".split(" "),
  );
  expect(report).not.toContain("NaN");
  expect(report.match(/^\| /gm)).toHaveLength(22);
});
