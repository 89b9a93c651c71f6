import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { fixture } from "../base/fixtures";
import { ChildServer } from "../engine/child-server";
import { newClient, temporaryDataDir } from "../engine/test-server";

const HOUR = 60 * 60 * 1000;

const time = makeFunctionReference<"query", Record<string, never>, number>(
  "surroundings:time",
);
const titles = makeFunctionReference<"query", Record<string, never>, string[]>(
  "nesting:titles",
);
type Job = { target: string; delayMs: number; name: string };
const schedule = makeFunctionReference<"mutation", Job>("jobs:schedule");

/** Serves the workshop from a process of its own. */
async function serve(
  dataDir: string,
  flags: readonly string[],
  env: Record<string, string> = {},
) {
  const what = ["--functions", fixture("workshop"), "--data", dataDir];
  const args = ["serve", ...what, "--port", "0", ...flags];
  const child = new ChildServer(args, { env });
  const url = await child.ready();
  const place = { DATA_DIR: dataDir, PORT: new URL(url).port };
  /** Runs `embedded-convex clock`. */
  const clockSays = async (...args: string[]) => {
    const command = new ChildServer(["clock", ...args], { env: place });
    const { code } = await command.end();
    return { code, said: command.stdout.trim(), stderr: command.stderr };
  };
  return { child, url, clockSays };
}

/** By how many hours a time differs from this machine's. */
const hoursAhead = (time: string | number) =>
  Math.abs(Math.round((new Date(time).getTime() - Date.now()) / HOUR));

test("the clock of a development server is put forward, until it starts again", async () => {
  const dataDir = await temporaryDataDir();
  const { child, url, clockSays } = await serve(dataDir, ["--dev"]);
  const client = newClient(url);
  const seen: number[] = [];
  client.onUpdate(time, {}, (now) => seen.push(now));
  await expect.poll(() => seen).toHaveLength(1);
  for (const hours of [3, 1, 2, 30]) {
    const job = { target: "note", delayMs: hours * HOUR, name: `${hours} h` };
    await client.mutation(schedule, job);
  }
  expect(hoursAhead((await clockSays()).said)).toBe(0);
  expect(hoursAhead((await clockSays("+100m")).said)).toBe(2);
  const moved = await clockSays("+4h");
  expect([moved.code, moved.stderr]).toEqual([0, ""]);
  // What open pages show follows.
  await expect.poll(() => hoursAhead(seen.at(-1) ?? 0)).toBe(6);
  const noted = async () =>
    (await client.query(titles, {})).filter((title) => title.endsWith(" h"));
  expect(await noted()).toEqual(["1 h", "2 h", "3 h"]);
  for (const wrong of ["2h", "-2h", "+2", "+2w"]) {
    expect((await clockSays(wrong)).stderr).toBe("It goes forward: +2h\n");
  }
  const tooFar = await clockSays("+1000d");
  expect([tooFar.code, tooFar.stderr]).toEqual([
    1,
    "The clock goes forward, by a year at most\n",
  ]);
  await client.close();
  await child.end("SIGTERM");
  const stopped = await clockSays();
  expect(stopped.stderr).toBe(`No server answers at ${url}\n`);

  const again = await serve(dataDir, ["--dev"]);
  expect(hoursAhead((await again.clockSays()).said)).toBe(0);
  expect(again.child.stderr).toContain("the newest change was made at");
});

test.each([
  ["without --dev", [], {}],
  ["that others reach", ["--dev"], { HOST: "0.0.0.0" }],
  ["behind a proxy", ["--dev"], { TRUST_PROXY: "loopback" }],
])("the clock of a server %s stays right", async (_, flags, env) => {
  const { clockSays } = await serve(await temporaryDataDir(), flags, env);
  expect(await clockSays("+2h")).toEqual({
    code: 1,
    said: "",
    stderr:
      "The clock can be put forward only with --dev, on a server that this machine alone reaches\n",
  });
  expect(hoursAhead((await clockSays()).said)).toBe(0);
});
