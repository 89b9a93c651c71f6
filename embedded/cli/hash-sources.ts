import { createHash, type Hash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";

/**
 * Hashes the names and contents of files.
 *
 * @param paths files and folders, relative to `root`; what is absent counts as
 *   empty
 * @returns the hash, to be added to and read by the caller
 */
export async function hashSources(
  root: string,
  paths: readonly string[],
): Promise<Hash> {
  const hash = createHash("sha256");
  const lists = await Promise.all(
    paths.map((path) => filesAt(join(root, path))),
  );
  const files = lists.flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  files.forEach((file, i) => {
    const content = contents[i] ?? "";
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  });
  return hash;
}

/** Returns the file at `path`, or all files beneath it; none if it is absent. */
async function filesAt(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, {
      recursive: true,
      withFileTypes: true,
    });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOTDIR") return [path];
    if (code === "ENOENT") return [];
    throw error;
  }
}
