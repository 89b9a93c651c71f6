import { beforeAll, describe, expect, test } from "vitest";
import { mailSubjects, mailTo } from "../../src/content/contact";
import { links } from "#edition/links";
import { landingTimeline } from "../../src/content/timeline";
import { paths } from "../../src/paths";
import type { Person } from "./person";
import { openStage } from "./stage";

const { arrive } = openStage();

/** As most people have it. */
const moving = { reducedMotion: "no-preference" } as const;

/** Opens the page in a browser of its own. */
async function visit(options?: Parameters<typeof arrive>[1]) {
  const person = await arrive("Asha Rao", { ...moving, ...options });
  await person.page.goto(paths.home);
  return person;
}

/** Scrolls through the page, as a reader would, until its last section is there. */
async function readToTheEnd({ page }: Person) {
  const lastCall = page.getByRole("region", { name: "Your slot is open" });
  await lastCall.scrollIntoViewIfNeeded();
  await lastCall.waitFor();
}

describe("a reader", () => {
  let asha: Person;
  beforeAll(async () => {
    asha = await visit();
  });

  test("meets sections that enter when they come into sight, once, and a tagline that drifts only sideways", async () => {
    const { page } = asha;
    const schedule = page.getByRole("region", { name: "Match schedule" });
    const isAway = () =>
      schedule.evaluate((section) => "away" in section.dataset);
    await expect.poll(isAway).toBe(true);
    await schedule.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await expect.poll(isAway).toBe(false);
    await page.evaluate(() => scrollTo(0, 0));
    expect(await isAway()).toBe(false);

    const line = page.getByText("Build all night.");
    await line.scrollIntoViewIfNeeded();
    const transform = () =>
      line.evaluate((element) => getComputedStyle(element).transform);
    await expect.poll(transform).toMatch(/^matrix\(1, 0, 0, 1, -?[\d.]+, 0\)$/);
    const before = await transform();
    await page.evaluate(() => scrollBy(0, 300));
    await expect.poll(transform).not.toBe(before);
  });

  test("has a cursor in place of the browser's, except where text is typed", async () => {
    const { page } = asha;
    await page.evaluate(() => scrollTo(0, 0));
    let x = 300;
    await expect
      .poll(async () => {
        await page.mouse.move(x++, 300);
        return page.evaluate(() => document.documentElement.dataset.cursor);
      })
      .toBe("ours");
    const link = page.getByRole("link", { name: "LEARN MORE" });
    const drawnOver = (selector: typeof link) =>
      selector.evaluate((element) => getComputedStyle(element).cursor);
    await link.hover();
    await page.locator('[data-state="target"]').waitFor();
    expect(await drawnOver(link)).toBe("none");
    // The brackets alone: the dot would lie on the words.
    const dot = page.locator('[data-state="target"] svg').last();
    expect(await dot.evaluate((it) => getComputedStyle(it).opacity)).toBe("0");
    const field = page.getByLabel("Email address");
    await field.hover();
    await page.locator('[data-state="native"]').waitFor({ state: "attached" });
    expect(await drawnOver(field)).toBe("text");
  });

  test("finds the sections in their order, with what each must hold", async () => {
    const { page } = asha;
    await readToTheEnd(asha);
    const titles = await page
      .getByRole("main")
      .locator("section[aria-label], section[aria-labelledby]")
      .evaluateAll((sections) =>
        sections.map((section) => {
          const id = section.getAttribute("aria-labelledby");
          const title = id === null ? null : document.getElementById(id);
          return (
            section.getAttribute("aria-label") ??
            title?.ariaLabel ??
            title?.innerText
          )?.toLowerCase();
        }),
      );
    expect(titles).toEqual([
      "pre-meetup",
      "hackarena",
      "a tournament for people who build",
      "tagline",
      "match schedule",
      "prize pool",
      "sponsors and partners",
      "questions and answers",
      "your slot is open",
    ]);
    for (const [region, name, href] of [
      ["Pre-meetup", "REGISTER NOW", links.preMeetup],
      ["HackArena", "REGISTER NOW", links.registration],
      ["HackArena", "LEARN MORE", paths.about],
      ["Questions and answers", "CONTACT US", paths.contact],
      [
        "Sponsors and partners",
        "Become a sponsor",
        mailTo(mailSubjects.sponsorship),
      ],
      ["Your slot is open", "REGISTER NOW", links.registration],
    ] as const) {
      const link = page
        .getByRole("region", { name: region, exact: true })
        .getByRole("link", { name });
      expect(await link.getAttribute("href")).toBe(href);
    }
    const days = page
      .getByRole("region", { name: "Match schedule" })
      .getByRole("listitem");
    expect(await days.count()).toBe(landingTimeline.length);
    expect(await days.getByText("Now", { exact: true }).count()).toBe(0);
    const wall = page.getByRole("region", { name: "Sponsors and partners" });
    const logos = (name: string) =>
      wall.getByRole("list", { name }).getByRole("img");
    expect(await logos("Sponsors").count()).toBe(14);
    expect(await logos("Community partners").count()).toBe(10);
    await expect
      .poll(() => page.locator("dl [data-live]").allInnerTexts())
      .toEqual(["36", "60", "240"]);
  });

  test("who hides the pre-meetup banner does not see it on later loads, from the first paint on", async () => {
    const { page } = asha;
    await page.goto(paths.home);
    const banner = page.getByRole("region", { name: "Pre-meetup" });
    await page.getByRole("button", { name: "HIDE" }).click();
    await banner.waitFor({ state: "detached" });
    expect(
      await page.evaluate(() => localStorage.getItem("premeetupHidden")),
    ).toBe("true");
    await page.reload({ waitUntil: "domcontentloaded" });
    expect(await banner.count()).toBe(0);
  });
});

test("with less motion nothing moves, and the cursor is the browser's", async () => {
  const person = await visit({ reducedMotion: "reduce" });
  await readToTheEnd(person);
  expect(
    await person.page.evaluate(() => document.getAnimations().length),
  ).toBe(0);
  await expectOwnCursor(person);
});

test("on a touch screen there is no cursor", async () => {
  await expectOwnCursor(await visit({ hasTouch: true, isMobile: true }));
});

async function expectOwnCursor({ page }: Person) {
  await page.getByRole("button", { name: "Subscribe" }).waitFor();
  await page.getByRole("main").hover({ position: { x: 5, y: 5 } });
  expect(
    await page.evaluate(() => "cursor" in document.documentElement.dataset),
  ).toBe(false);
}
