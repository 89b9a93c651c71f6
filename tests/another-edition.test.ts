/** The product as `EDITION=… npm start` runs it for a whole other event: its functions, mails and pages, and their layout. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { paths } from "../src/paths";
import { askForReset, emailOf } from "./e2e/accounts";
import { findBrowser, launchBrowser } from "./e2e/browser";
import { Operator } from "./e2e/operator";
import { Person } from "./e2e/person";
import { Product } from "./e2e/product";
import { expectNoSidewaysScroll } from "./e2e/sideways";
import { Teammate } from "./e2e/teammate";

/** What only our own edition says. */
const OURS =
  /.{0,40}(HackArena|New Delhi|\b(?:April|May|June) 2025|Vayuforge|Taarbase|team of (?:up|two) to four|Two to four|36[ -][Hh][Oo][Uu][Rr]|hackarena-my-data).{0,40}/gu;

const EDITION = "tests/fixtures/another-edition";

let folder: string;
let product: Product;
let operator: Operator;
let browser: Browser;
/** Of teams of two, five and six. */
const leaders: Teammate[] = [];

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "another-edition-")), "dist");
  const notice = join(folder, ".notice");
  product = await Product.start({ EDITION }, [
    "--page",
    folder,
    "--notice",
    notice,
  ]);
  operator = await Operator.of(product);
  await operator.set({ arenaOpen: true, submissionsOpenAt: 1 });
  for (const size of [2, 5, 6]) {
    const join = (nth: number) =>
      Teammate.signUp(product.url, `Lakshmikutty Varghese ${size} ${nth}`);
    const leader = await join(1);
    const code = await leader.createTeam(`The ${size} Tide Tables`);
    for (let nth = 2; nth <= size; nth++)
      await (await join(nth)).joinTeam(code);
    leaders.push(leader);
  }
  browser = await launchBrowser(await findBrowser());
});

afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await rm(join(folder, ".."), { recursive: true, force: true });
});

/** The passages of texts, by their names, that are about our edition. */
const oursIn = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).flatMap(([name, text]) =>
    [...text.matchAll(OURS)].map(([found]) => `${name}: ${found}`),
  );

test("no page, script or manifest says anything of ours", async () => {
  const texts: Record<string, string> = {};
  for (const file of await readdir(folder, { recursive: true }))
    if (/\.(html|js|css|svg|txt|xml|webmanifest)$/u.test(file))
      texts[file] = await readFile(join(folder, file), "utf8");
  expect(Object.keys(texts).length).toBeGreaterThan(60);
  expect(Object.keys(texts)).toContain("manifest.webmanifest");
  expect(oursIn(texts)).toEqual([]);
  const landing = texts["index.html"];
  expect(landing).toContain("30 December 2031 – 1 January 2032");
  expect(landing).toContain("a team of up to six");
  expect(landing).toContain("₹12,34,567");
  expect(landing).toContain(
    'property="og:title" content="Great Coastal Student Makeathon 2032: 24-hour',
  );
});

test("no answer of the server, and none of its rows, says anything of ours", async () => {
  const texts: Record<string, string> = {};
  for (const path of [
    "/",
    "/schedule.ics",
    "/unsubscribe/nobody",
    "/preview/projects/none",
    "/_data",
  ]) {
    const answer = await fetch(product.url + path, {
      headers: { accept: "text/html" },
    });
    texts[path] = await answer.text();
  }
  expect(texts["/schedule.ics"]).toContain("Great Coastal Student Makeathon");
  expect(texts["/unsubscribe/nobody"]).toContain("Makeathon 2032");
  for (const table of [
    "announcements",
    "resources",
    "schedule",
    "settings",
  ] as const)
    texts[table] = JSON.stringify(await operator.rows(table));
  expect(texts["announcements"]).toContain("1250 teams");
  expect(oursIn(texts)).toEqual([]);
});

test("no mail says anything of ours", async () => {
  const organiser = new ConvexHttpClient(product.url, { logger: false });
  const rita = await Teammate.signUp(product.url, "Rita");
  organiser.setAuth(rita.tokens.token);
  await operator.appoint(rita.email);
  const judge = emailOf("Judge");
  const [leader] = leaders;
  await organiser.mutation(api.organiser.invite, {
    role: "judge",
    emails: [judge],
  });
  await askForReset(product.url, rita.email);
  await organiser.mutation(api.organiser.remindUnsubmitted, {});
  await organiser.mutation(api.announcements.add, {
    title: "The tide is in",
    body: "Boats leave at six.",
    pinned: false,
    important: true,
    publishAt: null,
  });
  const texts: Record<string, string> = {};
  for (const [address, least] of [
    [judge, 1],
    [rita.email, 2],
    [leader?.email ?? "", 2],
  ] as const) {
    await expect
      .poll(() => product.mailsTo(address).then(({ length }) => length))
      .toBe(least);
    for (const { from, subject, text, html } of await product.mailsTo(address))
      texts[`${address} ${subject}`] = JSON.stringify([from, text, html]);
  }
  for (const text of Object.values(texts)) expect(text).toContain("Makeathon");
  expect(oursIn(texts)).toEqual([]);
});

const WIDTHS = [320, 360, 768, 1440];

/**
 * Opens a page whole, and fails with the element that is too wide at one of the widths.
 * @param whole a selector, and how many it finds once what the page asks for has come
 */
async function expectFits(
  person: Person,
  path: string,
  whole: readonly [string, number] = ["h1:not([aria-live])", 1],
): Promise<void> {
  const [selector, count] = whole;
  const { page } = person;
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.visit(path);
  // What is loaded late comes with the first use.
  await page.keyboard.press("Shift");
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.locator(selector).count()).toBe(count);
  const figures = await page.locator("dl").count();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // Their section cuts what is wider.
    const boxes = ["html", ...(figures > 0 ? ["dl"] : [])];
    await expectNoSidewaysScroll(page, boxes).catch((error: Error) => {
      throw new Error(`${path} at ${width}: ${error.message}`);
    });
  }
}

test("nothing that visitors see is wider than the window", async () => {
  const person = await Person.arrive(browser, product.url, "Visitor");
  for (const path of [
    paths.landing,
    paths.home,
    paths.about,
    paths.contact,
    paths.faq,
    paths.login,
    paths.register,
    paths.resetPassword,
    paths.appointment,
    paths.join,
    paths.privacyPolicy,
    paths.privacyPolicyHindi,
    paths.termsOfService,
    paths.codeOfConduct,
    paths.judging,
    paths.starterKits,
    paths.submissionGuide,
    paths.projects,
    paths.schedule,
    paths.arena,
  ])
    await expectFits(person, path);
  await person.goHome();
});

test("nothing that teams of two, five and six see is wider than the window, and each slot has a plate", async () => {
  for (const leader of leaders) {
    const person = await Person.arriveAs(browser, product.url, leader);
    await expectFits(person, paths.dashboard);
    await expectFits(person, paths.team, [
      "[aria-label='Team roster'] > li",
      6,
    ]);
    await expectFits(person, paths.arena, [
      ".hall-seat .hall-plate",
      leaders.length * 6,
    ]);
    await person.goHome();
  }
});
