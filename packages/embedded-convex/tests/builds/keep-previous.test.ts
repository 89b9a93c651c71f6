import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../base/afterwards";
import { keepPrevious } from "../../src/builds/keep-previous";

function build(home: string, name: string, files: string[]): string {
  const folder = join(home, name);
  mkdirSync(join(folder, "assets"), { recursive: true });
  for (const file of files) writeFileSync(join(folder, "assets", file), name);
  return folder;
}

test("a build has the files of the one before it, and not those of older ones", async () => {
  const home = await temporaryFolder();
  const [first, second, third] = [
    build(home, "first", ["a.js", "same.js"]),
    build(home, "second", ["b.js", "same.js"]),
    build(home, "third", ["c.js"]),
  ];
  await keepPrevious(join(home, "none"), first);
  await keepPrevious(first, second);
  expect(readdirSync(join(second, "assets"))).toEqual([
    "a.js",
    "b.js",
    "same.js",
  ]);
  await keepPrevious(second, third);
  expect(readdirSync(join(third, "assets"))).toEqual([
    "b.js",
    "c.js",
    "same.js",
  ]);
});
