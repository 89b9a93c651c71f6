import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventStructuredData } from "../../src/content/link-previews";
import { links } from "#edition/links";
import { paths } from "../../src/paths";
import { sampleOf } from "../thoroughness";
import { LAPTOP, PHONE } from "./person";
import { closeKept } from "./sessions";
import { openStage } from "./stage";

const { arrive, arriveSignedUp, browser, product } = openStage();

async function html(path: string) {
  const response = await fetch(product().url + path, {
    headers: { accept: "text/html" },
  });
  return {
    status: response.status,
    text: await response.text(),
  };
}

test("the landing page describes the event to search engines", async () => {
  const { text } = await html(paths.landing);
  const [, data = ""] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  expect(JSON.parse(data)).toEqual(eventStructuredData(links.site));
  expect(text).toContain('<meta property="og:title"');
  expect(text).toContain(`<link rel="canonical" href="${links.site}/"/>`);
});

test("a link to a team is shared as a ticket, which says the same of every code", async () => {
  const { text } = await html(`${paths.join}/ABC123`);
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(text).toContain(
    '<meta property="og:title" content="You are invited to a team"/>',
  );
  expect(text).toContain(`content="${links.site}/images/ticket.png"`);
  expect(text).not.toContain("ABC123");
});

test("search engines find the pages that everyone can read", async () => {
  const robots = await html("/robots.txt");
  const sitemap = `${links.site}/sitemap.xml`;
  expect(robots.text).toContain(`Sitemap: ${sitemap}`);
  const { text } = await html("/sitemap.xml");
  const found = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = ""]) => new URL(address).pathname,
  );
  expect(found).toContain(paths.projects);
  for (const path of found) {
    const page = await html(path);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("noindex");
    // One HTML for all projects names none of them.
    const canonical = `<link rel="canonical" href="${links.site}${path}"/>`;
    expect(page.text.includes(canonical)).toBe(path !== paths.projects);
  }
});

describe("without JavaScript", () => {
  test("the landing page can be read to its end, pages that need it say so, and a message that cannot be sent stays out of the address and with its author", async () => {
    const context = await browser().newContext({
      baseURL: product().url,
      javaScriptEnabled: false,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const devanagari: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("devanagari")) devanagari.push(page.url());
    });
    await page.goto(paths.landing);
    expect(await page.getByRole("dialog").count()).toBe(0);
    const lastCall = page.getByRole("heading", { name: "Your slot is open" });
    await lastCall.scrollIntoViewIfNeeded();
    expect(await lastCall.isVisible()).toBe(true);
    expect(await page.getByText("240+", { exact: true }).count()).toBe(1);
    expect(devanagari).toEqual([]);
    await page.goto(paths.privacyPolicyHindi);
    await expect.poll(() => devanagari.length).toBeGreaterThan(0);

    const needy = [
      paths.login,
      paths.dashboard,
      paths.projects,
      paths.google,
      "/_data",
      // Much like one of those above.
      paths.register,
      paths.resetPassword,
      paths.team,
      paths.account,
      paths.organiser,
      paths.checkIn,
      paths.judge,
      paths.bufferLogin,
    ];
    for (const path of sampleOf(needy, 5)) {
      await page.goto(path);
      // The first is in the page's own part, before the footer's.
      const need = page.locator("noscript p").first();
      const loading = page.getByText("Loading", { exact: true });
      expect({
        path,
        isSeen: await need.isVisible(),
        words: await need.innerText(),
        loading: await loading.filter({ visible: true }).count(),
      }).toEqual({
        path,
        isSeen: true,
        words: expect.stringContaining("needs JavaScript"),
        loading: 0,
      });
    }

    await page.goto(paths.contact);
    const main = page.getByRole("main");
    await main.getByText(/^This form needs JavaScript/).waitFor();
    for (const label of ["Name", "Subject", "Message"])
      await main.getByLabel(label, { exact: true }).fill("My own words");
    await main.getByLabel("Email", { exact: true }).fill("asha@example.in");
    await main.getByRole("button", { name: "SEND MESSAGE" }).click();
    await page.getByRole("heading", { name: "Not sent" }).waitFor();
    expect(page.url()).toBe(product().url + paths.contact);
    await page.goBack();
    const field = main.getByLabel("Message", { exact: true });
    expect(await field.inputValue()).toBe("My own words");
  });
});

test("a page whose scripts are lost twice, as on a bad line, can be read, throws nothing, and loads itself again a minute later", async () => {
  const { context, page } = (await arrive("Asha Rao")).mayComplain();
  const thrown: string[] = [];
  context.on("weberror", (error) => thrown.push(error.error().message));
  await page.clock.install();
  let loads = 0;
  page.on("domcontentloaded", () => loads++);
  await page.route("**/assets/main-*.js", (route) => route.abort());
  await page.goto(paths.about);
  await expect.poll(() => loads).toBe(2);
  await page.waitForLoadState("networkidle");
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  expect(thrown).toEqual([]);
  await page.unrouteAll();
  await page.clock.fastForward(60_000);
  await page.locator("html[data-alive]").waitFor();
  expect(loads).toBe(3);
});

test("a page that is being read stays where it is when it comes alive", async () => {
  const visitor = await arrive("Asha Rao");
  const { page } = visitor;
  const release = await visitor.hold("**/assets/frame-*.js");
  await page.goto(paths.privacyPolicy);
  await page.evaluate(async () => {
    await document.fonts.ready;
    scrollTo(0, 900);
  });
  release();
  await page.locator("html[data-alive]").waitFor();
  await page.getByRole("link", { name: "Login" }).first().waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(900);
});

test.each(sampleOf([paths.login, paths.register]))(
  "%s is a form before any script, and keeps what is typed into it",
  async (path) => {
    const visitor = await arrive("Asha Early");
    const { page } = visitor;
    const release = await visitor.hold("**/assets/start-*.js");
    await page.goto(path, { waitUntil: "commit" });
    await visitor.fill("Email", "early@example.in");
    await visitor.fill("Password", "not this one");
    await page.getByRole("main").locator("button[type=submit]").click();
    release();
    await page.locator("html[data-alive]").waitFor();
    expect(await visitor.field("Email").inputValue()).toBe("early@example.in");
    // What was sent before the scripts were there is checked with them.
    await page.locator("main [aria-invalid=true]").first().waitFor();
  },
);

test("the dashboard asks everything at once, over HTTP and over its socket, and shows the first answer", async () => {
  const person = await arriveSignedUp("Asha Swift");
  const { page } = person;
  const batches: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/query_batch"))
      batches.push(request.postData() ?? "");
  });
  const sent = await heardBy(page);
  await page.goto(paths.dashboard);
  await page.getByRole("heading", { name: "Welcome, Asha Swift" }).waitFor();
  await person.sees("You are not part of any team yet");
  expect(batches.map((body) => JSON.parse(body).queries.length)).toEqual([7]);
  await expect
    .poll(() => sent.flatMap(({ modifications = [] }) => modifications).length)
    .toBeGreaterThanOrEqual(7);
  // Whoever asks before, asks as a stranger.
  const asksWho = sent.findIndex(({ modifications = [] }) =>
    modifications.some(({ udfPath }) => udfPath === "users:me"),
  );
  const saysWho = sent.findIndex(({ type }) => type === "Authenticate");
  expect(saysWho).toBeGreaterThanOrEqual(0);
  expect(saysWho).toBeLessThan(asksWho);
});

const opening = [
  [paths.project, "Asha Writer", "A project needs a team"],
  [paths.find, "Asha Finder", "Find a team"],
] as const;

test.each(sampleOf(opening))(
  "%s asks what it begins with over HTTP, and shows it before the live connection",
  async (path, name, heading) => {
    const person = await arriveSignedUp(name);
    const { page } = person;
    await page.routeWebSocket(/\/sync$/, () => {});
    await page.goto(path);
    const shown = page.getByRole("main").getByRole("heading", { level: 1 });
    await expect.poll(() => shown.textContent()).toBe(heading);
  },
);

test("the gallery asks for its projects before the app has loaded, and comes alive once all of its HTML is there", async () => {
  const visitor = await arrive("Asha Early");
  const { page } = visitor;
  const halfway = "/halfway.js";
  const { text } = await html(paths.projects);
  await page.route(`**${paths.projects}`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: text.replace("<main", `<script src="${halfway}"></script>$&`),
    }),
  );
  await page.route(`**${halfway}`, async (route) => {
    await isWhole;
    await route.fulfill({ body: "document.currentScript.remove()" });
  });
  let sendRest = () => {};
  const isWhole = new Promise<void>((resolve) => (sendRest = resolve));
  const release = await visitor.hold("**/assets/frame-*.js");
  const asked = page.waitForRequest("**/api/query");
  await page.goto(paths.projects, { waitUntil: "commit" });
  expect((await asked).postData()).toContain("projects:gallery");
  release();
  // As text: what is transformed for Node imports in its own way.
  await page.evaluate(
    'Promise.all(document.querySelector("#root").dataset.scripts.split(" ").map((script) => import(script)))',
  );
  expect(await page.locator("html[data-alive]").count()).toBe(0);
  sendRest();
  await page.locator("html[data-alive]").waitFor();
});

test("the styles that the judges' page links load with its HTML", async () => {
  const { text } = await html(paths.judge);
  expect(text).toMatch(/<link rel="preload" as="style" href="[^"]*judge-/);
});

test("the landing page works from less than 110 kB of script", async () => {
  const { text } = await html(paths.home);
  const [, later = ""] = /data-scripts="([^"]+)"/.exec(text) ?? [];
  const first = [...text.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)];
  const scripts = new Set([
    ...first.map(([, src = ""]) => src),
    ...later.split(" "),
  ]);
  expect(scripts.size).toBeGreaterThan(3);
  expect(await weightOf(scripts)).toBeLessThan(110_000);
});

/** Bytes of these scripts, compressed. */
async function weightOf(paths: Iterable<string>): Promise<number> {
  let sum = 0;
  for (const path of paths) {
    const response = await fetch(new URL(path, product().url));
    sum += gzipSync(await response.text(), { level: 9 }).length;
  }
  return sum;
}

test.each(sampleOf([PHONE, LAPTOP]))(
  "who reads the landing page at $width pixels loads less than 151 kB of script",
  async (viewport) => {
    await closeKept(product().url);
    const reader = await arrive("Rhea Reads", {
      viewport,
      reducedMotion: "no-preference",
    });
    const scripts = new Set<string>();
    reader.page.on("requestfinished", (request) => {
      if (request.resourceType() === "script") scripts.add(request.url());
    });

    await reader.visit(paths.landing);
    await reader.page.waitForLoadState("networkidle");
    await expect.poll(() => scripts.size).toBeGreaterThan(10);
    expect(await weightOf(scripts)).toBeLessThan(151_000);

    // To the end, with what moves on the way: nothing of the portal then either.
    await reader.page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await reader.page
      .getByRole("region", { name: "Tagline" })
      .scrollIntoViewIfNeeded();
    await expect
      .poll(() => [...scripts].some((url) => url.includes("/drift-")))
      .toBe(true);
    await reader.page.waitForLoadState("networkidle");
    expect(await weightOf(scripts)).toBeLessThan(158_500);
    expect([...scripts].filter((url) => url.includes("/portal-"))).toEqual([]);
  },
);

type Sent = { type: string; modifications?: { udfPath?: string }[] };

/** What the page says to its socket, which never answers. */
async function heardBy(page: Page): Promise<Sent[]> {
  const sent: Sent[] = [];
  await page.routeWebSocket(/\/sync$/, (socket) => {
    socket.onMessage((data) => void sent.push(JSON.parse(String(data))));
  });
  return sent;
}
