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
import { ClassicLevel } from "classic-level";
import { beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock";
import { silentLogger } from "../base/silent-logger";
import { contentsOf, fileNamed, flip } from "../base/files";
import { DamagedDataError } from "../../src/storage/store-errors";
import { LevelStore } from "../../src/storage/level-store";
import { LevelUndo } from "../../src/storage/level-undo";
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

  test("is reported damaged, before LevelDB reads it, when any part of a table is, or it is cut short", async () => {
    const name = basename(await fileNamed(killed, ".ldb"));
    const { size } = await stat(join(killed, name));
    const step = Math.ceil(size / (thorough ? 40 : 12));
    // In its index and in the footer, which says where that is, too.
    const places = [size - 54, size - 48, size - 1];
    for (let at = 0; at < size; at += step) places.push(at);
    for (const at of [null, ...places]) {
      const copy = await copyOf(killed);
      // LevelDB aborts the process on some of these.
      if (at === null) await truncate(join(copy, name), 5);
      else await flip(join(copy, name), at, 0x80);
      const before = await contentsOf(copy);
      const opening = LevelStore.open(copy);
      await expect(opening).rejects.toBeInstanceOf(DamagedDataError);
      await expect(opening).rejects.toThrow(`${name} has changed`);
      expect(await contentsOf(copy)).toEqual(before);
    }
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
      await expect(opening).rejects.toThrow(/missing|No such file/);
      expect(await contentsOf(copy)).toEqual(before);
    },
  );

  test("is reported damaged when the first records of a log are gone", async () => {
    const copy = await copyOf(killed);
    const log = await fileNamed(copy, ".log");
    const bytes = await readFile(log);
    // A log without its first records is complete in itself. The very first one
    // may be nothing but a time that a later one replaces.
    // Another file's content in its place is no log.
    const other = await copyOf(killed);
    const foreign = await fileNamed(other, ".log");
    await cp(join(other, "CURRENT"), foreign);
    await expect(documentsOf(other)).rejects.toThrow("changes are missing");
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
      // These were acknowledged, so it takes somebody who does without them.
      const refusal = await countOf(copy).catch(String);
      expect(refusal).toContain(`delete ${join(copy, "WRITES")}`);
      await rm(join(copy, "WRITES"));
      const count = await countOf(copy);
      expect(count).toBeGreaterThanOrEqual(300);
      least = Math.min(least, count);
      await rm(copy, { recursive: true });
    }
    expect(least).toBeLessThan(420);
  });
});

describe("a start that was killed before it had compared", () => {
  /** Returns what is kept beside the store. */
  async function killedStart(directory: string) {
    const { aside } = await LevelUndo.prepare(directory);
    const level = new ClassicLevel(directory);
    await level.open();
    await level.close();
    return aside;
  }

  test("leaves nothing behind once another start has found all", async () => {
    const copy = await copyOf(killed);
    await killedStart(copy);
    expect(await asideOf(copy)).toHaveLength(1);
    await withDatabase(copy, (_, store) => store.settle());
    expect(await asideOf(copy)).toEqual([]);
    expect(await countOf(copy)).toBe(420);
  });

  test.each([0.3, 1])(
    "has destroyed nothing: a log damaged at %d of its length",
    async (part) => {
      const copy = await copyOf(killed);
      const log = await fileNamed(copy, ".log");
      await flip(log, Math.floor(((await stat(log)).size - 20) * part));
      const before = await contentsOf(copy);
      const aside = await killedStart(copy);
      for (let start = 0; start < 2; start++)
        await expect(documentsOf(copy)).rejects.toBeInstanceOf(
          DamagedDataError,
        );
      const kept = await contentsOf(aside);
      const names = [...kept.keys()].map((path) => basename(path));
      expect(names.length).toBeGreaterThanOrEqual(before.size - 1);
      for (const name of names)
        expect(kept.get(join(aside, name))).toBe(before.get(join(copy, name)));
    },
  );
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
    for (const name of [`MANIFEST-0000${number}`, `0000${number}.ldb`])
      await writeFile(join(path, name), "not listed", { flag: "wx" }).catch(
        () => {},
      );
  }
  const before = await contentsOf(path);
  await expect(documentsOf(path)).rejects.toBeInstanceOf(DamagedDataError);
  // Only the loaded records show the loss, so LevelDB had opened its files by
  // then, and a repair needs them as they were.
  expect(await contentsOf(path)).toEqual(before);
  expect(await asideOf(path)).toEqual([]);
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

/** Returns the names of the folders that starts have made beside a store. */
async function asideOf(path: string): Promise<string[]> {
  const names = await readdir(place);
  return names.filter((name) => name.startsWith(`${basename(path)}.opening-`));
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
