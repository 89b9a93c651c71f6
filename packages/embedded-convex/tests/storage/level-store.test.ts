import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { LevelStore } from "../../src/storage/level-store";
import { StoreLockedError } from "../../src/storage/store-errors";
import { storeContract } from "./store-contract";
import { temporaryFolder } from "../base/afterwards";

storeContract("LevelStore", async () => {
  const directory = await temporaryFolder();
  return () => LevelStore.open(directory);
});

describe("LevelStore", () => {
  let directory: string;

  beforeEach(async () => {
    directory = await temporaryFolder();
  });

  test("creates its directory", async () => {
    const path = join(directory, "a", "b");
    const store = await LevelStore.open(path);
    await store.close();
    expect(await readdir(path)).toContain("CURRENT");
  });

  test("names the directory that another process has open", async () => {
    const holder = holdInAnotherProcess(directory);
    try {
      await holder.ready;
      const second = LevelStore.open(directory);
      await expect(second).rejects.toThrow(StoreLockedError);
      await expect(second).rejects.toThrow(directory);
    } finally {
      await holder.kill();
    }
    const store = await LevelStore.open(directory);
    await store.close();
  });

  test("is settled while another process prepares to open it", async () => {
    const path = join(directory, "store");
    const store = await LevelStore.open(path);
    const aside = `${path}.opening-1`;
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
    await store.close();
  });

  test("does not report an unusable directory as locked", async () => {
    const file = join(directory, "file");
    await writeFile(file, "");
    await expect(LevelStore.open(file)).rejects.not.toBeInstanceOf(
      StoreLockedError,
    );
  });

  test("does not block the event loop while it writes", async () => {
    const store = await LevelStore.open(directory);
    const order: string[] = [];
    const text = "x".repeat(4_000_000);
    const written = store
      .write([{ key: "large", text }])
      .then(() => order.push("written"));
    setImmediate(() => order.push("immediate"));
    await written;
    await store.close();
    expect(order).toEqual(["immediate", "written"]);
  });
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
