import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { findViolations } from "./accessibility";
import { openDataBrowserStage } from "./data-browser-stage";
import { expectNoSidewaysScroll } from "./sideways";

const { url, open, complaints } = openDataBrowserStage("depot", ["--dev"]);

const parcels = {
  add: makeFunctionReference<"mutation">("parcels:add"),
  crash: makeFunctionReference<"mutation">("parcels:crash"),
};
const parcel = (label: string) => ({ label, weight: 2, size: "small" });

afterEach(async () => {
  expect(complaints.splice(0)).toEqual([]);
});

/** Does something without a browser, as anybody may. */
function somebody(): ConvexHttpClient {
  return new ConvexHttpClient(url(), { logger: false });
}

test("calls arrive in the log as they end, and can be filtered and held", async () => {
  const page = await open("/logs");
  await page.getByText("Following").waitFor();
  const calls = page.getByRole("list", { name: "Calls, newest first" });
  await somebody().mutation(parcels.add, parcel("Radio"));
  const added = calls.getByRole("listitem").filter({ hasText: "Radio" });
  await added.waitFor();
  const text = await added.innerText();
  expect(text).toMatch(/Succeeded\s+Mutation\s+parcels:add/);
  expect(text).toMatch(/\n[\d.]+ ms\n[0-9a-f]{16}\n/);
  expect(text).toContain("[WARN] 'adding Radio'");

  await somebody()
    .mutation(parcels.crash, {})
    .catch(() => null);
  await page.getByLabel("Outcome").selectOption("Failed");
  const failed = calls.getByText("the scales are broken").first();
  await failed.waitFor();
  expect(await added.count()).toBe(0);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByLabel("Level").selectOption("WARN and above");
  await page.getByLabel("Function").fill("parcels:add");
  await added.waitFor();
  await expect.poll(() => failed.count()).toBe(0);
  await page.getByRole("button", { name: "Show all" }).click();

  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused").waitFor();
  await somebody().mutation(parcels.add, parcel("Clock"));
  await page.getByText(/[1-9] more since the pause/).waitFor();
  expect(await calls.getByText("Clock").count()).toBe(0);
  await page.getByRole("button", { name: "Resume" }).click();
  await calls.getByText("Clock").waitFor();

  const request = added.getByRole("button", { name: /of request/ });
  const id = await request.innerText();
  await request.click();
  expect(await page.getByLabel("Text or request id").inputValue()).toBe(id);
  await expect.poll(() => calls.getByRole("listitem").count()).toBe(1);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => calls.count()).toBe(0);
});

test("health moves with what happens", async () => {
  const page = await open("/health");
  const figure = (name: string) =>
    page.locator("dl > div").filter({ hasText: name }).first().innerText();
  const commits = async () =>
    Number(/([\d,]+) since the start/.exec(await figure("Commits"))?.[1]);
  await expect.poll(commits).toBeGreaterThan(0);
  const before = await commits();
  for (let n = 0; n < 20; n++) {
    await somebody().mutation(parcels.add, parcel(`Box ${n}`));
  }
  await expect.poll(commits).toBeGreaterThanOrEqual(before + 20);
  await expect
    .poll(() => page.locator("figcaption").innerText())
    .toMatch(/at most (?!0 )[\d.,]+ in the last 5 minutes/);
  expect(await figure("Uptime")).toMatch(/second|minute/);
  expect(await figure("Connections")).toMatch(/[1-9]/);
  expect(await figure("Memory")).toContain("MiB");
  expect(await figure("Disk")).toContain("are free");
  await page.getByText("No backup has been made").waitFor();
  await page.getByText("npx convex export").waitFor();
});

test("the clock of a development server is put forward", async () => {
  const page = await open("/health");
  const uptime = () =>
    page.locator("dl > div").filter({ hasText: "Uptime" }).innerText();
  expect(await uptime()).not.toContain("day");
  await page.getByLabel("Put it forward by").selectOption("1 day");
  await page.getByRole("button", { name: "Put forward" }).click();
  await expect.poll(uptime).toContain("1 day");
  const says = page.getByText("The deployment's clock says").locator("time");
  const time = Date.parse((await says.getAttribute("datetime")) ?? "");
  expect(Math.round((time - Date.now()) / 60_000)).toBe(24 * 60);
});

test.each([
  { width: 360, colorScheme: "dark" as const },
  { width: 1440, colorScheme: "light" as const },
])(
  "at $width pixels axe finds nothing in any panel, and nothing scrolls sideways",
  async ({ width, colorScheme }) => {
    await somebody().mutation(parcels.add, parcel("Vase"));
    const viewport = { width, height: 800 };
    const page = await open("/logs", { viewport, colorScheme });
    const ready: [string, string][] = [
      ["/logs", "parcels:add"],
      ["/outbox", "No email has been sent yet."],
      ["/health", "npx convex export"],
    ];
    for (const [path, sign] of ready) {
      await page.goto(`/_data${path}`);
      await page
        .locator("main")
        .getByText(sign)
        .filter({ visible: true })
        .first()
        .waitFor();
      const violations = await findViolations(page);
      expect({ path, violations }).toEqual({ path, violations: [] });
      await expectNoSidewaysScroll(page, ["html", "main"]);
    }
  },
);

test("a backend that goes away is said, and what was known stays", async () => {
  const page = await open("/health");
  await page.getByText("npx convex export").waitFor();
  await page.route("**/api/app_metrics/health", (route) => route.abort());
  await page.getByText("The backend does not answer.").waitFor();
  expect(await page.locator("dl").first().innerText()).toContain("Uptime");
  // The browser writes a line for each request that fails.
  complaints.splice(0);
});
