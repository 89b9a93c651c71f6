import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { badRequest, RequestError, messageOf } from "../base/errors";
import { STORAGE } from "../functions/app/function-tables";
import { digestOf } from "../functions/syscalls/file-bodies";
import type { DocumentJson } from "../index/document";
import { parseJsonLines } from "./import-rows";

export type ImportTable = {
  component: string;
  name: string;
  documents: DocumentJson[];
};

/** The body of a stored file, with the id of its document and its entry's name. */
type ImportFile = {
  component: string;
  id: string;
  name: string;
  body: Buffer;
};

export type ImportArchive = {
  /** Includes one table `_tables` of `{name, id}` per component. */
  tables: ImportTable[];
  /** One for each document of `_storage`, which says what it holds. */
  files: ImportFile[];
};

const DOCUMENTS = /^(.*\/)?([^/]+)\/documents\.jsonl$/;
const STORED_FILE = /^(.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;
/** Begins each entry of an archive's directory. */
const ENTRY_SIGNATURE = Buffer.from("PK\x01\x02", "latin1");
const COMPONENT = /_components\/([^/]+)\//g;

/**
 * Reads a ZIP file in the format of Convex's backups. Enclosing folders are
 * ignored.
 *
 * @param component the component that the archive's root is imported into
 * @throws RequestError 400 when the archive cannot be read, or a stored file is
 *   missing or not what its document says
 */
export async function readArchive(
  path: string,
  component: string,
): Promise<ImportArchive> {
  const zip = await openPromise(path, { autoClose: false }).catch(
    (error: unknown) => {
      throw invalid(messageOf(error));
    },
  );
  const archive: ImportArchive = { tables: [], files: [] };
  try {
    for await (const entry of zip.eachEntry()) {
      await requireSameName(zip, entry);
      await readEntry(zip, entry, component, archive);
    }
    await requireEnd(zip, path);
    await requireDescribed(archive);
  } catch (error) {
    throw error instanceof RequestError ? error : invalid(String(error));
  } finally {
    zip.close();
  }
  return archive;
}

/**
 * Requires that the archive gives an entry the same name in both places. The
 * checksum does not cover names, and a table with a wrong one would be left out,
 * as if it had been empty.
 */
async function requireSameName(zip: ZipFile, entry: Entry): Promise<void> {
  const { fileName } = await zip.readLocalFileHeaderPromise(entry);
  if (fileName.equals(entry.fileNameRaw)) return;
  throw invalid(`the name of ${entry.fileName} is damaged`);
}

/** Requires that no more entries follow those that the archive's end counts. */
async function requireEnd(zip: ZipFile, path: string): Promise<void> {
  const file = await open(path);
  try {
    const next = Buffer.alloc(ENTRY_SIGNATURE.length);
    await file.read(next, 0, next.length, Number(zip.readEntryCursor));
    if (next.equals(ENTRY_SIGNATURE)) throw invalid("it has uncounted entries");
  } finally {
    await file.close();
  }
}

/**
 * Requires that the stored files are what their documents say. The checksum of
 * an entry does not tell whether it was damaged, or exchanged with another,
 * before the archive was made. Completes documents that do not say it.
 */
async function requireDescribed(archive: ImportArchive): Promise<void> {
  const { tables, files } = archive;
  for (const { component, name: table, documents } of tables) {
    if (table !== STORAGE) continue;
    const byId = new Map(
      files.filter((f) => f.component === component).map((f) => [f.id, f]),
    );
    for (const document of documents) {
      const id = document._id;
      const file = typeof id === "string" ? byId.get(id) : undefined;
      if (file === undefined)
        throw badRequest(
          "MissingFile",
          `The body of the stored file ${JSON.stringify(id)} is missing`,
        );
      const { name, body } = file;
      const found = { size: body.length, sha256: await digestOf(body) };
      const { size = found.size, sha256 = found.sha256 } = document;
      if (size !== found.size || sha256 !== found.sha256) {
        const where = `of ${JSON.stringify(id)} in ${STORAGE}/documents.jsonl`;
        throw invalid(`${name} does not have the size and sha256 ${where}`);
      }
      Object.assign(document, found);
    }
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
  const body = await readBody(zip, entry);
  archive.files.push({ component, id, name: entry.fileName, body });
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
  return badRequest("InvalidZip", `Invalid ZIP file: ${reason}`);
}
