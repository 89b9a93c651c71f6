import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { questionGroups } from "../../src/content/faq";
import { links } from "../../src/content/links";
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
  const { pathname, hash } = new URL(reader.page.url());
  if (pathname + hash === path) return reader;
  // Or another place of the same page would only be scrolled to.
  if (path.includes("#")) await reader.page.goto("about:blank");
  await reader.page.goto(path);
  await reader.page.getByRole("heading", { level: 1 }).waitFor();
  return reader;
}

test("the questions page holds every question of the site", async () => {
  const visitor = await visit(paths.faq);
  const asked = await visitor.page.locator("summary").allTextContents();
  expect(asked).toEqual(
    questionGroups.flatMap(({ questions }) =>
      questions.map(({ question }) => question),
    ),
  );
});

test("the search leaves the questions that have the words", async () => {
  const visitor = await visit(paths.faq);
  const { page } = visitor;
  await visitor.fill("Search the answers", "guardian");
  await page.getByText("1 found").waitFor({ state: "attached" });
  expect(await page.locator("summary").allTextContents()).toEqual([
    "Who can take part?",
  ]);
  await visitor.fill("Search the answers", "zebra");
  await visitor.page.getByText("Nothing matches “zebra”.").waitFor();
});

test("an address with a question's id opens it where it can be seen", async () => {
  const visitor = await visit(`${paths.faq}#venue-visits`);
  const { page } = visitor;
  const entry = page.locator("details:has(#venue-visits)");
  await page.locator("#venue-visits").waitFor();
  const { top, bar } = await entry.evaluate((element) => ({
    top: element.getBoundingClientRect().top,
    bar: document.querySelector("header")?.getBoundingClientRect().bottom ?? 0,
  }));
  expect(top).toBeGreaterThanOrEqual(bar - 1);
  expect(top).toBeLessThan(900);
  expect(await page.locator("details[open]").count()).toBe(1);
});

test("the answer that an address names is open as soon as it is there", async () => {
  const visitor = await arrive("Asha Rao");
  const { page } = visitor;
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const [entry, ...others] = document.querySelectorAll("details[open]");
      const isOpen = others.length === 0 && entry?.querySelector("#cost");
      Object.assign(window, { isOpenInTime: Boolean(isOpen) });
    });
  });
  await page.goto(`${paths.faq}#cost`);
  expect(await page.evaluate("isOpenInTime")).toBe(true);
});

test("a link to an answer puts it into the address", async () => {
  const visitor = await visit(paths.faq);
  const { page } = visitor;
  await page.getByText("What does it cost?").click();
  await page.getByRole("link", { name: "Link to this answer" }).click();
  await page.waitForURL(`**${paths.faq}#cost`);
  await page.reload();
  await visitor.sees("Nothing. There is no registration fee.");
  expect(await page.locator("details[open]").count()).toBe(1);
});

test.each([
  ["privacy policy", paths.privacyPolicy],
  ["code of conduct", paths.codeOfConduct],
  ["terms of service", paths.termsOfService],
])("the %s carries its date and a line of readable length", async (_, path) => {
  const visitor = await visit(path);
  const { page } = visitor;
  await visitor.sees("April 22, 2025");
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

test("the terms say who may take part, in what teams, and for nothing", async () => {
  const visitor = await visit(paths.termsOfService);
  const terms = await visitor.page.getByRole("main").innerText();
  for (const fact of [
    /18 or over, or your parent or lawful guardian consents/,
    /enrolled as a student .* or you graduated within the last 12 months/,
    /no registration fee/,
    /Individuals may register/,
    /two to four members/,
    /must be requested 48 hours before the event/,
  ]) {
    expect(terms).toMatch(fact);
  }
});

test("on paper only the words of a page are left", async () => {
  const { page } = await visit(paths.termsOfService);
  onTestFinished(() => page.emulateMedia({ media: null }));
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("contentinfo").isVisible()).toBe(false);
  expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
  expect(await page.locator("h1").isVisible()).toBe(true);
});

test("the contents of a page lead to its sections", async () => {
  const visitor = await visit(paths.termsOfService);
  const { page } = visitor;
  const contents = page.getByRole("navigation", { name: "On this page" });
  await contents.getByRole("link", { name: "Teams" }).click();
  await page.waitForURL("**#teams");
  const heading = page.getByRole("heading", { name: "Teams" });
  const isNearTheTop = () =>
    heading.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      return top > 0 && top < 300;
    });
  await expect.poll(isNearTheTop).toBe(true);
});

test("about shows three phases, five questions and four numbers", async () => {
  const visitor = await visit(paths.about);
  const { page } = visitor;
  const phases = page.getByRole("region", { name: "Three phases" });
  expect(await phases.getByRole("listitem").count()).toBe(3);
  expect(await page.locator("main summary").count()).toBe(5);
  const numbers = page.getByRole("region", { name: "In numbers" });
  expect(await numbers.locator("dd").allTextContents()).toEqual([
    "36",
    "60",
    "240",
    "50",
  ]);
  const register = page.getByRole("link", { name: "REGISTER NOW" });
  expect(await register.getAttribute("href")).toBe(links.registration);
  expect(await register.getAttribute("rel")).toContain("noopener");
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
