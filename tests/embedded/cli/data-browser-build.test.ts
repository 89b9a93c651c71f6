import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DataBrowserBuild } from "../../../embedded/cli/data-browser-build";

let root: string;
let cache: string;
let log: string[];
let builds: string[];
let build: (folder: string) => Promise<void>;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "sources-"));
  cache = join(root, "cache");
  log = [];
  builds = [];
  build = async (folder) => {
    builds.push(folder);
    await writeFile(join(folder, "index.html"), await source());
  };
  await mkdir(join(root, "embedded", "data-browser"), { recursive: true });
  await writeFile(join(root, "package-lock.json"), "{}");
  await edit("first");
});

afterEach(async () => {
  vi.useRealTimers();
  await rm(root, { recursive: true });
});

const sourceFile = () => join(root, "embedded", "data-browser", "main.tsx");
const source = () => readFile(sourceFile(), "utf8");
const edit = (text: string) => writeFile(sourceFile(), text);
const indexOf = (folder: string) =>
  readFile(join(folder, "index.html"), "utf8");

function newBuild(caches: readonly string[] = [cache]): DataBrowserBuild {
  const note = (message: string) => void log.push(message);
  const logger = { info: note, warn: note, error: note };
  return new DataBrowserBuild({
    caches,
    logger,
    root,
    build: (folder) => build(folder),
  });
}

test("nothing is built before it is asked for", async () => {
  newBuild();
  expect(await readdir(root)).not.toContain("cache");
  expect(builds).toEqual([]);
});

test("all who ask at first share one build", async () => {
  const browser = newBuild();
  const folders = await Promise.all([
    browser.current(),
    browser.latest(),
    browser.current(),
  ]);
  expect(new Set(folders).size).toBe(1);
  expect(builds).toHaveLength(1);
  expect(log).toEqual([
    expect.stringMatching(/^The data browser was built in \d+\.\d s$/),
  ]);
});

test("a build is used again, by other processes too", async () => {
  const folder = await newBuild().current();
  const other = newBuild();
  expect(await other.current()).toBe(folder);
  expect(await other.latest()).toBe(folder);
  expect(builds).toHaveLength(1);
});

test.each([
  ["a source", () => edit("second")],
  [
    "a dependency",
    () => writeFile(join(root, "package-lock.json"), '{"react":20}'),
  ],
])("%s that changed makes a new build", async (_what, change) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const browser = newBuild();
  const folder = await browser.current();
  await change();
  expect(await browser.latest()).toBe(folder);
  vi.setSystemTime(Date.now() + 1_001);
  const next = await browser.current();
  expect(next).not.toBe(folder);
  expect(await indexOf(next)).toBe(await source());
  // Whoever has the page open still finds its files.
  expect(await indexOf(folder)).toBe("first");
  expect(await browser.latest()).toBe(next);
});

test("whoever asks again and again does not have the sources read as often", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const browser = newBuild();
  const folder = await browser.current();
  await edit("second");
  expect(await browser.current()).toBe(folder);
  vi.setSystemTime(Date.now() + 1_001);
  expect(await indexOf(await browser.current())).toBe("second");
});

test("a build that somebody removed is made again", async () => {
  const browser = newBuild();
  await rm(await browser.current(), { recursive: true });
  expect(await indexOf(await browser.latest())).toBe("first");
  expect(builds).toHaveLength(2);
});

test("a failed build is logged, leaves nothing, and is not tried at once again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const succeed = build;
  build = async (folder) => {
    builds.push(folder);
    const stderr = "\x1b[31mmain.tsx:\x1b[0m Unexpected token\n";
    throw Object.assign(new Error("exit 1"), { stderr });
  };
  const browser = newBuild();
  await expect(browser.current()).rejects.toThrow("exit 1");
  await expect(browser.latest()).rejects.toThrow("exit 1");
  expect(builds).toHaveLength(1);
  expect(log).toEqual([
    "The data browser cannot be built: main.tsx: Unexpected token",
  ]);
  expect(await readdir(cache)).toEqual([]);
  build = succeed;
  vi.setSystemTime(Date.now() + 10_001);
  expect(await indexOf(await browser.current())).toBe("first");
});

test("a failed build is tried at once when its sources have changed", async () => {
  const succeed = build;
  build = () => Promise.reject(new Error("exit 1"));
  const browser = newBuild();
  await expect(browser.current()).rejects.toThrow("exit 1");
  build = succeed;
  await edit("mended");
  expect(await indexOf(await browser.current())).toBe("mended");
});

test("a checkout that cannot be written to has it in the next place", async () => {
  // Nobody can make a folder in a file, whatever their rights.
  const readOnly = join(sourceFile(), "cache");
  const folder = await newBuild([readOnly, cache]).current();
  expect(folder.startsWith(cache)).toBe(true);
  expect(await indexOf(folder)).toBe("first");
});

test("where nothing can be written, that is said", async () => {
  const readOnly = join(sourceFile(), "cache");
  await expect(newBuild([readOnly]).current()).rejects.toThrow("ENOTDIR");
  expect(log).toEqual([expect.stringContaining("ENOTDIR")]);
});

test("a build that another process finished first is taken", async () => {
  const succeed = build;
  build = async (folder) => {
    build = succeed;
    await newBuild().current();
    await succeed(folder);
  };
  const folder = await newBuild().current();
  expect(await indexOf(folder)).toBe("first");
  expect(await readdir(cache)).toHaveLength(1);
});

test("builds of yesterday are removed by the next one, and nothing else is", async () => {
  const old = await newBuild().current();
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  await utimes(old, twoDaysAgo, twoDaysAgo);
  await writeFile(join(cache, "another.json"), "");
  await edit("second");
  const recent = await newBuild().current();
  await edit("third");
  const newest = await newBuild().current();
  const left = (await readdir(cache)).map((name) => join(cache, name));
  expect(left.sort()).toEqual(
    [recent, newest, join(cache, "another.json")].sort(),
  );
});
