import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { TEST_ALL } from "../thoroughness";
import { expectAccessible } from "./accessibility";
import type { Person } from "./person";
import {
  chooseOnStandIn,
  openStandIn,
  standInHeading,
} from "./google-stand-in";
import { openStage } from "./stage";

/** Where the browser leaves the product's pages; it can be stopped there, but not on the redirects that follow. */
const WAY_TO_GOOGLE = "**/api/auth/signin/google?**";

const { arrive } = openStage();

const button = (page: Page) =>
  page.getByRole("button", { name: "Continue with Google" });

/** Presses the button, says who it is in the popup, and waits until that has closed itself. */
async function passPopup({ page, name, email }: Person, label?: string) {
  const popup = await openStandIn(page, label);
  await chooseOnStandIn(popup, { name, email });
  if (!popup.isClosed()) await popup.waitForEvent("close");
}

/**
 * Lets the time of the buffer screen pass at once, on a clock that was installed before; its length is proven elsewhere.
 * @param way leads to the screen, which goes by itself, so the page looks for it from the start
 */
async function passBuffer({ page }: Person, path: string, way: Promise<void>) {
  const isThere = (pathname: string) =>
    location.pathname === pathname &&
    document.querySelector("progress") !== null;
  await Promise.all([page.waitForFunction(isThere, path), way]);
  await expect
    .poll(async () => {
      await page.clock.fastForward(2_500);
      return new URL(page.url()).pathname;
    })
    .toBe(paths.dashboard);
}

/** Which of the two storages hold tokens. */
function tokenPlaces(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries({ localStorage, sessionStorage })
      .filter(([, storage]) =>
        Object.keys(storage).some((key) => key.startsWith("__convexAuthJWT")),
      )
      .map(([name]) => name),
  );
}

/** The browser does as if it blocked every popup. */
async function withoutPopups({ page }: Person) {
  await page.addInitScript(() => {
    window.open = () => null;
  });
}

// To which addresses nobody is led: src/google-request.test.ts.
describe("in a popup", () => {
  test("a first login makes the profile and passes the buffer screen, and a code from a stranger's link ends nothing", async () => {
    const gauri = await arrive("Gauri Menon");
    await gauri.page.goto("/login");
    await Promise.all([
      gauri.page.waitForURL("**/buffer-login"),
      passPopup(gauri),
    ]);
    await gauri.sees("Successfully logged in with Google!");
    await gauri.page.waitForURL("**/dashboard");
    for (const path of [
      null,
      "/google?for=login&step=return&code=12345678",
      "/dashboard?code=12345678",
    ]) {
      if (path !== null) await gauri.page.goto(path);
      await gauri.page.waitForURL(/\/dashboard/u);
      await gauri.sees("Welcome, Gauri Menon");
      expect(await tokenPlaces(gauri.page)).toEqual(["localStorage"]);
    }
  });

  test.runIf(TEST_ALL)(
    "a popup that is closed is no failure, and the next one works",
    async () => {
      const jai = await arrive("Jai Patel");
      await jai.page.clock.install();
      await jai.page.goto("/login");
      await jai.context.route(WAY_TO_GOOGLE, () => {});
      const [popup] = await Promise.all([
        jai.page.waitForEvent("popup"),
        button(jai.page).click(),
      ]);
      await jai.sees("Finish in the window that opened.");
      await popup.close();
      await jai.page.getByText("If you are new here").waitFor();
      expect(await jai.page.getByText("Failed").count()).toBe(0);
      await jai.context.unroute(WAY_TO_GOOGLE);
      await passBuffer(jai, paths.bufferLogin, passPopup(jai));
    },
  );
});

describe("without a popup", () => {
  test("the page goes to Google itself and returns to where somebody wanted to go", async () => {
    const lata = await arrive("Lata Rao");
    await withoutPopups(lata);
    await lata.page.goto("/team");
    await lata.page.waitForURL("**/login");
    await button(lata.page).click();
    await standInHeading(lata.page).waitFor();
    await expectAccessible(lata);
    await lata.page.keyboard.type("Lata Rao");
    await lata.page.keyboard.press("Enter");
    await lata.page.getByText("Enter an email address.").waitFor();
    await lata.page.keyboard.type(lata.email);
    await lata.page.keyboard.press("Enter");
    await lata.lands("**/team", "Successfully logged in with Google!");
    await lata.sees("Find your four");
    expect(new URL(lata.page.url()).pathname).toBe("/team");
  });

  test("a failure leads back to the login", async () => {
    const nila = await arrive("Nila Roy");
    await withoutPopups(nila);
    await nila.page.goto("/login");
    await button(nila.page).click();
    await nila.page.getByRole("button", { name: "Cancel" }).click();
    await nila.sees("Failed to log in with Google.");
    expect(new URL(nila.page.url()).pathname).toBe("/login");
  });
});
