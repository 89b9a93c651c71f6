import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { expectAccessible, expectFocused } from "./accessibility";
import { LAPTOP, SMALL_PHONE, type Person } from "./person";
import { expectNoSidewaysScroll } from "./sideways";
import { openStage } from "./stage";

const { arrive, arriveSignedUp } = openStage();

const PHONE = { width: 390, height: 844 };
const EVERYONE = ["Home", "About", "Contact"];

let asha: Person;
beforeAll(async () => {
  asha = await arrive("Asha Rao");
});

/** Opens a page anew, in the session of one visitor, who leaves nothing behind. */
async function visit(path: string, viewport = LAPTOP) {
  await asha.page.setViewportSize(viewport);
  await asha.visit(path);
  return asha;
}

const bar = ({ page }: Person) =>
  page.getByRole("banner").getByRole("navigation", { name: "Main" });

const linksOf = (person: Person) => bar(person).getByRole("link");

/** The page that the bar marks as the current one. */
async function expectCurrent(person: Person, label: string) {
  const current = bar(person).locator('[aria-current="page"]');
  await expect.poll(() => current.innerText()).toBe(inCapitals(label));
}

test("the first key leads past the bar, which offers a visitor to log in and to register", async () => {
  const visitor = await visit(paths.about);
  const { page } = visitor;
  await page.keyboard.press("Tab");
  await expectFocused(page.getByRole("link", { name: "Skip to content" }));
  await page.keyboard.press("Enter");
  await page.locator("main:focus").waitFor();
  await bar(visitor).getByRole("link", { name: "Login" }).waitFor();
  expect(await linksOf(visitor).allInnerTexts()).toEqual(
    [...EVERYONE, "Login", "Register"].map(inCapitals),
  );
});

test("the bar gets a ground once the page is scrolled by more than 50 pixels, marks the page, and a change of page moves the focus to its content and says its title", async () => {
  const visitor = await visit(paths.about);
  const { page } = visitor;
  const ground = () =>
    page
      .getByRole("banner")
      .evaluate((header) => getComputedStyle(header, "::before").opacity);
  for (const [scrolledBy, opacity] of [
    [0, "0"],
    [50, "0"],
    [51, "1"],
    [50, "0"],
  ] as const) {
    await page.evaluate((top) => scrollTo(0, top), scrolledBy);
    await expect.poll(ground).toBe(opacity);
  }
  await bar(visitor).getByRole("link", { name: "Contact" }).click();
  await page.locator("main:focus").waitFor();
  await page
    .locator("output[aria-live]")
    .getByText("Contact · HackArena 2025", { exact: true })
    .waitFor({ state: "attached" });
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  // What organisers set is asked for once a visit.
  const questions = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith("/api/query")),
  );
  expect(questions).toHaveLength(1);
  for (const label of ["Register", "Home"]) {
    await bar(visitor).getByRole("link", { name: label }).click();
    await expectCurrent(visitor, label);
  }
  // It has two addresses.
  await visit(paths.home);
  await expectCurrent(visitor, "Home");
});

/** As the style sheet sets the bar. */
function inCapitals(label: string): string {
  return label.toUpperCase();
}

describe("the menu of a phone", () => {
  const menuOf = ({ page }: Person) =>
    page.getByRole("dialog", { name: "Menu" });
  const itemsOf = (person: Person) => menuOf(person).getByRole("listitem");
  const opener = ({ page }: Person) =>
    page.getByRole("banner").getByRole("button", { name: "Menu" });

  async function openByKeyboard(person: Person) {
    await opener(person).focus();
    await person.page.keyboard.press("Enter");
    await menuOf(person).waitFor();
  }

  test("opens by keyboard, keeps the focus and gives it back, and holds the page where it is", async () => {
    const visitor = await visit(paths.about, PHONE);
    const { page } = visitor;
    await openByKeyboard(visitor);
    const isOutside = () =>
      page.evaluate(() => document.activeElement?.closest("main, footer"));
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press("Tab");
      expect(await isOutside()).toBeFalsy();
    }
    await page.keyboard.press("Escape");
    await menuOf(visitor).waitFor({ state: "hidden" });
    await expectFocused(opener(visitor));

    await openByKeyboard(visitor);
    await menuOf(visitor).getByRole("button", { name: "Close" }).click();
    await menuOf(visitor).waitFor({ state: "hidden" });
    await expectFocused(opener(visitor));

    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, 800);
    const scrolled = () => page.evaluate(() => scrollY);
    await expect.poll(scrolled).toBe(800);
    // Playwright's own click would scroll the button, with its margin, into view.
    const box = await opener(visitor).boundingBox();
    await page.mouse.click((box?.x ?? 0) + 9, (box?.y ?? 0) + 9);
    await menuOf(visitor).waitFor();
    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, 300);
    await page.keyboard.press("Escape");
    await menuOf(visitor).waitFor({ state: "hidden" });
    await page.mouse.wheel(0, -100);
    await expect.poll(scrolled).toBe(700);

    // On the smallest, within every rule, it leads to every page of the bar and closes.
    await page.setViewportSize(SMALL_PHONE);
    await opener(visitor).click();
    await menuOf(visitor).waitFor();
    await expectAccessible(visitor);
    await expectNoSidewaysScroll(page, ["dialog[open]"]);
    expect(await itemsOf(visitor).allInnerTexts()).toEqual(
      [...EVERYONE, "Login", "Register"].map(inCapitals),
    );
    await menuOf(visitor).getByRole("link", { name: "Contact" }).click();
    await page.waitForURL(`**${paths.contact}`);
    await menuOf(visitor).waitFor({ state: "hidden" });
    await page.locator("main:focus").waitFor();
    visitor.expectNoComplaints();
  });

  test("has what the bar has for a participant, and logs them out", async () => {
    const person = await arriveSignedUp("Meera Pillai");
    await person.visit(paths.dashboard);
    await bar(person).getByRole("button", { name: "Logout" }).waitFor();
    const labels = [...EVERYONE, "Dashboard"].map(inCapitals);
    expect(await linksOf(person).allInnerTexts()).toEqual(labels);
    await person.page.setViewportSize(PHONE);
    await opener(person).click();
    await menuOf(person).waitFor();
    expect(await itemsOf(person).allInnerTexts()).toEqual(labels);
    await menuOf(person).getByRole("button", { name: "Logout" }).click();
    await person.lands(
      (url) => url.pathname === paths.landing,
      "Successfully logged out",
    );
    await person.page.setViewportSize(LAPTOP);
    await bar(person).getByRole("link", { name: "Login" }).waitFor();
  });
});
