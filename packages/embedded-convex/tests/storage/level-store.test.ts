import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ClosedError } from "../../src/base/errors";
import { LevelStore } from "../../src/storage/level-store";
import { StoreLockedError } from "../../src/storage/store-errors";
import { recordsOf } from "./records-of";
import { afterwards, temporaryFolder } from "../base/afterwards";

let directory: string;
let store: LevelStore;

beforeEach(async () => {
  directory = await temporaryFolder();
  store = await open();
});
afterEach(() => store.close());

const open = () => LevelStore.open(directory);

async function reopen(): Promise<void> {
  await store.close();
  store = await open();
}

test("the records that were written are there, the newest text of each key", async () => {
  const text = '{"text":"é\u{1f600}\\u0000"}';
  await store.write([
    { key: "a", text: "1" },
    { key: "b", text: "old" },
    { key: "c", text: "3" },
  ]);
  await store.write([
    { key: "b", text },
    { key: "c", text: null },
    { key: "never there", text: null },
  ]);
  const written = [
    ["a", "1"],
    ["b", text],
  ];
  expect(await recordsOf(store)).toEqual(written);
  await reopen();
  expect(await recordsOf(store)).toEqual(written);
});

test("the changes of one write are applied in order", async () => {
  await store.write([
    { key: "a", text: "1" },
    { key: "a", text: null },
    { key: "b", text: null },
    { key: "b", text: "2" },
  ]);
  expect(await recordsOf(store)).toEqual([["b", "2"]]);
});

test("thousands of records come in the order of keys, large ones whole", async () => {
  const count = 3500;
  const keys = Array.from({ length: count }, (_, i) => {
    const shuffled = (i * 1789) % count;
    return `d/${String(shuffled).padStart(5, "0")}`;
  });
  await store.write(keys.map((key) => ({ key, text: `of ${key}` })));
  const text = "0123456789".repeat(100_000);
  await store.write([{ key: "large", text }]);
  await reopen();
  const small = [...keys].sort().map((key) => [key, `of ${key}`]);
  expect(await recordsOf(store)).toEqual([...small, ["large", text]]);
});

test("closing finishes a running write, and refuses what comes later", async () => {
  const written = store.write([{ key: "a", text: "1" }]);
  await store.close();
  await written;
  await store.close();
  await expect(store.write([{ key: "b", text: "1" }])).rejects.toThrow(
    ClosedError,
  );
  await expect(recordsOf(store)).rejects.toThrow(ClosedError);
  store = await open();
  expect(await recordsOf(store)).toEqual([["a", "1"]]);
});

test("the directory that another process has open is named", async () => {
  await store.close();
  const holder = holdInAnotherProcess(directory);
  try {
    await holder.ready;
    const second = LevelStore.open(directory);
    await expect(second).rejects.toThrow(StoreLockedError);
    await expect(second).rejects.toThrow(directory);
  } finally {
    await holder.kill();
  }
  store = await open();
});

test("a store is settled while another process prepares to open it", async () => {
  const aside = `${directory}.opening-1`;
  afterwards(() => rm(aside, { recursive: true, force: true }));
  let isSettled = false;
  const preparing = (async () => {
    for (let i = 0; !isSettled; i++) {
      await mkdir(aside)
        .catch(() => {})
        .then(() => writeFile(join(aside, String(i)), ""))
        .catch(() => {});
    }
  })();
  for (let i = 0; i < 200; i++)
    await expect(store.settle()).resolves.toBeUndefined();
  isSettled = true;
  await preparing;
});

test("an unusable directory is not reported as locked", async () => {
  const file = join(directory, "file");
  await writeFile(file, "");
  await expect(LevelStore.open(file)).rejects.not.toBeInstanceOf(
    StoreLockedError,
  );
});

test("the event loop is not blocked by a write", async () => {
  const order: string[] = [];
  const text = "x".repeat(4_000_000);
  const written = store
    .write([{ key: "large", text }])
    .then(() => order.push("written"));
  setImmediate(() => order.push("immediate"));
  await written;
  expect(order).toEqual(["immediate", "written"]);
});

/** Opens a LevelDB database in a child process, which can be killed. */
function holdInAnotherProcess(path: string) {
  const script = `
    import { ClassicLevel } from "classic-level";
    const level = new ClassicLevel(process.argv[1]);
    await level.open();
    process.stdout.write("open");
    setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", script, path],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const exited = once(child, "exit");
  return {
    ready: once(child.stdout, "data"),
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
