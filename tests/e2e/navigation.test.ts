import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/paths";
import { expectAccessible, expectFocused } from "./accessibility";
import { LAPTOP, SMALL_PHONE, type Person } from "./person";
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

test("the bar offers a visitor to log in and to register", async () => {
  const visitor = await visit(paths.about);
  await bar(visitor).getByRole("link", { name: "Login" }).waitFor();
  expect(await linksOf(visitor).allInnerTexts()).toEqual(
    [...EVERYONE, "Login", "Register"].map(inCapitals),
  );
});

test("the bar offers a participant the dashboard and to log out", async () => {
  const person = await arriveSignedUp("Ravi Iyer");
  await person.visit(paths.dashboard);
  await bar(person).getByRole("button", { name: "Logout" }).waitFor();
  expect(await linksOf(person).allInnerTexts()).toEqual(
    [...EVERYONE, "Dashboard"].map(inCapitals),
  );
  await bar(person).getByRole("button", { name: "Logout" }).click();
  await person.lands(
    (url) => url.pathname === paths.landing,
    "Successfully logged out",
  );
  await bar(person).getByRole("link", { name: "Login" }).waitFor();
});

/** As the style sheet sets the bar. */
function inCapitals(label: string): string {
  return label.toUpperCase();
}

test("the bar gets a ground once the page is scrolled by more than 50 pixels", async () => {
  const { page } = await visit(paths.about);
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
});

test.each([
  [paths.landing, "Home"],
  [paths.home, "Home"],
  [paths.register, "Register"],
])("on %s the bar marks %s as the current page", async (path, label) => {
  const visitor = await visit(path);
  const current = bar(visitor).locator('[aria-current="page"]');
  await current.waitFor();
  expect(await current.innerText()).toBe(inCapitals(label));
});

test("a change of page moves the focus to its content and says its title", async () => {
  const visitor = await visit(paths.about);
  const { page } = visitor;
  await bar(visitor).getByRole("link", { name: "Contact" }).click();
  await page.locator("main:focus").waitFor();
  await page
    .locator("output[aria-live]")
    .getByText("Contact · HackArena 2025", { exact: true })
    .waitFor({ state: "attached" });
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("a change of page takes the focus from nobody who writes in the footer by then", async () => {
  const { page } = await visit(paths.faq);
  await page.getByLabel("Email address").waitFor();
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("header a[href='/about']")?.click();
    document.querySelector<HTMLElement>("footer input[type=email]")?.focus();
  });
  await page.keyboard.type("asha@example.in", { delay: 50 });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.about);
  expect(await page.getByLabel("Email address").inputValue()).toBe(
    "asha@example.in",
  );
});

test("the first key leads past the bar", async () => {
  const { page } = await visit(paths.about);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expectFocused(skip);
  await page.keyboard.press("Enter");
  await page.locator("main:focus").waitFor();
});

describe("the menu of a phone", () => {
  const menuOf = ({ page }: Person) =>
    page.getByRole("dialog", { name: "Menu" });
  const opener = ({ page }: Person) =>
    page.getByRole("banner").getByRole("button", { name: "Menu" });

  async function openByKeyboard(person: Person) {
    await opener(person).focus();
    await person.page.keyboard.press("Enter");
    await menuOf(person).waitFor();
  }

  test("opens by keyboard, keeps the focus and gives it back", async () => {
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
    visitor.expectNoComplaints();
  });

  test("holds the page where it is", async () => {
    const visitor = await visit(paths.about, PHONE);
    const { page } = visitor;
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
  });

  test("fits 320 pixels, breaks no rule of accessibility, leads a visitor to every page of the bar and closes", async () => {
    const visitor = await visit(paths.landing, SMALL_PHONE);
    await opener(visitor).click();
    await menuOf(visitor).waitFor();
    await expectAccessible(visitor);
    expect(
      await menuOf(visitor).evaluate(
        (dialog) => dialog.scrollWidth - dialog.clientWidth,
      ),
    ).toBe(0);
    expect(await menuOf(visitor).getByRole("listitem").allInnerTexts()).toEqual(
      [...EVERYONE, "Login", "Register"].map(inCapitals),
    );
    await menuOf(visitor).getByRole("link", { name: "Contact" }).click();
    await visitor.page.waitForURL(`**${paths.contact}`);
    await menuOf(visitor).waitFor({ state: "hidden" });
    await visitor.page.locator("main:focus").waitFor();
  });

  test("opens, and leads home, although code could not be fetched once", async () => {
    const visitor = await visit(paths.about, PHONE);
    onTestFinished(() => visitor.forgiveComplaints());
    const { page } = visitor;
    // The part that says what could not be loaded; toasts come with it, when the page is used.
    await page.keyboard.press("Shift");
    await page
      .getByRole("region", { name: /Notifications/ })
      .waitFor({ state: "attached" });
    const menu = "**/assets/mobile-menu-*.js";
    const sections = "**/assets/below-the-fold-*.js";
    await page.route(menu, (route) => route.abort());
    await page.route(sections, (route) => route.abort());
    const loadedAgain = page.waitForEvent("load");
    await opener(visitor).click();
    await loadedAgain;
    await page.unroute(menu);
    await page.locator("html[data-alive]").waitFor();
    await opener(visitor).click();
    await menuOf(visitor).getByRole("link", { name: "Home" }).click();
    // The page has just been loaded again, so now it asks.
    const again = page.getByRole("button", { name: "Load again" });
    await again.waitFor();
    await page.unroute(sections);
    await again.click();
    await page.getByRole("heading", { name: "Match schedule" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.landing);
  });

  test("logs a participant out", async () => {
    const person = await arriveSignedUp("Meera Pillai", { viewport: PHONE });
    await person.visit(paths.dashboard);
    await opener(person).click();
    await menuOf(person).waitFor();
    expect(await menuOf(person).getByRole("listitem").allInnerTexts()).toEqual(
      [...EVERYONE, "Dashboard"].map(inCapitals),
    );
    await menuOf(person).getByRole("button", { name: "Logout" }).click();
    await person.lands(
      (url) => url.pathname === paths.landing,
      "Successfully logged out",
    );
  });
});
