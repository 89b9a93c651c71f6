import "vitest";
import type { TestProject } from "vitest/node";
import { findBrowser, type BrowserLaunch } from "./browser";
import { Product } from "./product";

declare module "vitest" {
  export interface ProvidedContext {
    browser: BrowserLaunch;
  }
}

/**
 * Finds the browser and builds the page once, before the browser tests run side
 * by side: the product builds what is missing or stale when it starts.
 */
export async function setup(project: TestProject): Promise<void> {
  project.provide("browser", await findBrowser());
  const product = await Product.start();
  await product.remove();
}
