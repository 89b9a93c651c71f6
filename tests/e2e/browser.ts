import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { chromium, type Browser } from "playwright-core";

/** How to start the browser: an executable, and what its environment must add. */
export type BrowserLaunch = {
  executablePath: string;
  env: Record<string, string>;
};

/** Shorter than a test may take, so that what is missing is named; long enough for a computer that is busy. */
export const PATIENCE_MS = 60_000;

/** A name of this machine that browsers do not trust without TLS, as they trust 127.0.0.1. */
export const PLAIN_HOST = "hackarena.test";

/**
 * Features that are disabled. The list replaces Playwright's, whose entries for this kind of
 * browser stand first. With the last two, each page load takes a third less processor time: no
 * frame is made anew for a page of the same site, and no process is started in advance. Pages that a test answers
 * itself have no address in the local network, and may reach the server there all the same.
 */
const DISABLED_FEATURES = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LocalNetworkAccessChecks",
  "LocalNetworkAccessChecksWebSockets",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  "RenderDocument",
  "SpareRendererForSitePerProcess",
];

/** Flags that work as root and keep the browser off the network. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  // One process less for each browser, which only had pictures to pass on.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
  // The map of the venue alone would ask for another host.
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
];

const INSTALLED = [
  process.env.CHROME_PATH,
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Uses only V8's interpreter and baseline compiler: pages of tests are too short-lived for
 * optimised code to pay off.
 */
export const UNOPTIMISED = "--js-flags=--no-opt --no-maglev";

/**
 * Starts the browser that `findBrowser` chose.
 * @param flags in addition to those of all browsers
 */
export function launchBrowser(
  launch: BrowserLaunch,
  ...flags: string[]
): Promise<Browser> {
  const options = optionsOf(launch);
  return chromium.launch({ ...options, args: [...options.args, ...flags] });
}

function optionsOf({ executablePath, env }: BrowserLaunch) {
  return {
    executablePath,
    headless: true,
    args: FLAGS,
    env: { ...(process.env as Record<string, string>), ...env },
  };
}

/**
 * Finds a browser that really starts: an installed Chrome or Chromium, else the
 * one that npm brought.
 * @throws Error with one line that says what to install
 */
export async function findBrowser(): Promise<BrowserLaunch> {
  const tried: string[] = [];
  for (const candidate of await candidates()) {
    try {
      const browser = await launchBrowser(candidate);
      await browser.close();
      return candidate;
    } catch (error) {
      tried.push(`${candidate.executablePath}: ${firstLine(error)}`);
    }
  }
  throw new Error(
    `No browser starts. Install Chrome or Chromium (Debian: apt-get install chromium) or set CHROME_PATH. Tried: ${tried.join("; ") || "nothing is installed"}`,
  );
}

async function candidates(): Promise<BrowserLaunch[]> {
  if (process.env.CHROME_PATH === "npm") return bundledChromium();
  const installed = INSTALLED.filter(
    (path): path is string => path !== undefined && existsSync(path),
  ).map((executablePath) => ({ executablePath, env: {} }));
  if (process.platform !== "linux" || process.arch !== "x64") return installed;
  return [...installed, ...(await bundledChromium())];
}

/**
 * The Chromium of @sparticuz/chromium, unpacked once into the cache folder. It
 * is tried with the system's libraries first and with the ones it carries next.
 */
async function bundledChromium(): Promise<BrowserLaunch[]> {
  const home = resolve("node_modules/.cache/hackarena/chromium");
  if (!existsSync(home)) {
    const unpacking = `${home}.${process.pid}`;
    mkdirSync(unpacking, { recursive: true });
    await unpackChromium(unpacking);
    // Renamed when complete, so that an interrupted run leaves nothing half-made.
    if (existsSync(home)) rmSync(unpacking, { recursive: true });
    else renameSync(unpacking, home);
  }
  const executablePath = join(home, "chromium");
  const fonts = { FONTCONFIG_PATH: join(home, "fonts") };
  const libraries = { LD_LIBRARY_PATH: join(home, "al2023", "lib") };
  return [
    { executablePath, env: hasFontconfig() ? {} : fonts },
    { executablePath, env: { ...fonts, ...libraries } },
  ];
}

/**
 * The package unpacks into the temporary folder, and its libraries only where it
 * believes to run on AWS: both are told to a process of its own.
 */
async function unpackChromium(folder: string): Promise<void> {
  const program = `
    const { default: bundled } = await import("@sparticuz/chromium");
    await bundled.executablePath();`;
  await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program],
    {
      env: {
        ...process.env,
        TMPDIR: folder,
        AWS_LAMBDA_JS_RUNTIME: "nodejs20.x",
      },
    },
  );
}

function hasFontconfig(): boolean {
  return spawnSync("fc-list", ["--version"]).status === 0;
}

function firstLine(error: unknown): string {
  const message = String(error instanceof Error ? error.message : error);
  return message.split("\n", 1).join("");
}
