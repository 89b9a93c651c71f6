/**
 * What the oldest browsers of the README lack is deleted before any script of the page runs: what lint refuses in our
 * code, and what the compiler does, because libraries are not compiled here.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths, projectAddress } from "../../src/paths";
import { addressOf, segments } from "../../src/routes/organiser/frame/sections";
import { ByHand } from "./by-hand";
import { handInProjects, OPEN } from "./gallery-stage";
import { Operator } from "./operator";
import type { Person } from "./person";
import { openOwnStage } from "./stage";

type Restricted = { object?: string; property: string };
type Newer = { properties: Restricted[]; globals: string[] };

/** As `.oxlintrc.json` has it, with what the compiler's library ES2023 ends before. */
function newerThanOldest(): Newer {
  const { overrides } = JSON.parse(readFileSync(".oxlintrc.json", "utf8")) as {
    overrides: { files: string[]; rules: Record<string, unknown[]> }[];
  };
  const rules = overrides.find(({ files }) => files.includes("src/**"))?.rules;
  const [, ...properties] = rules?.["no-restricted-properties"] ?? [];
  const [, ...globals] = rules?.["no-restricted-globals"] ?? [];
  const language =
    "groupBy withResolvers try fromAsync union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom isWellFormed toWellFormed toBase64 fromBase64 toHex fromHex transfer sumPrecise isError getOrInsert escape";
  return {
    properties: [
      ...(properties as Restricted[]),
      ...language.split(" ").map((property) => ({ property })),
    ],
    globals: globals as string[],
  };
}

/** Runs in the page. */
function forget({ properties, globals }: Newer) {
  const world = globalThis as unknown as Record<string, object>;
  const helpers = Object.getPrototypeOf(
    Object.getPrototypeOf([][Symbol.iterator]()),
  ) as object;
  for (const name of Object.getOwnPropertyNames(helpers))
    if (name !== "constructor") Reflect.deleteProperty(helpers, name);
  const kinds = Object.getOwnPropertyNames(world)
    .filter((name) => /^[A-Z]/.test(name))
    .map((name) => world[name])
    .concat(Object.getPrototypeOf(Int8Array) as object)
    .filter((kind) => typeof kind === "function");
  for (const { object, property } of properties) {
    const places = object
      ? [world[object]]
      : kinds.flatMap((kind) => [kind, kind.prototype as object | undefined]);
    for (const place of places)
      if (place) Reflect.deleteProperty(place, property);
  }
  for (const name of globals) Reflect.deleteProperty(world, name);
}

const { arrive, arriveAs, product, signUp } = openOwnStage();

let hand: ByHand;
let operator: Operator;
let gallery: string[];
let people: Person[];
let visitor: Person;
let ravi: Person;
let leela: Person;
let dev: Person;

beforeAll(async () => {
  hand = await ByHand.in(product());
  operator = await Operator.of(product());
  const [organiser, judge] = await Promise.all([
    signUp("Leela Krishnan"),
    signUp("Dev Anand"),
  ]);
  await operator.appoint(organiser.email);
  people = [visitor, ravi, leela, dev] = [
    await arrive("Asha Rao"),
    await arrive("Ravi Iyer"),
    await arriveAs(organiser),
    await arriveAs(judge),
  ];
  await hand.set({ ...OPEN, galleryPublished: true });
  await hand.add("announcements", {
    title: "Doors",
    body: "They open at nine: https://example.in/doors",
    pinned: false,
    publishAt: Date.now(),
    author: "Leela Krishnan",
  });
  gallery = await handInProjects(operator, product().url, visitor, [
    { name: "Kite", summary: "It flies.", tracks: [], hue: 20 },
  ]);
  await operator.appointJudge(judge.email);
  await hand.add("scorecards", {
    judgeId: await operator.idOf(judge.email),
    judgeName: "Dev Anand",
    projectId: gallery[0] ?? "",
    isByHand: true,
  });
  for (const { context } of people)
    await context.addInitScript(forget, newerThanOldest());
});
afterAll(async () => {
  for (const person of people) await person.goHome();
});

/** Opens a page, and waits until what it says can be seen. */
async function expectToFind(person: Person, path: string, text: string) {
  await person.visit(path);
  const isBroken = person.page.getByText("This page broke");
  const said = person.page.getByText(text).or(isBroken);
  await said.filter({ visible: true }).first().waitFor();
  expect(await isBroken.count()).toBe(0);
  person.expectNoComplaints();
}

test("what is newer is gone", async () => {
  await visitor.visit(paths.about);
  const left = await visitor.page.evaluate(() =>
    Object.entries({
      canParse: "canParse" in URL,
      toSorted: "toSorted" in [],
      subarrays: "toSorted" in new Uint8Array(),
      groups: "groupBy" in Object || "groupBy" in Map,
      sets: "union" in new Set(),
      iterators: "map" in [].values(),
      segmenter: "Segmenter" in Intl,
      idle: "requestIdleCallback" in globalThis,
    }).filter(([, isThere]) => isThere),
  );
  expect(left).toEqual([]);
});

test.each([
  paths.landing,
  paths.home,
  paths.about,
  paths.faq,
  paths.privacyPolicy,
  paths.judging,
  paths.login,
  paths.register,
  paths.resetPassword,
  paths.join,
])("%s works", async (path) => {
  // The last of the page.
  await expectToFind(visitor, path, "Subscribe");
});

test("the gallery and a project in it work", async () => {
  await expectToFind(visitor, paths.projects, "Kite");
  await expectToFind(visitor, projectAddress(gallery[0] ?? ""), "It speaks");
});

test("a participant signs up, founds a team, and reads, finds and writes", async () => {
  await ravi.register();
  await ravi.createTeam("Night Owls");
  await expectToFind(ravi, paths.dashboard, "https://example.in/doors");
  const neha = await signUp("Neha Bhatt");
  await neha.showCard();
  await expectToFind(ravi, paths.find, "Neha Bhatt");
  await expectToFind(ravi, paths.account, "Download");
  await expectToFind(ravi, paths.project, "Summary");
});

test.each(segments)("the organisers' section %o works", async (segment) => {
  await expectToFind(leela, addressOf(segment), "Organisers");
});

test("a judge sees a project to mark", async () => {
  await expectToFind(dev, paths.judge, "Kite");
});
