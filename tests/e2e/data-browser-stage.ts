import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { readAdminKey } from "embedded-convex";
import { ChildServer } from "../../packages/embedded-convex/tests/engine/child-server";
import {
  closeAll,
  temporaryFolder,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { PATIENCE_MS } from "./browser";
import { closeKept, openSession, type Session } from "./sessions";
import { openBrowser } from "./worker-browser";

const FIXTURES = join(
  import.meta.dirname,
  "../../packages/embedded-convex/tests/fixtures",
);

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
 * @param fixture the name of a folder in `packages/embedded-convex/tests/fixtures`
 * @param flags of the server
 */
export function openDataBrowserStage(
  fixture: string,
  flags: readonly string[] = [],
): DataBrowserStage {
  const browser = openBrowser();
  let url: string;
  let key: string;
  const complaints: string[] = [];
  beforeAll(async () => {
    const dataDir = await temporaryFolder();
    const folder = join(FIXTURES, fixture);
    const args = ["serve", "--functions", folder, "--data", dataDir, ...flags];
    url = await new ChildServer([...args, "--port", "0"]).ready();
    key = await readAdminKey(dataDir, false);
  });
  // What one test follows live would run, and be logged, in the next.
  const sessions: Session[] = [];
  afterEach(async () => {
    for (const session of sessions.splice(0)) await session.leave();
  });
  afterAll(async () => {
    await closeKept(url);
    await closeAll();
  });
  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const session = await openSession(
      browser(),
      url,
      options,
      async (context) => context.setDefaultTimeout(PATIENCE_MS),
    );
    sessions.push(session);
    const { page } = session;
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
