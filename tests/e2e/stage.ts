import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { launchBrowser } from "./browser";
import { Person } from "./person";
import { Product } from "./product";

/** What the tests of one file share: a browser, and the product with data of its own. */
export type Stage = {
  browser: () => Browser;
  product: () => Product;
  /** Lets somebody in who has seen the intro; see `Person.arrive`. */
  arrive: (name: string, options?: BrowserContextOptions) => Promise<Person>;
  /** Lets somebody in who has an account besides; see `Person.arriveSignedUp`. */
  arriveSignedUp: (
    name: string,
    options?: BrowserContextOptions,
  ) => Promise<Person>;
};

/** Starts both before the first test of the file that calls it, and ends them after the last. */
export function openStage(): Stage {
  let browser: Browser;
  let product: Product;
  beforeAll(async () => {
    [browser, product] = await Promise.all([
      launchBrowser(inject("browser")),
      Product.start(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await product.remove();
  });
  return {
    browser: () => browser,
    product: () => product,
    arrive: (name, options) =>
      Person.arrive(browser, product.url, name, options),
    arriveSignedUp: (name, options) =>
      Person.arriveSignedUp(browser, product.url, name, options),
  };
}
