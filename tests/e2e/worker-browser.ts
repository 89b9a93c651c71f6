import type { Browser } from "playwright-core";
import { afterAll, inject, test } from "vitest";
import { launchBrowser, UNOPTIMISED } from "./browser";
import { isKept } from "./sessions";

/** Started for the first file that a worker runs, and closed when the worker ends. */
const withBrowser = test
  .extend("launch", { scope: "worker" }, () => inject("browser"))
  .extend("browser", { scope: "worker" }, async ({ launch }, { onCleanup }) => {
    const start = async () => launchBrowser(launch, UNOPTIMISED);
    // Rarely, Chromium ends with a segmentation fault while it starts; every test of this worker would fail with it.
    const browser = await start().catch(start);
    onCleanup(() => browser.close());
    return browser;
  });

/**
 * The browser that all files of a worker share, one after the other. Sessions keep people apart; those that a file
 * leaves open end with it, but for those that are kept.
 */
export function openBrowser(): () => Browser {
  let browser: Browser | undefined;
  withBrowser.beforeAll(({ browser: shared }) => {
    browser = shared;
  });
  afterAll(async () => {
    for (const context of browser?.contexts() ?? [])
      if (!isKept(context)) await context.close();
  });
  return () => {
    if (!browser) throw new Error("the browser has not started");
    return browser;
  };
}
