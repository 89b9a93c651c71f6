import "vitest";
import type { TestProject } from "vitest/node";
import { findBrowser, type BrowserLaunch } from "./browser";

declare module "vitest" {
  export interface ProvidedContext {
    browser: BrowserLaunch;
  }
}

/** Finds the browser once, before the browser tests run side by side. */
export async function setup(project: TestProject): Promise<void> {
  project.provide("browser", await findBrowser());
}
