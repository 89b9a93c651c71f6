import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import type { Logger } from "../base/logger";
import type { DataBrowserFiles } from "../http/data-browser-page";
import { hashSources } from "./hash-sources";
import { sourceRoot } from "./source-root";

/** All that the data browser is made of. */
const SOURCES = [
  "embedded/data-browser",
  // What it says to the backend, and in which form.
  "embedded/admin",
  "embedded/cli/data-browser-vite.ts",
  "package-lock.json",
];

const PREFIX = "data-browser-";
const STAMP_LENGTH = 16;
const BUILD_TIMEOUT_MS = 120_000;
/** Whoever asks again and again does not have the sources read as often. */
const CHECKED_MS = 1_000;
/** Nor has it built as often. */
const RETRY_MS = 10_000;
/** Other servers may still serve what they found or built. */
const KEPT_MS = 24 * 60 * 60 * 1000;

type Failure = { stamp: string; atMs: number; error: unknown };

type Options = {
  /**
   * Where builds may be: each is looked into, and the first that can be written
   * to gets a new one.
   */
  caches: readonly string[];
  logger: Logger;
  root?: string;
  /** Builds into a folder that exists and is empty. */
  build?: (folder: string) => Promise<void>;
};

/**
 * The data browser as files. It is built when somebody first asks for it, and
 * again when its sources have changed since, which is looked at once a second
 * at most; whoever asks meanwhile waits for the same build. Builds of other
 * processes are used, and theirs are safe from ours: each appears complete,
 * under a name made of its sources' hash.
 */
export class DataBrowserBuild implements DataBrowserFiles {
  readonly #caches: readonly string[];
  readonly #logger: Logger;
  readonly #root: string;
  readonly #build: (folder: string) => Promise<void>;
  #latest: string | null = null;
  #checkedAtMs = -Infinity;
  #underway: Promise<string> | null = null;
  #failure: Failure | null = null;

  constructor(options: Options) {
    this.#caches = options.caches;
    this.#logger = options.logger;
    this.#root = options.root ?? sourceRoot();
    this.#build = options.build ?? buildElsewhere;
  }

  async current(): Promise<string> {
    const isFresh = Date.now() - this.#checkedAtMs < CHECKED_MS;
    if (isFresh && this.#latest !== null && existsSync(this.#latest)) {
      return this.#latest;
    }
    this.#underway ??= this.#ensure().finally(() => {
      this.#underway = null;
    });
    return this.#underway;
  }

  async latest(): Promise<string> {
    const isThere = this.#latest !== null && existsSync(this.#latest);
    return isThere && this.#latest !== null ? this.#latest : this.current();
  }

  async #ensure(): Promise<string> {
    const checkedAtMs = Date.now();
    const hash = await hashSources(this.#root, SOURCES);
    const stamp = hash.digest("hex").slice(0, STAMP_LENGTH);
    const name = PREFIX + stamp;
    const built = this.#caches
      .map((cache) => join(cache, name))
      .find((folder) => existsSync(folder));
    this.#latest = built ?? (await this.#make(stamp, name));
    this.#checkedAtMs = checkedAtMs;
    return this.#latest;
  }

  async #make(stamp: string, name: string): Promise<string> {
    const failure = this.#failure;
    const isKnown = failure?.stamp === stamp;
    if (isKnown && Date.now() - failure.atMs < RETRY_MS) throw failure.error;
    const startedAtMs = Date.now();
    try {
      const { cache, aside } = await this.#newFolder();
      try {
        await this.#build(aside);
        await moveInto(aside, join(cache, name));
      } finally {
        await rm(aside, { recursive: true, force: true });
      }
      await removeOld(cache, name);
      const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1);
      this.#logger.info(`The data browser was built in ${seconds} s`);
      return join(cache, name);
    } catch (error) {
      this.#failure = { stamp, atMs: Date.now(), error };
      this.#logger.error(`The data browser cannot be built: ${reason(error)}`);
      throw error;
    }
  }

  /** An empty folder in the first cache that takes one. */
  async #newFolder(): Promise<{ cache: string; aside: string }> {
    const refusals: unknown[] = [];
    for (const cache of this.#caches) {
      try {
        await mkdir(cache, { recursive: true });
        return { cache, aside: await mkdtemp(join(cache, `${PREFIX}new-`)) };
      } catch (error) {
        refusals.push(error);
      }
    }
    throw new Error(refusals.map(reason).join("; "));
  }
}

async function buildElsewhere(folder: string): Promise<void> {
  const bin = join(sourceRoot(), "embedded", "bin.js");
  const args = [bin, "build-data-browser", folder];
  await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, NODE_ENV: "production" },
    timeout: BUILD_TIMEOUT_MS,
  });
}

/** Another process may have been quicker: its build is as good. */
async function moveInto(aside: string, folder: string): Promise<void> {
  try {
    await rename(aside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

async function removeOld(cache: string, kept: string): Promise<void> {
  const names = await readdir(cache);
  for (const name of names) {
    if (!name.startsWith(PREFIX) || name === kept) continue;
    const folder = join(cache, name);
    const found = await stat(folder).catch(() => null);
    const isOld = found !== null && Date.now() - found.mtimeMs > KEPT_MS;
    if (isOld) await rm(folder, { recursive: true, force: true });
  }
}

/** What a person can use: what the build wrote, else the error's words. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stderr = "stderr" in error ? String(error.stderr) : "";
  const output = stripVTControlCharacters(stderr).trim();
  return output === "" ? error.message : output;
}
