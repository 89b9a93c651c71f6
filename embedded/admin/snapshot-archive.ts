import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mimes } from "mrmime";
import { ZipFile } from "yazl";
import type { FileStorage, StoredFile } from "../functions/files/file-storage";
import {
  SCHEDULED_FUNCTIONS,
  SESSION_REQUESTS,
  STORAGE,
} from "../functions/system-tables";
import type { Document } from "../index/document";
import { BY_CREATION_TIME } from "../index/table-definition";
import type { TableState } from "../index/table-state";
import type { Snapshot } from "../transaction/snapshot";
import { MIN_KEY } from "../values/keys";

const README = `This is a backup of the tables of a Convex deployment, as "npx convex export"
makes it. Each line of <table>/documents.jsonl is a document. Tables of
components are in _components/<name>/. "npx convex import" reads it.
`;

/** The engine's own rows that a deployment cannot do without. */
export const KEPT_SYSTEM_TABLES: ReadonlySet<string> = new Set([
  SCHEDULED_FUNCTIONS,
  SESSION_REQUESTS,
]);

/** About so many characters of JSON are compressed at a time. */
const CHUNK_CHARACTERS = 256 * 1024;
const FILE_MODE = 0o600;

/**
 * Writes a snapshot to a file, in the format of Convex's own exports. Scheduled
 * functions and finished requests are in it too: Convex passes over them.
 *
 * @param storage whose files are to be in it; null for none
 */
export async function writeSnapshotArchive(
  path: string,
  snapshot: Snapshot,
  storage: FileStorage | null,
): Promise<void> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(README), "README.md");
  for (const component of snapshot.catalog.components()) {
    addComponent(zip, snapshot, component, storage);
  }
  zip.end();
  const output = createWriteStream(path, { mode: FILE_MODE });
  await pipeline(zip.outputStream, output);
}

/** `a/b` as `_components/a/_components/b/`. */
function folderOf(component: string): string {
  const names = component === "" ? [] : component.split("/");
  return names.map((name) => `_components/${name}/`).join("");
}

function addComponent(
  zip: ZipFile,
  { catalog, tables }: Snapshot,
  component: string,
  storage: FileStorage | null,
): void {
  const folder = folderOf(component);
  const all = [...catalog.slotsOf(component)].flatMap((slot) => {
    const table = tables[slot];
    return table === undefined ? [] : [table];
  });
  const own = all.filter(({ definition }) => !definition.isSystem);
  const numbers = own
    .map(({ definition: { name, number } }) => ({ name, id: number }))
    .sort((a, b) => a.id - b.id)
    .map((entry) => `${JSON.stringify(entry)}\n`);
  zip.addBuffer(
    Buffer.from(numbers.join("")),
    `${folder}_tables/documents.jsonl`,
  );
  for (const table of all) {
    const { name, isSystem } = table.definition;
    if (name === STORAGE && storage !== null) {
      addFiles(zip, folder, table, storage);
    } else if (!isSystem || (KEPT_SYSTEM_TABLES.has(name) && table.count > 0)) {
      addTable(zip, folder, table);
    }
  }
}

function addTable(zip: ZipFile, folder: string, table: TableState): void {
  const place = `${folder}${table.definition.name}`;
  const lines = () => Readable.from(linesOf(table, ({ text }) => text));
  addLazily(zip, `${place}/documents.jsonl`, lines);
  // Says that values are spelt as in the protocol, whatever their types.
  zip.addBuffer(Buffer.from('"uniform"\n'), `${place}/generated_schema.jsonl`);
}

function addFiles(
  zip: ZipFile,
  folder: string,
  table: TableState,
  storage: FileStorage,
): void {
  const lines = () => Readable.from(linesOf(table, fileLine));
  addLazily(zip, `${folder}${STORAGE}/documents.jsonl`, lines);
  for (const document of table.tree(BY_CREATION_TIME).values(MIN_KEY)) {
    const file = storage.describe(document);
    const name = `${folder}${STORAGE}/${file.id}${suffixOf(file)}`;
    addLazily(zip, name, () => Readable.from(bodyOf(storage, file)));
  }
}

function suffixOf({ contentType }: StoredFile): string {
  const found = Object.entries(mimes).find(([, type]) => type === contentType);
  return found === undefined ? "" : `.${found[0]}`;
}

async function* bodyOf(storage: FileStorage, file: StoredFile) {
  const body = await storage.read(file);
  // A file that was deleted meanwhile leaves nothing behind.
  yield body ?? Buffer.alloc(0);
}

/** Convex calls the secret part of a file's address its internal id. */
function fileLine(document: Document): string {
  const { storageId, ...json } = document.json();
  return JSON.stringify({ ...json, internalId: storageId ?? null });
}

function addLazily(zip: ZipFile, name: string, open: () => Readable): void {
  zip.addReadStreamLazy(name, (give) => give(null, open()));
}

/** Lines in pieces large enough to be worth a stream's while. */
function* linesOf(
  table: TableState,
  lineOf: (document: Document) => string,
): Generator<string> {
  let piece = "";
  for (const document of table.tree(BY_CREATION_TIME).values(MIN_KEY)) {
    piece += `${lineOf(document)}\n`;
    if (piece.length < CHUNK_CHARACTERS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
