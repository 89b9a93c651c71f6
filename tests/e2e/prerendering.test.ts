import { gzipSync } from "node:zlib";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { eventStructuredData } from "../../src/content/link-previews";
import { links } from "../../src/content/links";
import { paths } from "../../src/paths";
import type { Person } from "./person";
import { openStage } from "./stage";

const { arrive, browser, product } = openStage();

async function html(path: string) {
  const response = await fetch(product().url + path, {
    headers: { accept: "text/html" },
  });
  return { status: response.status, text: await response.text() };
}

test.each(Object.values(paths))("%s is HTML of its own", async (path) => {
  const { status, text } = await html(path);
  expect(status).toBe(200);
  expect(text).toContain(`data-page="${path}"`);
  expect(text).toContain('<main id="content"');
});

test("an unknown address is the 404 page, with its status", async () => {
  const { status, text } = await html("/no/such/page");
  expect(status).toBe(404);
  expect(text).toContain("404 Page Not Found");
  expect(text).toContain('content="noindex"');
});

test("pages carry no inline script and no inline style", async () => {
  for (const path of Object.values(paths)) {
    const { text } = await html(path);
    expect(text).not.toMatch(/\sstyle="/);
    expect(text).not.toMatch(/<style/);
    const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)];
    expect(
      inline.filter(([, kind]) => !kind?.includes("application/ld+json")),
    ).toEqual([]);
  }
});

test("the landing page describes the event to search engines", async () => {
  const { text } = await html(paths.landing);
  const [, data = ""] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  expect(JSON.parse(data)).toEqual(eventStructuredData(links.site));
  expect(text).toContain('<meta property="og:title"');
  expect(text).toContain(`<link rel="canonical" href="${links.site}/"/>`);
});

describe("without JavaScript", () => {
  test("the landing page can be read to its end", async () => {
    const context = await browser().newContext({
      baseURL: product().url,
      javaScriptEnabled: false,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(paths.landing);
    expect(await page.getByRole("dialog").count()).toBe(0);
    const lastCall = page.getByRole("heading", { name: "Your slot is open" });
    await lastCall.scrollIntoViewIfNeeded();
    expect(await lastCall.isVisible()).toBe(true);
    expect(await page.getByText("240+", { exact: true }).count()).toBe(1);
  });
});

// The addresses that stay where they are: routes.test.ts.
describe("where a visitor is led on, React takes over", () => {
  let visitor: Person;
  beforeAll(async () => {
    visitor = await arrive("Asha Rao", { reducedMotion: "no-preference" });
    await visitor.context.route("https://www.openstreetmap.org/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Map</title>" }),
    );
  });
  afterAll(() => visitor.context.close());

  test.each([
    paths.dashboard,
    paths.team,
    paths.account,
    paths.organiser,
    paths.bufferLogin,
    paths.bufferRegister,
    paths.google,
  ])("%s as it is", async (path) => {
    const { page } = visitor;
    // Every address is loaded anew, as a first one is; only what they share comes from the browser's memory.
    await page.goto(path);
    // What loads last is alive: then everything has been taken over, or given up and said so.
    await page.getByRole("button", { name: "Subscribe" }).waitFor();
    await page
      .locator("[data-sonner-toaster], section[aria-label^=Notifications]")
      .first()
      .waitFor({ state: "attached" });
    const complaints = [...visitor.complaints()];
    visitor.forgiveComplaints();
    expect(complaints).toEqual([]);
  });
});

test("a page that is being read stays where it is when it comes alive", async () => {
  const visitor = await arrive("Asha Rao");
  onTestFinished(() => visitor.context.close());
  const { page } = visitor;
  let release: (() => void) | undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/main-*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(paths.privacyPolicy);
  await page.evaluate(() => scrollTo(0, 900));
  release?.();
  await page.locator("html[data-alive]").waitFor();
  await page.getByRole("link", { name: "Login" }).first().waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(900);
  await page.reload();
  await page.locator("html[data-alive]").waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
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
  const sizes = await Promise.all(
    [...scripts].map(async (path) => {
      const response = await fetch(product().url + path);
      return gzipSync(await response.text(), { level: 9 }).length;
    }),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThan(110_000);
});
