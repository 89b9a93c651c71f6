import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test, vi } from "vitest";
import { ZipFile } from "yazl";
import { readArchive } from "../../src/admin/import-archive";
import { writeSnapshotArchive } from "../../src/admin/snapshot-archive";
import { temporaryFolder } from "../base/afterwards";
import { openDatabase } from "../transaction/fixtures";

/** The document of the stored file in the archive. */
const FILE = {
  _id: "a",
  size: 6,
  sha256: "dxgk3kIodkL6D74LVouAzDKQ4pt9PNbvvHsbjrEDewQ=",
};

let place: string;
let archive: string;

beforeAll(async () => {
  place = await temporaryFolder();
  archive = await zipped("backup.zip", {
    "_tables/documents.jsonl": '{"name":"notes","id":1}\n',
    "notes/documents.jsonl": '{"text":"one"}\n{"text":"two"}\n',
    "_storage/documents.jsonl": `${JSON.stringify(FILE)}\n`,
    "_storage/a.bin": "a body",
  });
});

/** Writes an archive, and returns its path. */
async function zipped(
  name: string,
  entries: Record<string, string>,
): Promise<string> {
  const zip = new ZipFile();
  for (const [entry, text] of Object.entries(entries)) {
    zip.addBuffer(Buffer.from(text), entry);
  }
  zip.end();
  const path = join(place, name);
  await writeFile(path, await buffer(zip.outputStream));
  return path;
}

test("an archive with one wrong bit is refused, or gives what it held", async () => {
  const whole = await readArchive(archive, "");
  expect(whole.tables).toHaveLength(3);
  const bytes = await readFile(archive);
  const damaged = join(place, "damaged.zip");
  const differing: number[] = [];
  let refused = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << (at % 8)), at);
    await writeFile(damaged, copy);
    const found = await readArchive(damaged, "").catch(() => null);
    if (found === null) refused += 1;
    else if (JSON.stringify(found) !== JSON.stringify(whole))
      differing.push(at);
  }
  expect(differing).toEqual([]);
  expect(refused).toBeGreaterThan(bytes.length / 3 / 3);
});

test("an archive whose end counts fewer entries than it has is refused", async () => {
  const bytes = await readFile(archive);
  const shortened = join(place, "shortened.zip");
  const end = bytes.length - 22;
  bytes.writeUInt16LE(bytes.readUInt16LE(end + 10) - 1, end + 10);
  await writeFile(shortened, bytes);
  await expect(readArchive(shortened, "")).rejects.toThrow(
    "it has uncounted entries",
  );
});

test("a stored file that is not what its document says is refused by name", async () => {
  const read = async (file: object, body = "a body") =>
    readArchive(
      await zipped("files.zip", {
        "_storage/documents.jsonl": JSON.stringify(file),
        "_storage/a.bin": body,
      }),
      "",
    );
  const refusal =
    "Invalid ZIP file: _storage/a.bin does not have the size and sha256";
  await expect(read(FILE, "b body")).rejects.toThrow(refusal);
  await expect(read({ ...FILE, size: 7 })).rejects.toThrow(refusal);
  await expect(read({ _id: "b" })).rejects.toThrow('"b" is missing');
  // Convex lets an archive leave both out.
  const { tables } = await read({ _id: "a" });
  expect(tables).toMatchObject([{ documents: [FILE] }]);
});

test("a backup can be made before 1970", async () => {
  const { database } = await openDatabase();
  const path = join(place, "early.zip");
  vi.useFakeTimers({ toFake: ["Date"], now: -1 });
  try {
    await writeSnapshotArchive(path, database.snapshot(), null);
  } finally {
    vi.useRealTimers();
    await database.close();
  }
  await expect(readArchive(path, "")).resolves.toMatchObject({ files: [] });
});
