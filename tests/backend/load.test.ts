/** Whether the benches still run, each as small as it can be: what they measure here is of no interest. */
import { beforeAll, expect, test, vi } from "vitest";
import { run as attacks } from "../../packages/embedded-convex/bench/attacks.mjs";
import { CHEAP_HASHING } from "../e2e/product";
import { run as crowd } from "../load/crowd";
import { run as find } from "../load/find";
import { run as hall } from "../load/hall";
import { run as liveTeam } from "../load/live-team";
import { run as typing } from "../load/typing";

beforeAll(() => {
  vi.stubEnv("NODE_OPTIONS", CHEAP_HASHING.NODE_OPTIONS);
  return () => vi.unstubAllEnvs();
});

test.concurrent.each([
  ["the live team list", liveTeam, "--sizes 8 --rate 9 --seconds 1", 2],
  ["typing", typing, "--teams 1 --seconds 3 --keys 20", 1],
  ["a crowd on event day", crowd, "--people 8 --seconds 7 --rate 2", 1],
  ["a crowd on /find", find, "--people 62 --rate 60", 4],
  ["a hall with one address", hall, "--people 2", 2],
  ["attacks", attacks, "--only nobody --seconds 2 --settle 0", 1],
] as const)("the bench of %s runs", async (_, run, args, rows) => {
  const report = await run(args.split(" "));
  expect(report).not.toMatch(/NaN|undefined|Infinity/);
  expect(report.match(/^\| /gm)).toHaveLength(2 + rows);
});
