import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the content of every file below a folder, by path. */
export async function contentsOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map(
    async (file) => [file, await readFile(file, "hex")] as const,
  );
  return new Map(await Promise.all(contents));
}

/** Returns the path of the last of a folder's files with such a name. */
export async function fileNamed(folder: string, part: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.includes(part));
  return join(folder, names.sort().at(-1) ?? "");
}

/** Flips bits of one byte of a file. */
export async function flip(file: string, at: number, bits = 1): Promise<void> {
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ bits, at);
  await writeFile(file, bytes);
}
