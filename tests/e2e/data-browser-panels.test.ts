import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { findViolations } from "./accessibility";
import { openDataBrowserStage } from "./data-browser-stage";

const { url, open, complaints } = openDataBrowserStage("depot");

const parcels = {
  add: makeFunctionReference<"mutation">("parcels:add"),
  crash: makeFunctionReference<"mutation">("parcels:crash"),
  sendLater: makeFunctionReference<"mutation">("parcels:sendLater"),
};
const parcel = (label: string) => ({ label, weight: 2, size: "small" });

afterEach(async () => {
  expect(complaints.splice(0)).toEqual([]);
});

/** Does something without a browser, as anybody may. */
function somebody(): ConvexHttpClient {
  return new ConvexHttpClient(url(), { logger: false });
}

async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("link", { name }).click();
}

test("functions are listed by file with what they are, and can be searched", async () => {
  const page = await open("/functions");
  const file = page.getByRole("region", { name: "parcels" });
  await file.getByRole("link", { name: "add mutation" }).waitFor();
  expect(await file.getByRole("link").allInnerTexts()).toHaveLength(7);
  await file.getByRole("link", { name: "remove internal mutation" }).waitFor();
  await page.getByRole("link", { name: "GET /opening-hours" }).waitFor();
  await page.getByLabel("Search functions").fill("LAB");
  await expect
    .poll(() => page.locator("main").getByRole("link").allInnerTexts())
    .toEqual([expect.stringMatching(/^labels/)]);
  await page.getByLabel("Search functions").fill("nothing of that name");
  await page.getByText("Nothing matches “nothing of that name”.").waitFor();
  expect(await page.locator("main").getByRole("link").count()).toBe(0);
});

test("a mutation runs with what the form holds, and a query shows it live", async () => {
  const query = await open("/functions?function=parcels:labels");
  await query.getByRole("button", { name: "Run query" }).click();
  await query.getByText("Succeeded · live").waitFor();
  const result = query.getByRole("region", { name: "Result" });
  expect(await result.innerText()).toContain("found 0");

  const page = await open("/functions");
  await choose(page, /^add/);
  const heading = page.getByRole("heading", { name: "parcels:add" });
  await expect
    .poll(() => heading.evaluate((node) => node === document.activeElement))
    .toBe(true);
  await page.getByLabel("label", { exact: true }).fill("Lamp");
  await page.getByLabel("weight", { exact: true }).fill("heavy");
  await page.getByLabel("size", { exact: true }).selectOption("large");
  await page.getByRole("button", { name: "Run mutation" }).click();
  await page.getByText("Enter a number, such as 12 or 0.5.").waitFor();
  await page.getByLabel("weight", { exact: true }).fill("4.5");
  await page.getByRole("button", { name: "Run mutation" }).click();
  await page.getByText("Succeeded", { exact: true }).waitFor();
  await page.getByText("[WARN] 'adding Lamp'").waitFor();
  // The form is as it was: the next parcel is probably like it.
  expect(await page.getByLabel("label", { exact: true }).inputValue()).toBe(
    "Lamp",
  );
  await result.getByText('"Lamp"').waitFor();
  expect(await result.innerText()).toContain("found 1");
});

test("what is typed survives another panel, a reload and a switch to text", async () => {
  const page = await open("/functions?function=parcels:add");
  await page.getByLabel("label", { exact: true }).fill('A "quoted" box');
  await page.getByLabel("weight", { exact: true }).fill("7");
  await page.getByRole("link", { name: "Health" }).click();
  await page.getByRole("heading", { name: "Health" }).waitFor();
  await page.goBack();
  await page.reload();
  const label = page.getByLabel("label", { exact: true });
  expect(await label.inputValue()).toBe('A "quoted" box');
  await page.getByRole("button", { name: "Edit as text" }).click();
  const text = page.getByLabel("Arguments as text");
  expect(await text.inputValue()).toContain('"weight": 7');
  await text.fill('{ label: "Chair", weight: 3, size: "huge" }');
  await page.getByRole("button", { name: "Edit as a form" }).click();
  await page.getByText('The form cannot show what "size" is.').waitFor();
  expect(await text.inputValue()).toContain("huge");
  await page.getByRole("button", { name: "Run mutation" }).click();
  await page.getByText("ArgumentValidationError", { exact: false }).waitFor();
  await text.fill('{ label: "Chair", weight: 3, size: "large" }');
  await page.getByRole("button", { name: "Edit as a form" }).click();
  expect(await label.inputValue()).toBe("Chair");
});

test("errors are shown in full, with the data they carry", async () => {
  const page = await open("/functions?function=parcels:crash");
  await page.getByRole("button", { name: "Run mutation" }).click();
  await page.getByText("Failed", { exact: true }).waitFor();
  await page.getByText("the scales are broken").waitFor();
  await page.getByRole("link", { name: /^refuse/ }).click();
  await page.getByLabel("code", { exact: true }).fill("too_heavy");
  await page.getByRole("button", { name: "Run query" }).click();
  const error = page.getByRole("region", { name: "Error" });
  await expect
    .poll(() => error.innerText())
    .toMatch(/Data of the error\s+\{\s+"code": "too_heavy"\s+\}/);
});

test("a function sees the user on whose behalf it is run", async () => {
  const page = await open("/functions?function=parcels:asker");
  const run = page.getByRole("button", { name: "Run query" });
  const result = page.getByRole("region", { name: "Result" });
  await run.click();
  await result.getByText("null").waitFor();
  await page.getByLabel("Who").selectOption("A user");
  await run.click();
  await page.getByText("Say which user.").waitFor();
  await page.getByLabel("User", { exact: true }).fill("Asha|1");
  await run.click();
  await expect.poll(() => result.innerText()).toContain('"Asha|1"');
});

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

test("a scheduled job shows at once and can be cancelled after a question", async () => {
  const page = await open("/schedules");
  const jobs = page.getByRole("region", { name: "Scheduled jobs" });
  await jobs.getByText("Nothing is scheduled.").waitFor();
  await somebody().mutation(parcels.sendLater, { label: "Radio" });
  const job = jobs.getByRole("listitem");
  await job.waitFor();
  expect(await job.innerText()).toMatch(
    /parcels:remove\s+Pending[^]* IST[^]*\(in (1 hour|\d+ minutes)\)/,
  );
  const cancel = job.getByRole("button", { name: "Cancel parcels:remove" });
  await cancel.click();
  const dialog = page.getByRole("dialog");
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await dialog.waitFor({ state: "hidden" });
  await job.waitFor();
  await cancel.click();
  await dialog.getByRole("button", { name: "Cancel the job" }).click();
  await jobs.getByText("Nothing is scheduled.").waitFor();
  await jobs.getByText("parcels:remove was cancelled.").waitFor();
  const results = page.getByRole("region", { name: "Recent results" });
  await results.getByText("Cancelled").waitFor();
});

test("cron jobs say when they run, in India and here", async () => {
  const page = await open("/schedules", { timezoneId: "Europe/Berlin" });
  const crons = page.getByRole("region", { name: "Cron jobs" });
  const daily = crons
    .getByRole("listitem")
    .filter({ hasText: "morning round" });
  await daily.waitFor();
  const text = await daily.innerText();
  expect(text).toContain("every day at 03:30 UTC");
  expect(text).toMatch(/09:00:00 IST\s+.* (04|05):30:00 (CET|CEST|GMT\+[12])/);
  expect(text).toMatch(/Last run\s+Not yet/);
  await crons.getByText("every 6 hours").waitFor();
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

test.each([
  { width: 360, colorScheme: "dark" as const },
  { width: 1440, colorScheme: "light" as const },
])(
  "at $width pixels axe finds nothing in any panel, and nothing scrolls sideways",
  async ({ width, colorScheme }) => {
    await somebody().mutation(parcels.add, parcel("Vase"));
    await somebody().mutation(parcels.sendLater, { label: "Vase" });
    const viewport = { width, height: 800 };
    const page = await open("/functions", { viewport, colorScheme });
    const ready: [string, string][] = [
      ["/functions", "add"],
      ["/functions?function=parcels:add", "Run mutation"],
      ["/logs", "parcels:add"],
      ["/schedules", "morning round"],
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
      const overflow = await page.evaluate(() =>
        [document.documentElement, document.querySelector("main")].map(
          (box) => (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0),
        ),
      );
      expect({ path, violations, overflow }).toEqual({
        path,
        violations: [],
        overflow: [0, 0],
      });
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
