import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findBrowser, type BrowserLaunch } from "../e2e/browser";
import { startChromium } from "./chromium";
import type { Engine } from "./engine";
import { startFirefox } from "./firefox";
import { startWebKit, type WebKitPrograms } from "./webkit";

/** What was found here, in a form that reaches the tests; an engine that is missing has no entry. */
export type Found = {
  Chromium?: BrowserLaunch;
  Firefox?: string;
  WebKit?: WebKitPrograms;
};

export type EngineName = keyof Found;

/** How to install what is missing, on Debian. */
export const PACKAGES: Record<EngineName, string> = {
  Chromium: "chromium",
  Firefox: "firefox-esr",
  WebKit: "webkit2gtk-driver xvfb",
};

export async function findEngines(): Promise<Found> {
  const chromium = await findBrowser().catch(() => undefined);
  const firefox = [
    process.env.FIREFOX_PATH,
    "/usr/bin/firefox-esr",
    "/usr/bin/firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
  ].find((path) => path !== undefined && existsSync(path));
  const browser = miniBrowser();
  const driver = "/usr/bin/WebKitWebDriver";
  const screen = "/usr/bin/Xvfb";
  return {
    ...(chromium && { Chromium: chromium }),
    ...(firefox && { Firefox: firefox }),
    ...(browser &&
      existsSync(driver) &&
      existsSync(screen) && { WebKit: { browser, driver, screen } }),
  };
}

/** Debian puts it beside the library: `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser`. */
function miniBrowser(): string | undefined {
  return ["/usr/lib"]
    .flatMap((folder) => foldersIn(folder, /-linux-gnu/))
    .flatMap((folder) => foldersIn(folder, /^webkit2gtk-4/))
    .map((folder) => join(folder, "MiniBrowser"))
    .find((path) => existsSync(path));
}

function foldersIn(parent: string, name: RegExp): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((entry) => name.test(entry))
    .map((entry) => join(parent, entry));
}

/** @throws Error if it is not here */
export function startEngine(found: Found, name: EngineName): Promise<Engine> {
  const { Chromium, Firefox, WebKit } = found;
  if (name === "Chromium" && Chromium) return startChromium(Chromium);
  if (name === "Firefox" && Firefox) return startFirefox(Firefox);
  if (name === "WebKit" && WebKit) return startWebKit(WebKit);
  throw new Error(`${name} is not here`);
}
