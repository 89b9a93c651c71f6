/** What calls read and write: Convex Cloud is paid by it, and queries run again when what they read changes. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { manualClock } from "../../packages/embedded-convex/tests/base/manual-clock";
import {
  newClient,
  startServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { countCosts, FIELD_ENTERED, Meter, prepare } from "../count-costs";
import { byHand } from "./by-hand";
import { quickFunctions, signUp } from "./stage";

test("calls read what they show: a description only where it is read, a judge's projects not at each mark", async () => {
  const server = await startServer({
    functions: await quickFunctions(),
    // Time stands still: a heartbeat that comes late on a loaded machine reads more.
    clock: manualClock(Date.now()),
  });
  const { url, engine } = server;
  const stranger = newClient(url);
  const enter = async (name: string) =>
    httpClient(url, await signUp(stranger, name, `${name}@example.in`));
  const appointed = async (name: string, role: "organiser" | "judge") => {
    const client = await enter(name);
    const me = await client.query(api.users.me, {});
    if (me === null) throw new Error("not signed in");
    await byHand(server).edit("users", me._id, { role });
    return client;
  };
  const organiser = await appointed("rita", "organiser");
  const judge = await appointed("dev", "judge");
  await organiser.mutation(api.settings.change, { submissionsOpenAt: 1 });
  const team = await Promise.all(["asha", "ravi", "ela", "omar"].map(enter));
  await prepare(team, 0);
  const meter = new Meter(url, engine.keys.adminKey);
  const costs = await countCosts(meter, { organiser, judge, teams: [team] });
  // Two receipts for four members: afterwards nothing is being written.
  const outbox = join(server.dataDir, "outbox");
  const mails = async () => (await readdir(outbox)).length;
  await expect.poll(mails, { timeout: 20_000 }).toBe(8);
  // The description has 4,000 characters; a document with its history is longer.
  const bounds = [
    ["projects:arrive", 8, 1_800],
    [FIELD_ENTERED, 14, 3_500],
    ["projects:typeDescription", 8, 4_500],
    ["projects:description", 18, 3_500],
    ["projects:workbench", 5, 6_500],
    ["projects:present", 8, 2_500],
    ["projects:pictures", 4, 1_500],
    ["projects:edit", 12, 3_500],
    ["projects:listed", 6, 3_000],
    ["projects:gallery", 6, 2_500],
    ["judging:progress", 12, 5_000],
    ["judging:score", 8, 4_000],
    ["judging:desk", 5, 1_500],
    // With the description.
    ["judging:projects", 9, 8_000],
  ] as const;
  const over = bounds.filter(([name, documents, bytes]) => {
    const cost = costs[name];
    return (
      !cost?.readBytes || cost.documents > documents || cost.readBytes > bytes
    );
  });
  expect(over).toEqual([]);
});

function httpClient(url: string, token: string): ConvexHttpClient {
  const client = new ConvexHttpClient(url, { logger: false });
  client.setAuth(token);
  return client;
}
