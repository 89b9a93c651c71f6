import {
  mkdir,
  readdir,
  readFile,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../base/afterwards";
import { ensureBuild } from "../../src/builds/ensure-build.js";

let root: string;
let builds: number;

beforeEach(async () => {
  root = await temporaryFolder();
  builds = 0;
  await mkdir(join(root, "src", "deep"), { recursive: true });
  await edit("first");
});

const folder = () => join(root, "dist");
const edit = (text: string) =>
  writeFile(join(root, "src", "deep", "main.ts"), text);
const built = () => readFile(join(folder(), "main.js"), "utf8");
const copySource = async (aside: string) => {
  builds++;
  const source = await readFile(join(root, "src", "deep", "main.ts"), "utf8");
  await writeFile(join(aside, "main.js"), source);
};
const ensure = (options: Partial<Parameters<typeof ensureBuild>[0]> = {}) =>
  ensureBuild({
    folder: folder(),
    root,
    sources: ["src", "absent.json"],
    build: copySource,
    ...options,
  });

test("a missing build is made", async () => {
  expect(await ensure()).toBe(true);
  expect(await built()).toBe("first");
  // Another user than the installer may start the server.
  expect((await stat(folder())).mode & 0o777).toBe(0o755);
});

test("a current build is not changed", async () => {
  await ensure();
  await writeFile(join(folder(), "beside.txt"), "kept");
  expect(await ensure()).toBe(false);
  expect(builds).toBe(1);
  expect(await readdir(folder())).toContain("beside.txt");
});

test("a changed source causes a build, even if its times are unchanged", async () => {
  const times = new Date(2025, 5, 28);
  const file = join(root, "src", "deep", "main.ts");
  await utimes(file, times, times);
  await ensure();
  await edit("other");
  await utimes(file, times, times);
  expect(await ensure()).toBe(true);
  expect(await built()).toBe("other");
});

test.each([
  ["a source that comes", "src/new.ts"],
  ["a source that was absent", "absent.json"],
])("%s is built in", async (_name, path) => {
  await ensure();
  await writeFile(join(root, path), "");
  expect(await ensure()).toBe(true);
});

test("a source outside of the project is watched by its whole path", async () => {
  const folder = await temporaryFolder();
  const sources = ["src", folder];
  await ensure({ sources });
  await writeFile(join(folder, "facts.ts"), "");
  expect(await ensure({ sources })).toBe(true);
});

test("a file that is not a source causes no build", async () => {
  await ensure();
  await writeFile(join(root, "README.md"), "");
  expect(await ensure()).toBe(false);
});

test("a changed variable causes a build", async () => {
  await ensure({ variables: { VITE_A: "1", VITE_B: undefined } });
  expect(await ensure({ variables: { VITE_B: "", VITE_A: "1" } })).toBe(false);
  expect(await ensure({ variables: { VITE_A: "2", VITE_B: "" } })).toBe(true);
});

test("a folder that it did not build is replaced completely", async () => {
  await mkdir(folder());
  await writeFile(join(folder(), "old.js"), "");
  await ensure();
  expect(await readdir(folder())).toEqual([".stamp", "main.js"]);
});

test("a failed build leaves the previous one and no temporary files", async () => {
  await ensure();
  await edit("broken");
  const failing = ensure({
    build: async (aside) => {
      await writeFile(join(aside, "half.js"), "");
      throw new Error("line 1: no");
    },
  });
  await expect(failing).rejects.toThrow("line 1: no");
  expect(await built()).toBe("first");
  expect(await readdir(root)).toEqual(["dist", "src"]);
});

test("concurrent builds result in one complete build", async () => {
  await Promise.all(Array.from({ length: 8 }, () => ensure()));
  expect(await built()).toBe("first");
  expect(await ensure()).toBe(false);
  expect(await readdir(root)).toEqual(["dist", "src"]);
});

test("temporary files of a killed build are removed after an hour", async () => {
  const fresh = join(root, "dist.new-aaaaaa");
  const abandoned = join(root, "dist.old-bbbbbb");
  await mkdir(fresh);
  await mkdir(abandoned);
  const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(abandoned, before, before);
  await ensure();
  expect(await readdir(root)).toEqual(["dist", "dist.new-aaaaaa", "src"]);
});
