import {
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock";
import { silentLogger } from "../base/silent-logger";
import { contentsOf, fileNamed, flip } from "../base/files";
import { DamagedDataError } from "../../src/storage/store-errors";
import { LevelStore } from "../../src/storage/level-store";
import { Database } from "../../src/transaction/database";
import { thorough } from "../thorough";
import { recordsOf } from "./records-of";
import { temporaryFolder } from "../base/afterwards";

/** Bits to flip in each file; FLIPS=200 tests more thoroughly. */
const FLIPS = Number(process.env.FLIPS ?? (thorough ? 12 : 4));
const SEED = Number(process.env.SEED ?? 20250628);

let place: string;
/** The store of a killed process: tables, and a log with later records. */
let killed: string;

beforeAll(async () => {
  place = await temporaryFolder();
  const path = join(place, "living");
  await withDatabase(path, async (database) => {
    for (let n = 0; n < 300; n++) await insert(database, n, "x".repeat(n));
  });
  await withDatabase(path, async (database) => {
    for (let n = 0; n < 120; n++) await insert(database, n, "y".repeat(2 * n));
    killed = join(place, "killed");
    await cp(path, killed, { recursive: true });
  });
});

describe("acknowledged data", () => {
  test("survives a kill", async () => {
    expect(await countOf(await copyOf(killed))).toBe(420);
  });

  test("is never lost unnoticed when one bit of any file flips", async () => {
    const expected = await documentsOf(await copyOf(killed));
    const random = randomFrom(SEED);
    const names = await readdir(killed);
    const noticed = new Map(names.map((name) => [name, 0]));
    const lost: string[] = [];
    for (const name of names) {
      for (let i = 0; i < FLIPS; i++) {
        const copy = await copyOf(killed);
        const { size } = await stat(join(copy, name));
        const bit = Math.floor(random() * size * 8);
        if (size > 0) await flip(join(copy, name), bit >> 3, 1 << (bit % 8));
        const outcome = await outcomeOf(copy, expected);
        if (outcome === "noticed") noticed.set(name, i + 1);
        if (outcome === "lost") lost.push(`${name}, bit ${bit}`);
        await rm(copy, { recursive: true });
      }
    }
    expect(lost).toEqual([]);
    const log = names.find((name) => name.endsWith(".log")) ?? "";
    expect(noticed.get(log)).toBe(FLIPS);
  }, 600_000);

  test("is reported damaged, and left unchanged, when a table is damaged or cut short", async () => {
    for (const spoil of [flip, truncate]) {
      const copy = await copyOf(killed);
      await spoil(await fileNamed(copy, ".ldb"), 5);
      const before = await contentsOf(copy);
      await expect(documentsOf(copy)).rejects.toBeInstanceOf(DamagedDataError);
      expect(await contentsOf(copy)).toEqual(before);
    }
  });

  test("is reported damaged, before LevelDB reads it, when any part of a table is", async () => {
    const name = basename(await fileNamed(killed, ".ldb"));
    const { size } = await stat(join(killed, name));
    for (
      let at = 0;
      at < size - 48;
      at += Math.ceil(size / (thorough ? 40 : 12))
    ) {
      const copy = await copyOf(killed);
      // LevelDB aborts the process on some of these.
      await flip(join(copy, name), at, 0x80);
      await expect(LevelStore.open(copy)).rejects.toThrow("corrupted");
    }
  });

  test("is reported damaged when a table's index, or where it is, is", async () => {
    const name = basename(await fileNamed(killed, ".ldb"));
    const { size } = await stat(join(killed, name));
    const [footerAt, indexEnd] = [size - 48, size - 48 - 5];
    for (const at of [0, 1, 2, 3, 4, 5].map((n) => footerAt + n)) {
      const copy = await copyOf(killed);
      await flip(join(copy, name), at, 0x80);
      await expect(LevelStore.open(copy)).rejects.toThrow(
        `${name} has a corrupted index`,
      );
    }
    const copy = await copyOf(killed);
    await flip(join(copy, name), indexEnd - 1);
    await expect(LevelStore.open(copy)).rejects.toThrow("corrupted index");
  });

  test("is reported damaged when the manifest ends after its first record", async () => {
    const copy = await copyOf(killed);
    const manifest = await fileNamed(copy, "MANIFEST-");
    await truncate(manifest, (await readFile(manifest)).readUInt16LE(4) + 7);
    const before = await contentsOf(copy);
    await expect(LevelStore.open(copy)).rejects.toMatchObject({
      name: "DamagedDataError",
      message: expect.stringMatching(/Corruption/),
    });
    expect(await contentsOf(copy)).toEqual(before);
  });

  test.each([".ldb", ".log", "CURRENT", "MANIFEST-"])(
    "is reported damaged, and left unchanged, when %s is missing",
    async (kind) => {
      const copy = await copyOf(killed);
      await rm(await fileNamed(copy, kind));
      const before = await contentsOf(copy);
      const opening = LevelStore.open(copy);
      await expect(opening).rejects.toBeInstanceOf(DamagedDataError);
      await expect(opening).rejects.toThrow(/is missing/);
      expect(await contentsOf(copy)).toEqual(before);
    },
  );

  test("is reported damaged when the first records of a log are gone", async () => {
    const copy = await copyOf(killed);
    const log = await fileNamed(copy, ".log");
    const bytes = await readFile(log);
    // An empty log looks like a crash before the first write. A log without its
    // first records is complete in itself, but must be detected. The very first one
    // may be nothing but a time that a later one replaces.
    const half = await copyOf(killed);
    await writeFile(await fileNamed(half, ".log"), "");
    await expect(documentsOf(half)).resolves.toHaveLength(300 + 4);
    // Another file's content in its place is no log.
    const other = await copyOf(killed);
    const foreign = await fileNamed(other, ".log");
    await cp(join(other, "CURRENT"), foreign);
    await expect(documentsOf(other)).rejects.toThrow(foreign);
    let start = 0;
    for (let n = 0; n < 10; n++) start += bytes.readUInt16LE(start + 4) + 7;
    await writeFile(log, bytes.subarray(start));
    await expect(documentsOf(copy)).rejects.toBeInstanceOf(DamagedDataError);
  });
});

describe("a write that a kill cut short", () => {
  test.each([1, 6, 7, 8, 60])(
    "is ignored when only %d bytes of it are in the log",
    async (bytes) => {
      const copy = await copyOf(killed);
      const log = await fileNamed(copy, ".log");
      const { size } = await stat(log);
      const record = (await readFile(log)).subarray(0, bytes);
      await appendFile(log, record);
      expect((await stat(log)).size).toBe(size + bytes);
      expect(await countOf(copy)).toBe(420);
    },
  );

  test("is ignored when its space is still zero", async () => {
    const copy = await copyOf(killed);
    const log = await fileNamed(copy, ".log");
    await truncate(log, (await stat(log)).size + 5000);
    expect(await countOf(copy)).toBe(420);
  });

  test("loses no other records, whatever the length of the log", async () => {
    const log = basename(await fileNamed(killed, ".log"));
    const { size } = await stat(join(killed, log));
    const random = randomFrom(SEED);
    let least = 420;
    for (let i = 0; i < 20; i++) {
      const copy = await copyOf(killed);
      await truncate(join(copy, log), Math.floor(random() * size));
      const count = await countOf(copy);
      expect(count).toBeGreaterThanOrEqual(300);
      least = Math.min(least, count);
      await rm(copy, { recursive: true });
    }
    expect(least).toBeLessThan(420);
  });
});

test("records that the files have lost are missed in the sum, and the files stay", async () => {
  const path = join(place, "old");
  await withDatabase(path, (database) => insert(database, 1, "old"));
  const again = await LevelStore.open(path);
  const records = await recordsOf(again);
  const lost = records.filter(([, text]) => text.includes("old"));
  await again.write(lost.map(([key]) => ({ key, text: null })));
  await again.close();
  // Copies that were mixed have such files; LevelDB would overwrite or delete them.
  for (let number = 10; number < 30; number++) {
    const file = join(path, `MANIFEST-0000${number}`);
    await writeFile(file, "not listed", { flag: "wx" }).catch(() => {});
  }
  const before = await contentsOf(path);
  await expect(documentsOf(path)).rejects.toBeInstanceOf(DamagedDataError);
  // Only the loaded records show the loss, so LevelDB had opened its files by
  // then, and a repair needs them as they were.
  expect(await contentsOf(path)).toEqual(before);
  expect(await readdir(place)).not.toContainEqual(
    expect.stringContaining("opening"),
  );
});

async function withDatabase<Result>(
  path: string,
  work: (database: Database, store: LevelStore) => Promise<Result>,
): Promise<Result> {
  const store = await LevelStore.open(path);
  try {
    const database = await Database.open({
      store,
      clock: systemClock,
      logger: silentLogger,
      onFatal: () => {},
    });
    return await work(database, store);
  } finally {
    await store.close();
  }
}

async function insert(database: Database, n: number, text: string) {
  const transaction = database.begin();
  transaction.insert("", "notes", { n, text });
  await database.commit(transaction);
}

/** Opens the database as a server does; returns all records of its store. */
const documentsOf = (path: string) =>
  withDatabase(path, (_, store) => recordsOf(store));

/** Tells what damage did to a store with the `expected` records. */
async function outcomeOf(
  path: string,
  expected: unknown,
): Promise<"noticed" | "harmless" | "lost"> {
  try {
    return isDeepStrictEqual(await documentsOf(path), expected)
      ? "harmless"
      : "lost";
  } catch (error) {
    if (error instanceof DamagedDataError) return "noticed";
    throw error;
  }
}

async function countOf(path: string): Promise<number> {
  return withDatabase(path, async (database) => {
    const [notes] = database.tables("").filter(({ name }) => name === "notes");
    return notes?.count ?? 0;
  });
}

let copies = 0;

async function copyOf(path: string): Promise<string> {
  const copy = join(place, `copy-${copies++}`);
  await mkdir(copy);
  await cp(path, copy, { recursive: true });
  return copy;
}

/** Returns a generator of numbers from 0 to 1 for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
