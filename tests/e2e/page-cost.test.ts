/** What a page asks of the deployment, and what that costs on Convex Cloud: a rehearsal's report is made of both. */
import { ConvexHttpClient } from "convex/browser";
import { getFunctionName } from "convex/server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { PAGE } from "../load/rehearsal/day";
import { ARENA, NOTICES, PAGES, PORTAL } from "../load/pages";
import { paths } from "../../src/paths";
import { Meter } from "../count-costs";
import { Operator } from "./operator";
import { openOwnStage } from "./stage";
import type { Teammate } from "./teammate";

const { arrive, arriveAs, product, signUp } = openOwnStage();

const LOADED = [
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
  const hand = await Operator.of(product());
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
  for (const path of LOADED) {
    const costs = await meter.count(async () => {
      await lila.visit(path);
      await page.waitForLoadState("networkidle");
    });
    for (const { readBytes, writeBytes } of costs.values())
      bytes += readBytes + writeBytes;
  }
  expect(calls / LOADED.length).toBeLessThanOrEqual(PAGE.calls);
  expect(bytes / LOADED.length).toBeLessThanOrEqual(PAGE.bytes);
});

test("what a rehearsal keeps open is what the pages ask for", async () => {
  const { url } = product();
  const hand = await Operator.of(product());
  await hand.set({
    phase: "live",
    checkInOpen: true,
    helpOpen: true,
    arenaOpen: true,
  });
  const [organiser, judge, mentor, leader] = [
    await signUp("Omar Open", "organiser"),
    await signUp("Jaya Open", "judge"),
    await signUp("Mira Open", "mentor"),
    await signUp("Lila Open"),
  ];
  await leader.createTeam("Open Owls");
  const rehearsed: [Teammate, string, keyof typeof PAGES][] = [
    [organiser, paths.organiser, "organisers"],
    [organiser, paths.checkIn, "desk"],
    [mentor, paths.help, "helpers"],
    [judge, paths.judge, "judge"],
    [leader, paths.dashboard, "dashboard"],
  ];
  for (const [account, path, page] of rehearsed) {
    const { page: tab } = await arriveAs(account);
    const asked = askedBy(tab);
    await tab.goto(path);
    const queries = [...PORTAL, ...PAGES[page]].map(([query]) => query);
    const names = [...queries, ...NOTICES].map((query) =>
      getFunctionName(query),
    );
    // Asked once, and not kept open.
    if (page === "organisers") names.push("organiser:integrity");
    await expect.poll(() => [...asked].toSorted()).toEqual(names.toSorted());
  }
  const { page: hall } = await arrive("Hall Open");
  const asked = askedBy(hall);
  await hall.goto(url + paths.arena);
  const names = ARENA.map(([query]) => getFunctionName(query));
  await expect.poll(() => [...asked].toSorted()).toEqual(names.toSorted());
});

/** The names of the queries that a page opens; one that it asks again with the same arguments is named again. */
function askedBy(page: Page): readonly string[] {
  const asked: string[] = [];
  const known = new Set<string>();
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const { modifications = [] } = JSON.parse(String(payload)) as {
        modifications?: { type: string; udfPath: string; args: unknown }[];
      };
      for (const { type, udfPath, args } of modifications) {
        if (type !== "Add") continue;
        const question = JSON.stringify([udfPath, args]);
        if (known.has(question) || !asked.includes(udfPath))
          asked.push(udfPath);
        known.add(question);
      }
    }),
  );
  return asked;
}
