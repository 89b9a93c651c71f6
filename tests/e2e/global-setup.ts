import "vitest";
import type { TestProject } from "vitest/node";
import { findBrowser, type BrowserLaunch } from "./browser";
import { Product, type ProductPlace } from "./product";

declare module "vitest" {
  export interface ProvidedContext {
    browser: BrowserLaunch;
    product: ProductPlace;
  }
}

/** As many come in one run of the tests as on the busiest day: here that is no flood of bots. */
const CALM = { ALTCHA_SIGN_UPS_PER_HOUR: "900", ALTCHA_RESETS_PER_HOUR: "150" };

/**
 * Finds the browser, and starts the product that files share. It builds the page when it starts, if the page is missing
 * or stale: the products that files start for themselves find it built.
 */
export async function setup(
  project: TestProject,
): Promise<() => Promise<void>> {
  const [browser, product] = await Promise.all([
    findBrowser(),
    Product.start(CALM),
  ]);
  project.provide("browser", browser);
  project.provide("product", product.place);
  return () => product.remove();
}
