/** What a page costs on Convex Cloud when it is loaded, which the report of a rehearsal multiplies. */
import { ConvexHttpClient } from "convex/browser";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { PAGE } from "../../demo/rehearsal/day";
import { paths } from "../../src/paths";
import { Meter } from "../count-costs";
import { ByHand } from "./by-hand";
import { openOwnStage } from "./stage";

const { arriveAs, product, signUp } = openOwnStage();

const PAGES = [
  paths.dashboard,
  paths.team,
  paths.find,
  paths.project,
  paths.schedule,
  paths.pass,
  paths.account,
  paths.help,
];

test("a participant's page costs no more than the report of a rehearsal counts", async () => {
  const hand = await ByHand.in(product());
  const HOUR_MS = 3_600_000;
  await hand.set({
    phase: "live",
    submissionsOpenAt: Date.now() - HOUR_MS,
    submissionsCloseAt: Date.now() + HOUR_MS,
  });
  const [leader, member] = [
    await signUp("Lila Cost"),
    await signUp("Dev Cost"),
  ];
  await member.joinTeam(await leader.createTeam("Cost Owls"));
  const client = new ConvexHttpClient(product().url, { logger: false });
  client.setAuth(leader.tokens.token);
  await client.mutation(api.projects.edit, {
    name: "Arena Radar",
    summary: "Finds a free table",
  });
  const lila = await arriveAs(leader);
  const { page } = lila;
  let calls = 0;
  const count = (text: string | null, name: RegExp) => {
    calls += text?.match(name)?.length ?? 0;
  };
  page.on("request", (request) => count(request.postData(), /"path":/gu));
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) =>
      count(String(payload), /"udfPath":/gu),
    ),
  );
  const meter = new Meter(product().url, await product().adminKey());
  let bytes = 0;
  for (const path of PAGES) {
    const costs = await meter.count(async () => {
      await lila.visit(path);
      await page.waitForLoadState("networkidle");
    });
    for (const { readBytes, writeBytes } of costs.values())
      bytes += readBytes + writeBytes;
  }
  expect(calls / PAGES.length).toBeLessThanOrEqual(PAGE.calls);
  expect(bytes / PAGES.length).toBeLessThanOrEqual(PAGE.bytes);
});
