import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { RequestError } from "../base/errors";
import type { DocumentJson } from "../index/document";
import { parseJsonLines } from "./import-rows";

/** The documents to import into one table. */
export type ImportTable = {
  component: string;
  name: string;
  documents: DocumentJson[];
};

/** The body of a stored file, with the id of its document. */
type ImportFile = { component: string; id: string; body: Buffer };

/** The contents of a backup. */
export type ImportArchive = {
  /** Includes one table `_tables` of `{name, id}` per component. */
  tables: ImportTable[];
  files: ImportFile[];
};

const DOCUMENTS = /^(.*\/)?([^/]+)\/documents\.jsonl$/;
const STORED_FILE = /^(.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;
const COMPONENT = /_components\/([^/]+)\//g;

/**
 * Reads a ZIP file in the format of Convex's backups. Enclosing folders are
 * ignored.
 *
 * @param component the component that the archive's root is imported into
 * @throws RequestError 400 when the archive cannot be read
 */
export async function readArchive(
  path: string,
  component: string,
): Promise<ImportArchive> {
  const zip = await openArchive(path);
  const archive: ImportArchive = { tables: [], files: [] };
  try {
    for await (const entry of zip.eachEntry()) {
      await readEntry(zip, entry, component, archive);
    }
  } catch (error) {
    throw error instanceof RequestError ? error : invalid(String(error));
  } finally {
    zip.close();
  }
  return archive;
}

async function openArchive(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false });
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

async function readEntry(
  zip: ZipFile,
  entry: Entry,
  base: string,
  archive: ImportArchive,
): Promise<void> {
  const [, folder = "", name] = DOCUMENTS.exec(entry.fileName) ?? [];
  if (name !== undefined) {
    const text = (await readBody(zip, entry)).toString();
    const documents = parseJsonLines(text, entry.fileName);
    const component = componentOf(folder, base);
    archive.tables.push({ component, name, documents });
    return;
  }
  const [, around = "", id] = STORED_FILE.exec(entry.fileName) ?? [];
  if (id === undefined) return;
  const component = componentOf(around, base);
  archive.files.push({ component, id, body: await readBody(zip, entry) });
}

async function readBody(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const body = await buffer(await zip.openReadStreamPromise(entry));
  if (crc32(body) === entry.crc32) return body;
  throw invalid(`${entry.fileName} is damaged`);
}

function componentOf(folder: string, base: string): string {
  const names = [...folder.matchAll(COMPONENT)].map(([, name = ""]) => name);
  return [...(base === "" ? [] : [base]), ...names].join("/");
}

function invalid(reason: string): RequestError {
  return new RequestError(400, "InvalidZip", `Invalid ZIP file: ${reason}`);
}
