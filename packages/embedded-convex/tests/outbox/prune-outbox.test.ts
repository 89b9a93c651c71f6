import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock";
import { silentLogger } from "../base/silent-logger";
import { pruneOutbox } from "../../src/outbox/prune-outbox";
import { MemoryStore } from "../../src/storage/memory-store";
import { Database } from "../../src/transaction/database";
import { temporaryFolder } from "../engine/test-server";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW_MS = new Date(2025, 5, 28, 12).getTime();

let outbox: string;
beforeEach(async () => {
  outbox = join(await temporaryFolder(), "outbox");
  await mkdir(outbox);
});

test("mails are kept for 30 days", async () => {
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
