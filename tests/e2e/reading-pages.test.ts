import { afterEach, beforeAll, expect, test } from "vitest";
import { questionGroups } from "../../src/content/faq";
import { links } from "#edition/links";
import { aboutStats } from "../../src/content/stats";
import { paths } from "../../src/paths";
import type { Person } from "./person";
import { openStage } from "./stage";

const { arrive } = openStage();

/** Reads one page after the other, and leaves nothing behind. */
let reader: Person;
beforeAll(async () => {
  reader = await arrive("Asha Rao");
});
afterEach(() => reader.expectNoComplaints());

/** Opens a page, if the test before has not left it open. */
async function visit(path: string) {
  if (new URL(reader.page.url()).pathname === path) return reader;
  await reader.page.goto(path);
  await reader.page.getByRole("heading", { level: 1 }).waitFor();
  return reader;
}

test("the questions page holds every question of the site, finds words in them, and a link to an answer opens it, as soon as it is there, where it can be seen", async () => {
  const visitor = await visit(paths.faq);
  const { page } = visitor;
  const asked = page.locator("summary");
  expect(await asked.allTextContents()).toEqual(
    questionGroups.flatMap(({ questions }) =>
      questions.map(({ question }) => question),
    ),
  );
  await visitor.fill("Search the answers", "guardian");
  await page.getByText("1 found").waitFor({ state: "attached" });
  expect(await asked.allTextContents()).toEqual(["Who can take part?"]);
  await visitor.fill("Search the answers", "zebra");
  await page.getByText("Nothing matches “zebra”.").waitFor();

  await visitor.fill("Search the answers", "");
  await page.getByText("What does it cost?").click();
  await page.getByRole("link", { name: "Link to this answer" }).click();
  await page.waitForURL(`**${paths.faq}#cost`);
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const [entry, ...others] = document.querySelectorAll("details[open]");
      const isOpen = others.length === 0 && entry?.querySelector("#cost");
      Object.assign(window, { isOpenInTime: Boolean(isOpen) });
    });
  });
  await page.reload();
  await visitor.sees("Nothing. There is no registration fee.");
  expect(await page.evaluate("isOpenInTime")).toBe(true);
  const entry = page.locator("details[open]");
  const { top, bar } = await entry.evaluate((element) => ({
    top: element.getBoundingClientRect().top,
    bar: document.querySelector("header")?.getBoundingClientRect().bottom ?? 0,
  }));
  expect(top).toBeGreaterThanOrEqual(bar - 1);
  expect(top).toBeLessThan(900);
});

test("legal pages have lines of readable length", async () => {
  const { page } = await visit(paths.privacyPolicy);
  const characters = await page
    .locator("main section p")
    .filter({ hasText: /.{200}/ })
    .first()
    .evaluate((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const lines = new Set(
        Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)),
      );
      return (paragraph.textContent ?? "").length / lines.size;
    });
  expect(characters).toBeGreaterThan(50);
  expect(characters).toBeLessThanOrEqual(75);
});

test("the terms say who may take part, in what teams, and for nothing; their contents lead to their sections, and on paper only words are left", async () => {
  const { page } = await visit(paths.termsOfService);
  const terms = await page.getByRole("main").innerText();
  for (const fact of [
    /April 22, 2025/,
    /18 or over, or your parent or lawful guardian consents/,
    /enrolled as a student .* or you graduated within the last 12 months/,
    /no registration fee/,
    /Individuals may register/,
    /two to four members/,
    /must be requested 48 hours before the event/,
  ])
    expect(terms).toMatch(fact);
  const contents = page.getByRole("navigation", { name: "On this page" });
  await contents.getByRole("link", { name: "Teams" }).click();
  await page.waitForURL("**#teams");
  const heading = page.getByRole("heading", { name: "Teams" });
  const top = () =>
    heading.evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(300);
  expect(await top()).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("contentinfo").isVisible()).toBe(false);
  expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
  expect(await page.locator("h1").isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
});

test("about shows three phases, five questions and four numbers", async () => {
  const { page } = await visit(paths.about);
  const phases = page.getByRole("region", { name: "Three phases" });
  expect(await phases.getByRole("listitem").count()).toBe(3);
  expect(await page.locator("main summary").count()).toBe(5);
  const numbers = page.getByRole("region", { name: "In numbers" });
  expect(await numbers.locator("dd").allTextContents()).toEqual(
    aboutStats.map(({ value }) => String(value)),
  );
  const register = page.getByRole("link", { name: "REGISTER NOW" });
  expect(await register.getAttribute("href")).toBe(links.registration);
});

test("the footer leads to the public and the legal pages, and takes an address for the news, twice with the same answer, but no mistyped one, and keeps one that it cannot send", async () => {
  const visitor = await visit(paths.about);
  const footer = visitor.page.getByRole("contentinfo");
  await footer.waitFor();
  const hrefs = await footer
    .getByRole("link")
    .evaluateAll((anchors) =>
      anchors.map((anchor) => anchor.getAttribute("href")),
    );
  expect(hrefs).toEqual(
    expect.arrayContaining([
      paths.landing,
      paths.about,
      paths.contact,
      paths.faq,
      paths.privacyPolicy,
      paths.termsOfService,
      paths.codeOfConduct,
      `mailto:${links.contactEmail}`,
    ]),
  );
  const email = footer.getByLabel("Email address");
  const answers = new Set<string>();
  for (let times = 1; times <= 2; times++) {
    await email.fill("asha@example.in");
    const answered = visitor.page.waitForResponse("**/api/mutation");
    await email.press("Enter");
    answers.add(await (await answered).text());
    await visitor.sees("You are on the list. We will send you news by email.");
    await expect.poll(() => email.inputValue()).toBe("");
  }
  expect(answers.size).toBe(1);
  await email.fill("asha");
  await email.press("Enter");
  await visitor.sees("Invalid email address.");
  expect(await email.inputValue()).toBe("asha");
  await visitor.page.route("**/api/mutation", (route) => route.abort());
  await email.fill("asha@example.in");
  await email.press("Enter");
  await visitor.sees("Failed to subscribe. Please try again later.");
  expect(await email.inputValue()).toBe("asha@example.in");
  visitor.forgiveComplaints();
});
