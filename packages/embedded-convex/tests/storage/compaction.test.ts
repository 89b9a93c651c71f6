import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock";
import { codeOf } from "../../src/base/error-code";
import { silentLogger } from "../base/silent-logger";
import { LevelStore } from "../../src/storage/level-store";
import { Database } from "../../src/transaction/database";
import { temporaryFolder } from "../base/afterwards";

let directory: string;
beforeEach(async () => {
  directory = await temporaryFolder();
});

test("compacting removes deleted and overwritten documents from the disk", async () => {
  const level = await LevelStore.open(directory);
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

/** Lists and reads again if LevelDB deletes a file in between. */
async function rawBytes(): Promise<string> {
  for (;;) {
    const files = (await readdir(directory)).map((name) =>
      readFile(join(directory, name), "latin1"),
    );
    try {
      return (await Promise.all(files)).join("");
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
}
