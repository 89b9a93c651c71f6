import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mimes } from "mrmime";
import { ZipFile } from "yazl";
import { OWNER_ONLY } from "../base/private-file";
import {
  type FileStorage,
  type StoredFile,
  toFile,
} from "../functions/syscalls/file-storage";
import {
  SCHEDULED_FUNCTIONS,
  SESSION_REQUESTS,
  STORAGE,
} from "../functions/app/function-tables";
import type { Document } from "../index/document";
import { BY_CREATION_TIME } from "../index/table-definition";
import type { TableState } from "../index/table-state";
import type { Snapshot } from "../transaction/snapshot";
import { MIN_KEY } from "../values/keys";

const README = `This is a backup of the tables of a Convex deployment, as "npx convex export"
makes it. Each line of <table>/documents.jsonl is a document. Tables of
components are in _components/<name>/. "npx convex import" reads it.
`;

/** System tables that a backup includes. */
export const KEPT_SYSTEM_TABLES: ReadonlySet<string> = new Set([
  SCHEDULED_FUNCTIONS,
  SESSION_REQUESTS,
]);

/** The archive's name says when it was made. */
const UNDATED = { mtime: new Date("2000-01-01T00:00:00Z") };
/** Approximate length of the pieces that are compressed. */
const CHUNK_CHARACTERS = 256 * 1024;

/**
 * Writes a snapshot to a file, in the format of Convex's exports. It includes
 * scheduled functions and session requests, which Convex ignores. An older file
 * stays until the new one is complete.
 *
 * @param storage provides the stored files to include; null for none. It holds
 *   those that are deleted meanwhile
 * @throws DamagedDataError when a stored file is missing or damaged
 */
export async function writeSnapshotArchive(
  path: string,
  snapshot: Snapshot,
  storage: FileStorage | null,
): Promise<void> {
  const zip = new ZipFile();
  const content = new PassThrough();
  zip.outputStream.pipe(content);
  // What cannot be read ends the backup, and not the server.
  zip.on("error", (error: Error) => content.destroy(error));
  zip.addBuffer(Buffer.from(README), "README.md", UNDATED);
  for (const component of snapshot.catalog.components()) {
    addComponent(zip, snapshot, component, storage);
  }
  zip.end();
  const aside = `${path}.${randomUUID()}.tmp`;
  const output = createWriteStream(aside, {
    mode: OWNER_ONLY.file,
    flush: true,
  });
  try {
    await pipeline(content, output);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** `a/b` becomes `_components/a/_components/b/`. */
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
    UNDATED,
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
  // Declares that all values use the protocol's encoding.
  const schema = `${place}/generated_schema.jsonl`;
  zip.addBuffer(Buffer.from('"uniform"\n'), schema, UNDATED);
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
    const file = toFile(document);
    const name = `${folder}${STORAGE}/${file.id}${suffixOf(file)}`;
    addLazily(zip, name, () => Readable.from(bodyOf(storage, file)));
  }
}

function suffixOf({ contentType }: StoredFile): string {
  const found = Object.entries(mimes).find(([, type]) => type === contentType);
  return found === undefined ? "" : `.${found[0]}`;
}

async function* bodyOf(storage: FileStorage, file: StoredFile) {
  yield await storage.bodies.require(file);
}

/** Convex names the secret part of a file's URL `internalId`. */
function fileLine(document: Document): string {
  const { storageId, ...json } = document.json();
  return JSON.stringify({ ...json, internalId: storageId ?? null });
}

function addLazily(zip: ZipFile, name: string, open: () => Readable): void {
  zip.addReadStreamLazy(name, UNDATED, (give) => {
    const stream = open();
    stream.on("error", (error) => zip.emit("error", error));
    give(null, stream);
  });
}

/** Joins lines into pieces of efficient size for a stream. */
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
