import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";

/** Everything that the built page is made of. */
const SOURCES = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "convex/_generated",
  "convex/shared",
];

/**
 * Returns a text that is the same as long as a build would give the same page:
 * a hash of the contents it is made of and of the variables it can read.
 */
export async function pageStamp(
  root: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const hash = createHash("sha256");
  const lists = await Promise.all(
    SOURCES.map((path) => filesAt(join(root, path))),
  );
  const files = lists.flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  files.forEach((file, i) => {
    const content = contents[i] ?? "";
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  });
  for (const name of Object.keys(variables).sort()) {
    if (!name.startsWith("VITE_")) continue;
    hash.update(`${name}\0${variables[name] ?? ""}\0`);
  }
  return hash.digest("hex");
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
