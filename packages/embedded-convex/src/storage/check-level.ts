/**
 * Checks the files of a LevelDB database before LevelDB opens it. The check
 * must come first because opening changes the files: LevelDB empties the log,
 * skips records in it that it cannot read, and deletes files that the manifest
 * does not list; and it aborts on some damage inside the tables. Whether records
 * are missing shows when the documents are loaded: they must have the sum that the
 * last commit stored.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../base/error-code";
import { readWhole } from "../base/read-whole";
import { DamagedDataError } from "./store-errors";
import { readLevelLog } from "./level-log";
import { type LevelManifest, readManifest } from "./level-manifest";
import { findTableDamage } from "./level-table";

/**
 * Checks that every file of the database in `directory` is present, and that the
 * manifest, the logs and the tables are intact.
 * Only reads.
 *
 * @throws DamagedDataError when a file is missing or corrupted
 */
export async function checkLevel(directory: string): Promise<void> {
  const manifest = await readLiveManifest(directory);
  for (const [number, size] of manifest.tables) {
    await checkTable(directory, number, size);
  }
  await checkLogs(directory, manifest.logNumber);
}

/**
 * Reads the manifest that `CURRENT` names.
 *
 * @throws DamagedDataError when either file is missing or corrupted
 */
export async function readLiveManifest(
  directory: string,
): Promise<LevelManifest> {
  const current = join(directory, "CURRENT");
  const text = (await readPart(current)).toString("latin1");
  const [, name] = /^(MANIFEST-\d+)\n$/.exec(text) ?? [];
  if (name === undefined) {
    throw new DamagedDataError(current, "does not name a manifest");
  }
  const file = join(directory, name);
  const { records, damagedAt } = readLevelLog(await readPart(file));
  if (damagedAt !== null || records.length === 0) {
    throw damage(file, damagedAt ?? 0);
  }
  try {
    return readManifest(records);
  } catch (error) {
    if (error instanceof RangeError) throw damage(file, 0);
    throw error;
  }
}

export function tableName(number: number): string {
  return `${numbered(number)}.ldb`;
}

/** Formats a file number as in LevelDB's file names. */
function numbered(number: number): string {
  return String(number).padStart(6, "0");
}

async function checkTable(
  directory: string,
  number: number,
  size: number,
): Promise<void> {
  const file = join(directory, tableName(number));
  const found = await stat(file).catch(namingMissing(file));
  if (found.size !== size) {
    const problem = `has ${found.size} bytes instead of ${size}`;
    throw new DamagedDataError(file, problem);
  }
  const damagedAt = findTableDamage(await readPart(file));
  if (damagedAt === "index")
    throw new DamagedDataError(file, "has a corrupted index");
  if (damagedAt !== null) throw damage(file, damagedAt);
}

async function checkLogs(directory: string, first: number): Promise<void> {
  const names = await readdir(directory);
  const logs = names.filter((name) => /^\d+\.log$/.test(name));
  const firstName = `${numbered(first)}.log`;
  if (first > 0 && !logs.includes(firstName)) {
    throw missing(join(directory, firstName));
  }
  for (const name of logs) {
    // The records of earlier logs are already in tables.
    if (Number.parseInt(name, 10) < first) continue;
    const file = join(directory, name);
    const { damagedAt } = readLevelLog(await readPart(file));
    if (damagedAt !== null) throw damage(file, damagedAt);
  }
}

async function readPart(file: string): Promise<Buffer> {
  return readWhole(file).catch(namingMissing(file));
}

function namingMissing(file: string): (error: unknown) => never {
  return (error) => {
    throw isMissing(error) ? missing(file) : error;
  };
}

function missing(file: string): DamagedDataError {
  return new DamagedDataError(file, "is missing");
}

function damage(file: string, offset: number): DamagedDataError {
  const problem = `is corrupted from byte ${offset} on`;
  return new DamagedDataError(file, problem);
}
