import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "./browser";
import { Person } from "./person";
import { Product } from "./product";

/** Longer than this a page that stands still is felt to. */
const LONGEST_PAUSE_MS = 500;

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(inject("browser")),
    Product.start({
      ALTCHA_SIGN_UPS_PER_HOUR: "0",
      ALTCHA_RESETS_PER_HOUR: "0",
    }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await product.remove();
});

const arrive = (name: string) => Person.arrive(browser, product.url, name);

/** Follows the page's own thread until its check is over. @returns how long it was busy at a stretch, at most */
function longestPauseWhileChecking(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let last = performance.now();
        let longest = 0;
        const timer = setInterval(() => {
          longest = Math.max(longest, performance.now() - last);
          last = performance.now();
          if (document.body.innerText.includes("CHECKING…")) return;
          clearInterval(timer);
          resolve(longest);
        }, 10);
      }),
  );
}

test("a sign-up beyond the calm rate is checked beside the page, without a question", async () => {
  const asha = await arrive("Asha Rao");
  const workers: string[] = [];
  asha.page.on("worker", (worker) => workers.push(worker.url()));
  await asha.submitRegistration();
  await asha.page.getByRole("button", { name: "CHECKING…" }).waitFor();
  const longestPause = await longestPauseWhileChecking(asha.page);
  await asha.page.waitForURL("**/dashboard");
  await asha.sees("Account created successfully!");
  expect(workers.map((url) => new URL(url).origin)).toContain(product.url);
  expect(longestPause).toBeLessThan(LONGEST_PAUSE_MS);
  await asha.goHome();
});

test("so is a request for a reset mail", async () => {
  const nobody = await arrive("No Body");
  await nobody.page.goto("/login");
  await nobody.fill("Email", nobody.email);
  await nobody.page.getByRole("button", { name: "Forgot password?" }).click();
  await nobody.page.getByRole("button", { name: "Checking…" }).waitFor();
  await nobody.sees("Password reset email sent. Check your inbox.");
  expect(await nobody.field("Email").inputValue()).toBe(nobody.email);
  await nobody.goHome();
});

test("a browser that cannot work for it is told so, and nothing typed is lost", async () => {
  const bela = await arrive("Bela Shah");
  await bela.page.addInitScript(() => {
    Object.defineProperty(window, "Worker", { value: undefined });
  });
  await bela.submitRegistration();
  await bela.page
    .getByRole("main")
    .getByText("Your browser could not show that it is no bot.")
    .waitFor();
  expect(await bela.field("Full name").inputValue()).toBe("Bela Shah");
  await bela.goHome();
});
