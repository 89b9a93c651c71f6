import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { LevelStore } from "../../src/storage/level-store";
import { DamagedDataError } from "../../src/storage/store-errors";
import { temporaryFolder } from "../base/afterwards";
import { contentsOf, fileNamed } from "../base/files";
import { recordsOf } from "./records-of";

vi.mock("node:fs/promises", async (original) => ({
  ...(await original<object>()),
  link: () => Promise.reject(Object.assign(new Error(), { code: "EPERM" })),
}));

test("a file system without second names for files keeps copies", async () => {
  const directory = join(await temporaryFolder(), "store");
  const first = await LevelStore.open(directory);
  await first.write([{ key: "a", text: "1" }]);
  await first.close();
  const second = await LevelStore.open(directory);
  expect(await recordsOf(second)).toEqual([["a", "1"]]);
  await second.write([{ key: "b", text: "2" }]);
  await second.close();
  await appendFile(await fileNamed(directory, ".log"), "no log");
  const before = await contentsOf(directory);
  const third = await LevelStore.open(directory);
  await third.close();
  expect(await contentsOf(directory)).toEqual(before);
  await appendFile(await fileNamed(directory, ".ldb"), "more");
  await expect(LevelStore.open(directory)).rejects.toThrow(DamagedDataError);
});
