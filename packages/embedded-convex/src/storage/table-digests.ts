/**
 * LevelDB verifies the checksums in its tables only if it is told to, which the
 * Node binding cannot: on some flipped bits it ends the process. So the digests
 * of tables are noted while the store is open, and compared before it is opened.
 * A table in use never changes, and no later one gets its name.
 */
import { hash } from "node:crypto";
import { join } from "node:path";
import type { ClassicLevel } from "classic-level";
import { nullIfMissing } from "../base/error-code";
import { writePrivateFile } from "../base/private-file";
import { readWhole } from "../base/read-whole";
import { DamagedDataError } from "./store-errors";

const LIST = "TABLES";

/** Notes the tables that `level`, which is open in `directory`, has finished and uses. */
export async function noteTables(
  directory: string,
  level: ClassicLevel,
): Promise<void> {
  const known = await notedIn(directory);
  const inUse = level.getProperty("leveldb.sstables").matchAll(/^ (\d+):/gm);
  let text = "";
  for (const [, number = ""] of inUse) {
    const name = `${number.padStart(6, "0")}.ldb`;
    const digest = known.get(name) ?? (await digestOf(join(directory, name)));
    if (digest !== null) text += `${name} ${digest}\n`;
  }
  await writePrivateFile(join(directory, LIST), text);
}

/**
 * Leaves to LevelDB the tables that are not noted, which it made just before a
 * kill, and those that are missing: it may have replaced them.
 *
 * @throws DamagedDataError when a table has changed since it was noted
 */
export async function checkTables(directory: string): Promise<void> {
  for (const [name, noted] of await notedIn(directory)) {
    const file = join(directory, name);
    const found = await digestOf(file);
    if (found !== null && found !== noted)
      throw new DamagedDataError(file, "has changed since it was written");
  }
}

async function notedIn(directory: string): Promise<Map<string, string>> {
  const file = join(directory, LIST);
  const text = await readWhole(file).catch(nullIfMissing);
  const lines = (text?.toString() ?? "").matchAll(/^(\S+\.ldb) (\S+)$/gm);
  return new Map(
    Array.from(lines, ([, name = "", digest = ""]) => [name, digest]),
  );
}

/** Null for a table that LevelDB has replaced meanwhile. */
async function digestOf(file: string): Promise<string | null> {
  const bytes = await readWhole(file).catch(nullIfMissing);
  return bytes === null ? null : hash("sha256", bytes);
}
