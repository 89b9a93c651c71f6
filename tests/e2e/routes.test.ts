import { beforeAll, describe, expect, test } from "vitest";
import { event } from "../../src/content/event";
import { descriptionOf } from "../../src/content/page-descriptions";
import { notFoundPage, pages } from "../../src/content/pages";
import type { Page } from "../../src/content/schemas";
import { paths } from "../../src/paths";
import { judgeWords } from "../../src/routes/judge/words";
import { screens } from "../../src/routes/organiser/frame/sections";
import { sampleOf } from "../thoroughness";
import { expectAccessible } from "./accessibility";
import { expectOldest, inOldestBrowser } from "./oldest-browser";
import { LAPTOP, SMALL_PHONE, type Person } from "./person";
import { expectNoSidewaysScroll } from "./sideways";
import { openStage } from "./stage";

const { arrive, arriveAs, product, signUp } = openStage();

/** An address that stays where it is, with what it is called. */
type Stop = { path: string; page: Page };

const everywhere: Stop[] = [
  { path: paths.landing, page: pages.landing },
  { path: paths.home, page: pages.home },
  { path: paths.about, page: pages.about },
  { path: paths.contact, page: pages.contact },
  { path: paths.faq, page: pages.faq },
  { path: paths.privacyPolicy, page: pages.privacyPolicy },
  { path: paths.privacyPolicyHindi, page: pages.privacyPolicyHindi },
  { path: paths.termsOfService, page: pages.termsOfService },
  { path: paths.codeOfConduct, page: pages.codeOfConduct },
  { path: paths.judging, page: pages.judging },
  { path: paths.starterKits, page: pages.starterKits },
  { path: paths.submissionGuide, page: pages.submissionGuide },
  { path: paths.projects, page: pages.projects },
  { path: paths.schedule, page: pages.schedule },
  { path: "/nowhere/at/all", page: notFoundPage },
];
const forVisitors: Stop[] = [
  { path: paths.login, page: pages.login },
  { path: paths.register, page: pages.register },
  { path: paths.resetPassword, page: pages.resetPassword },
  { path: paths.appointment, page: pages.appointment },
  { path: paths.join, page: pages.join },
];
const forParticipants: Stop[] = [
  { path: paths.dashboard, page: pages.dashboard },
  { path: paths.team, page: pages.team },
  { path: paths.account, page: pages.account },
  { path: paths.pass, page: pages.pass },
  { path: paths.find, page: pages.find },
  { path: paths.project, page: pages.project },
  { path: paths.help, page: pages.help },
];

const calm = { reducedMotion: "reduce" } as const;
/** As most people have it. */
const moving = { reducedMotion: "no-preference" } as const;

/** Loads an address on a phone, and waits until it is whole: its heading, and the footer, which comes last. */
async function load(
  person: Person,
  { path, page: { title } }: Stop,
  media: typeof calm | typeof moving,
) {
  const { page } = person;
  await page.setViewportSize(SMALL_PHONE);
  await page.emulateMedia(media);
  const response = await page.goto(path);
  expect(response?.status()).toBe(title === notFoundPage.title ? 404 : 200);
  // A page that is still loading has a heading that says so.
  await page.locator("h1:not([aria-live])").waitFor();
  await footerOf(person).waitFor();
  // A short footer of a phone has links alone.
  if (!isInPortal(path) && title !== notFoundPage.title && !SHORT.test(path))
    await page.getByRole("button", { name: "Subscribe" }).waitFor();
}

const SHORT = /^\/(?:login|join)\b/u;

const footerOf = ({ page }: Person) =>
  page.getByRole("contentinfo").getByRole("link", { name: /^Terms/ });

/** There the footer is a line. */
const isInPortal = (path: string) =>
  [
    ...forParticipants.map((stop) => stop.path),
    paths.organiser,
    paths.judge,
  ].includes(path);

/** What holds on a phone for an address that was just loaded, whoever asks for it. */
async function expectAlive(person: Person, { path, page: { title } }: Stop) {
  const { page } = person;
  // What loads last, once the page is used, is alive: then everything has been taken over, or given up and said so.
  await page.keyboard.press("Shift");
  await page
    .getByRole("region", { name: /Notifications/ })
    .waitFor({ state: "attached" });
  expect(await page.locator("h1").count()).toBe(1);
  // Who is in a team looks for teammates.
  const own = path === paths.find ? await page.textContent("h1") : title;
  expect(await page.title()).toBe(
    own === event.edition ? own : `${own} · ${event.edition}`,
  );
  const meta = page.locator("meta[name=description]");
  // The page of an address is prerendered; judges and organisers get their own title when they are known.
  const sent = Object.values(pages).find((one) => one.path === path);
  expect(await meta.getAttribute("content")).toBe(
    descriptionOf(sent ?? notFoundPage),
  );
  expect(new URL(page.url()).pathname).toBe(path);
  await expectNoSidewaysScroll(page);
}

/** Whether links to other sites open new tabs that know nothing of this one. */
async function expectClosedToOthers({ page }: Person, path: string) {
  const elsewhere = await page
    .locator('a[href^="http"]')
    .evaluateAll((anchors) =>
      anchors.map((anchor) => ({
        target: anchor.getAttribute("target"),
        rel: anchor.getAttribute("rel"),
      })),
    );
  // The footer of public pages alone has three.
  expect(elsewhere.length).toBeGreaterThanOrEqual(isInPortal(path) ? 0 : 3);
  for (const link of elsewhere)
    expect(link).toEqual({ target: "_blank", rel: "noopener" });
}

/** Whether a phone zooms into no field. */
async function expectLargeFields({ page }: Person) {
  const sizes = await page
    .locator("input:not([type=checkbox]), textarea")
    .evaluateAll((fields) =>
      fields.map((field) => parseFloat(getComputedStyle(field).fontSize)),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
}

/** Proves all that holds for an address, with every answer open. */
async function expectRoute(
  person: Person,
  stop: Stop,
  media: typeof calm | typeof moving = calm,
) {
  const { page } = person;
  const isUnknown = stop.page.title === notFoundPage.title;
  person.forgiveComplaints();
  await load(person, stop, media);
  await expectAlive(person, stop);
  await expectClosedToOthers(person, stop.path);
  await expectLargeFields(person);
  // Nothing is half faded in when somebody looks.
  await page.emulateMedia(calm);
  await page
    .locator("details:not([open]) > summary")
    .evaluateAll((summaries: HTMLElement[]) => {
      for (const summary of summaries) summary.click();
    });
  // The landing page has two addresses.
  if (stop.path !== paths.home)
    await expectAccessible(person, [SMALL_PHONE, LAPTOP]);
  const complaints = person
    .complaints()
    // The browser itself reports the status of the page for unknown addresses.
    .filter((line) => !(isUnknown && line.includes("404 (Not Found)")));
  person.forgiveComplaints();
  expect(complaints).toEqual([]);
}

describe("for a visitor", () => {
  let visitor: Person;
  beforeAll(async () => {
    // Each test looks at what is new, and knows which address is a 404.
    visitor = await inOldestBrowser((await arrive("Asha Rao")).mayComplain());
  });

  test.each([...everywhere, ...forVisitors])(
    "$path is alive and keeps every rule",
    (stop) => expectRoute(visitor, stop, moving),
  );

  test("the browser was the oldest that is supported", () =>
    expectOldest(visitor));
});

describe("for a participant", () => {
  let participant: Person;
  beforeAll(async () => {
    // The longest words that people may write must not widen a page.
    const ravi = await signUp("Ravi".padEnd(48, "i"));
    await ravi.createTeam("Night".padEnd(50, "t"), "word".repeat(50));
    participant = await inOldestBrowser(await arriveAs(ravi));
  });

  // These differ from what a visitor gets in the bar alone, which the addresses below have too.
  test.each(sampleOf(everywhere))(
    "$path is the page that visitors get",
    async (stop) => {
      await load(participant, stop, calm);
      await expectAlive(participant, stop);
      await participant.page
        .getByRole("button", { name: "Logout", includeHidden: true })
        .first()
        .waitFor({ state: "attached" });
      participant.forgiveComplaints();
    },
  );

  test.each(forParticipants)("$path is alive and keeps every rule", (stop) =>
    expectRoute(participant, stop),
  );

  test.each(sampleOf([paths.login, paths.register]))(
    "%s leads on to the dashboard",
    async (path) => {
      const { page } = participant;
      await page.goto(path);
      await page.waitForURL(`**${paths.dashboard}`);
      expect(new URL(page.url()).pathname).toBe(paths.dashboard);
    },
  );
});

// The other screens of organisers are proven in organiser.test.ts.
test.each([
  ["organiser", paths.organiser, screens[""].page],
  ["judge", paths.judge, judgeWords],
] as const)(
  "who is %s arrives at a page of their own, which is alive and keeps every rule",
  async (role, path, page) => {
    const person = await arriveAs(await signUp(`Leela As ${role}`, role));
    await person.page.goto(paths.login);
    await person.page.waitForURL(`**${path}`);
    await expectRoute(person, { path, page });
  },
);

describe("the window in which Google's sign-in ends", () => {
  test("stands alone, fits and breaks no rule of accessibility", async () => {
    const visitor = await arrive("Asha Rao");
    const { page } = visitor;
    await page.goto(paths.about);
    // A popup that comes back without a code, and that no script opened: it stays.
    await page.goto(`${paths.google}?step=return&popup=none`);
    await page.getByRole("button", { name: "Close this window" }).waitFor();
    const { title } = pages.google;
    expect(await page.title()).toBe(`${title} · ${event.edition}`);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.getByRole("navigation").count()).toBe(0);
    await expectAccessible(visitor, [SMALL_PHONE, LAPTOP]);
  });
});

// How long they last: src/buffer.test.tsx.
test("the loading screens before the dashboard fit a small phone and break no rule of accessibility", async () => {
  const visitor = await arrive("Asha Rao", { viewport: SMALL_PHONE });
  // Their time never ends.
  await visitor.page.addInitScript(() => {
    const start = setTimeout;
    const endless = (act: () => void, ms?: number) =>
      ms === 2_500 ? 0 : start(act, ms);
    Object.assign(window, { setTimeout: endless });
  });
  for (const path of sampleOf([paths.bufferLogin, paths.bufferRegister])) {
    await visitor.visit(path);
    await expectAccessible(visitor);
    expect(await visitor.page.getByRole("progressbar").count()).toBe(1);
  }
});

test("an address that leads nowhere says so, shows nothing else first, and leads home", async () => {
  // The browser reports the status of each page.
  const { page } = (await arrive("Asha Rao")).mayComplain();
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { headings: seen });
    new MutationObserver(() => {
      const text = document.querySelector("h1")?.textContent ?? "";
      if (text !== "" && seen.at(-1) !== text) seen.push(text);
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of sampleOf(["/dashboard/nowhere", "/team/x?code=1"])) {
    await page.goto(path);
    await page.getByRole("button", { name: "Subscribe" }).waitFor();
    expect(await page.evaluate("window.headings")).toEqual([
      "404 Page Not Found",
    ]);
  }
  const home = page
    .getByRole("main")
    .getByRole("link", { name: "Back to home" });
  await home.click();
  await page.waitForURL(`${product().url}/`);
});
