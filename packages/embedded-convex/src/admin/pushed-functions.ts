import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { type AppSource, EMPTY_SOURCE } from "../functions/loading/app-source";
import type { Database } from "../transaction/database";
import type { Transaction } from "../transaction/transaction";
import { PUSHED_FUNCTIONS } from "./admin-tables";
import { replaceSystemRows, systemRows } from "./system-rows";

/** An app as it is stored: compressed, and split into parts. */
type PackedApp = readonly Uint8Array[];

const PART_BYTES = 512 * 1024;

/** @returns the app in parts that fit into documents */
export async function packApp(app: AppSource): Promise<PackedApp> {
  const bytes = await promisify(gzip)(JSON.stringify(app));
  const count = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: count }, (_, part) =>
    bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
}

export function keepPushedApp(
  transaction: Transaction,
  parts: PackedApp,
): void {
  const rows = parts.map((bytes, part) => ({
    part,
    data: new Uint8Array(bytes).buffer,
  }));
  replaceSystemRows(transaction, PUSHED_FUNCTIONS, rows);
}

/** @returns the app that was pushed last, or an empty one */
export async function readPushedApp(database: Database): Promise<AppSource> {
  const documents = database.read((transaction) =>
    systemRows(transaction, PUSHED_FUNCTIONS),
  );
  const rows = documents.map(
    ({ value }) => value as { part: number; data: ArrayBuffer },
  );
  if (rows.length === 0) return EMPTY_SOURCE;
  rows.sort((a, b) => a.part - b.part);
  const packed = Buffer.concat(rows.map(({ data }) => new Uint8Array(data)));
  const bytes = await promisify(gunzip)(packed);
  return JSON.parse(bytes.toString()) as AppSource;
}
