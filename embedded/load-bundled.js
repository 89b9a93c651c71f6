// Node runs no TypeScript: this bundles a file of this folder and imports the
// result, in the same process, so that signals and exit codes need no passing
// on. Packages stay outside the bundle and come from node_modules as usual.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const folder = dirname(fileURLToPath(import.meta.url));
const cache = join(folder, "..", "node_modules", ".cache", "hackarena");

/**
 * Takes a file's path relative to this folder and returns its exports. Equal
 * sources give the same file, and so the same module, in every process.
 */
export async function loadBundled(path) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, path)],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const [{ contents }] = outputFiles;
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 16);
  const file = join(cache, `${hash}.mjs`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    // Several processes may start at once: each writes aside and renames.
    const aside = `${file}.${process.pid}.tmp`;
    writeFileSync(aside, contents);
    renameSync(aside, file);
  }
  return import(pathToFileURL(file).href);
}
