import { createHash } from "node:crypto";
import {
  mkdir,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../base/afterwards";
import type { AppSource } from "../../src/functions/loading/app-source";
import { keptBundle } from "../../src/functions/loading/kept-bundle";

const KEPT = "// kept";

let project: string;
let functions: string;

beforeEach(async () => {
  // A minute ahead, so that the files are not too new to be relied on.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  project = await temporaryFolder();
  functions = join(project, "convex");
  await mkdir(join(functions, "deep"), { recursive: true });
  await mkdir(join(project, "node_modules"));
  await mkdir(join(project, "shared"));
  await write(
    "convex/teams.ts",
    'export { x } from "./deep/x"; export { y } from "../shared/y";',
  );
  await write("shared/y.ts", "export const y = 1;");
  await write("convex/deep/x.ts", "export const x = 1;");
  await write("node_modules/.package-lock.json", "{}");
});
afterEach(() => vi.useRealTimers());

const write = (path: string, text: string) =>
  writeFile(join(project, path), text);

async function cacheFiles(): Promise<string[]> {
  const folder = join(project, "node_modules/.cache/embedded-convex");
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}

/** Bundles, and marks what was kept, so that it is told from a new bundle. */
async function bundleAndMark(): Promise<string> {
  await keptBundle(functions);
  const [file = ""] = await cacheFiles();
  const content = (await readFile(file)).subarray(32);
  const kept = deserialize(content) as { app: AppSource };
  for (const module of kept.app.app.modules) module.source = KEPT;
  const marked = serialize(kept);
  const digest = createHash("sha256").update(marked).digest();
  await writeFile(file, Buffer.concat([digest, marked]));
  return file;
}

const sources = async () =>
  (await keptBundle(functions)).app.modules.map(({ source }) => source);

test("the bundle of unchanged functions is there at the next start, converted", async () => {
  await bundleAndMark();
  expect(new Set(await sources())).toEqual(new Set([KEPT]));
  const { app } = await keptBundle(functions);
  const teams = app.modules.find(({ path }) => path === "teams.js");
  expect(teams?.commonJs?.code).toContain("require");
});

test.each([
  ["an edit", () => write("convex/deep/x.ts", "export const x = 22;")],
  ["a new file", () => write("convex/players.ts", "export const p = 1;")],
  ["a file before another", () => write("shared/y.tsx", "export const y = 2;")],
  ["a removed file", () => rm(join(functions, "teams.ts"))],
  ["another package", () => write("node_modules/.package-lock.json", "{ }")],
  ["other settings of the compiler", () => write("tsconfig.json", "{}")],
])("%s leads to a new bundle", async (_, change) => {
  await bundleAndMark();
  await change();
  expect(await sources()).not.toContain(KEPT);
});

test.each([
  ["cut short", (bytes: Buffer) => bytes.subarray(0, 100)],
  [
    "with a flipped bit",
    (bytes: Buffer) => {
      const place = bytes.indexOf(KEPT);
      bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
      return bytes;
    },
  ],
])("a cache %s is as good as none", async (_, damage) => {
  const file = await bundleAndMark();
  await writeFile(file, damage(await readFile(file)));
  expect((await sources()).join("")).toContain("x = 1");
  await bundleAndMark();
  expect(await sources()).toContain(KEPT);
});

test("what an alias names comes from its folder, and each alias has a bundle of its own", async () => {
  await mkdir(join(project, "other"));
  await write("other/y.ts", "export const y = 2;");
  await write("convex/teams.ts", 'export { y } from "#facts/y";');
  const taken = async (folder: string) => {
    const alias = { "#facts": join(project, folder) };
    const { app } = await keptBundle(functions, alias);
    return app.modules.map(({ source }) => source).join("");
  };
  for (const [folder, text] of [
    ["shared", "y = 1"],
    ["other", "y = 2"],
    ["shared", "y = 1"],
  ] as const)
    expect(await taken(folder)).toContain(text);
  expect(await cacheFiles()).toHaveLength(2);
  await write("other/y.ts", "export const y = 33;");
  expect(await taken("other")).toContain("y = 33");
});

test("what may have been written during the bundling is not kept", async () => {
  vi.useRealTimers();
  await keptBundle(functions);
  expect(await cacheFiles()).toEqual([]);
});

test("the bundles that were used last are kept", async () => {
  const file = await bundleAndMark();
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(file, longAgo, longAgo);
  await keptBundle(functions);
  const others = Array.from({ length: 25 }, (_, n) => `${file}.${n}`);
  for (const other of others) {
    await writeFile(other, "");
    await utimes(other, longAgo, longAgo);
  }
  const another = join(project, "another");
  await mkdir(another);
  await writeFile(join(another, "teams.ts"), "export const x = 1;");
  await keptBundle(another);
  const left = await cacheFiles();
  expect(left).toHaveLength(20);
  expect(left).toContain(file);
});

test("without a folder for packages nothing is kept", async () => {
  await rm(join(project, "node_modules"), { recursive: true });
  expect((await keptBundle(functions)).app.modules).not.toEqual([]);
  expect(await readdir(project)).toEqual(["convex", "shared"]);
});
