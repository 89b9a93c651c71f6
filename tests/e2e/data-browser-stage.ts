import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { ChildServer } from "../embedded/engine/child-server";
import { closeAll, temporaryFolder } from "../embedded/engine/test-server";
import { launchBrowser } from "./browser";

const FIXTURES = join(import.meta.dirname, "..", "embedded", "fixtures");

/** A browser, and a backend of its own for a folder of functions. */
export type DataBrowserStage = {
  url: () => string;
  /** The admin key. */
  key: () => string;
  /** Opens an address of the data browser, such as `/logs`, and signs in there. */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** What the consoles of these pages complained about. */
  complaints: string[];
};

/**
 * Starts both before the first test of the file that calls it.
 *
 * @param fixture the name of a folder in `tests/embedded/fixtures`
 */
export function openDataBrowserStage(fixture: string): DataBrowserStage {
  let browser: Browser;
  let url: string;
  let key: string;
  const complaints: string[] = [];
  beforeAll(async () => {
    const dataDir = await temporaryFolder();
    const folder = join(FIXTURES, fixture);
    const args = ["embedded", "--functions", folder, "--data", dataDir];
    [browser, url] = await Promise.all([
      launchBrowser(inject("browser")),
      new ChildServer([...args, "--port", "0"]).ready(),
    ]);
    const keyPrinter = new ChildServer(["admin-key"], {
      env: { DATA_DIR: dataDir },
    });
    await keyPrinter.end();
    key = keyPrinter.stdout.trim();
  });
  // What one test follows live would run, and be logged, in the next.
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await browser.close();
    await closeAll();
  });
  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ baseURL: url, ...options });
    const page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await page.goto(`/_data${path}`);
    await page.getByLabel("Admin key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("navigation", { name: "Data browser" }).waitFor();
    return page;
  };
  return { url: () => url, key: () => key, open, complaints };
}
