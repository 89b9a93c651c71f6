import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock";
import { silentLogger } from "../../src/base/logger";
import { Caretaker } from "../../src/deployment/caretaker";
import { pruneOutbox } from "../../src/outbox/prune-outbox";
import { LevelStore } from "../../src/storage/level-store";
import { MemoryStore } from "../../src/storage/memory-store";
import { Database } from "../../src/transaction/database";
import { closeAll, temporaryFolder } from "../engine/test-server";
import { TestTime } from "../functions/test-time";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW_MS = new Date(2025, 5, 28, 12).getTime();

let folder: string;
let looks = 0;
let compactions = 0;
let prunings = 0;
let failure: Error | null = null;
const lost: unknown[] = [];

const store = {
  assertThere: async () => {
    looks++;
    if (failure !== null) throw failure;
  },
  compact: async () => {
    compactions++;
  },
};

beforeEach(async () => {
  folder = await temporaryFolder();
  looks = 0;
  compactions = 0;
  prunings = 0;
  failure = null;
  lost.length = 0;
});
afterEach(closeAll);

function open(assertThere = store.assertThere) {
  const time = new TestTime(NOW_MS);
  const caretaker = new Caretaker({
    store: { ...store, assertThere },
    keys: { keepFile: async () => false },
    pruneOutbox: async () => {
      prunings++;
    },
    clock: time,
    timers: time,
    logger: silentLogger,
    onLost: (error) => lost.push(error),
  });
  return { caretaker, time };
}

test("the data is checked every second until it is gone", async () => {
  const { caretaker, time } = open();
  await pass(time, 5_000);
  expect(looks).toBe(5);
  failure = new Error("gone");
  await pass(time, 5_000);
  expect(lost).toEqual([failure]);
  await caretaker.close();
});

test("it tidies ten minutes after the start, and each night at four", async () => {
  // A first look that does not end: days of looks would take seconds.
  const { caretaker, time } = open(() => new Promise(() => {}));
  await pass(time, 11 * 60_000);
  expect(compactions).toBe(1);
  await pass(time, 15.5 * 60 * 60_000);
  expect(compactions).toBe(1);
  await pass(time, 60 * 60_000);
  expect(compactions).toBe(2);
  await pass(time, DAY_MS);
  expect(compactions).toBe(3);
  expect(prunings).toBe(3);
  await caretaker.close();
  await pass(time, 2 * DAY_MS);
  expect(compactions).toBe(3);
});

test("mails are kept for 30 days", async () => {
  const outbox = join(folder, "outbox");
  await mkdir(outbox);
  for (const [name, days] of [
    ["old.eml", 31],
    ["new.eml", 29],
  ] as const) {
    await writeFile(join(outbox, name), "");
    const written = new Date(NOW_MS - days * DAY_MS);
    await utimes(join(outbox, name), written, written);
  }
  await pruneOutbox(outbox, NOW_MS, null);
  expect(await readdir(outbox)).toEqual(["new.eml"]);
});

test("mails to addresses that no document holds are kept for a day", async () => {
  const outbox = join(folder, "outbox");
  await mkdir(outbox);
  for (const [name, hours, to] of [
    ["gone.eml", 25, "Asha <asha@x7kq.in>"],
    ["gone-too.eml", 25, "asha@x7kq.in, <ravi@w3zt.in>"],
    ["new.eml", 23, "asha@x7kq.in"],
    ["stored.eml", 25, "Mira@y5rs.in"],
    ["one-stored.eml", 25, "asha@x7kq.in, mira@y5rs.in"],
    ["no-mail.eml", 25, ""],
    ["no-mail.txt", 25, "asha@x7kq.in"],
    ["unreadable.eml", 25, `asha@x7kq.in\r\nX-Long: ${"x".repeat(3_000_000)}`],
  ] as const) {
    await writeFile(join(outbox, name), `To: ${to}\r\n\r\nmira@y5rs.in`);
    const written = new Date(NOW_MS - hours * 60 * 60_000);
    await utimes(join(outbox, name), written, written);
  }
  const database = await Database.open({
    store: new MemoryStore(),
    clock: systemClock,
    logger: silentLogger,
    onFatal: () => {},
  });
  const transaction = database.begin();
  transaction.insert("", "people", { email: "mira@y5rs.in", name: "Mira" });
  transaction.insert("", "notes", {
    text: "Ask asha@x7kq.in. Or ravi@w3zt.in?",
  });
  await database.commit(transaction);
  await pruneOutbox(outbox, NOW_MS, database.snapshot());
  expect((await readdir(outbox)).sort()).toEqual([
    "new.eml",
    "no-mail.eml",
    "no-mail.txt",
    "one-stored.eml",
    "stored.eml",
    "unreadable.eml",
  ]);
  await database.close();
});

test("compacting removes deleted and overwritten documents from the disk", async () => {
  const level = await LevelStore.open(join(folder, "documents"));
  const database = await Database.open({
    store: level,
    clock: systemClock,
    logger: silentLogger,
    onFatal: () => {},
  });
  // Enough documents for tables on several levels.
  for (let batch = 0; batch < 12; batch++) {
    const transaction = database.begin();
    for (let n = 0; n < 400; n++) {
      const text = Math.random().toString(36).repeat(80).slice(0, 1000);
      transaction.insert("", "notes", { n, text });
    }
    await database.commit(transaction);
  }
  const first = database.begin();
  const deleted = first.insert("", "people", { secret: "asha@x7kq.in" });
  const changed = first.insert("", "people", { secret: "ravi@w3zt.in" });
  await database.commit(first);
  expect(await rawBytes()).toContain("asha@x7kq.in");
  const second = database.begin();
  second.remove("", deleted);
  second.patch("", changed, { secret: "nobody" });
  await database.commit(second);
  expect(await rawBytes()).toContain("asha@x7kq.in");
  await level.compact();
  const bytes = await rawBytes();
  expect(bytes).not.toContain("asha@x7kq.in");
  expect(bytes).not.toContain("ravi@w3zt.in");
  await database.close();
});

/** Advances the test's time, then waits for the disk. */
async function pass(time: TestTime, byMs: number): Promise<void> {
  await time.advance(byMs);
  await new Promise((resolve) => setTimeout(resolve, 100));
}

async function rawBytes(): Promise<string> {
  const documents = join(folder, "documents");
  const files = (await readdir(documents)).map((name) =>
    readFile(join(documents, name), "latin1"),
  );
  return (await Promise.all(files)).join("");
}
