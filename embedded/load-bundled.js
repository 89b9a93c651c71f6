// Node runs no TypeScript: this bundles a file of this folder and imports the
// result, in the same process, so that signals and exit codes need no passing
// on. Packages stay outside the bundle and come from node_modules as usual.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const root = join(folder, "..");
const cache = join(root, "node_modules", ".cache", "hackarena");

/** What changes the bundle without being part of it. */
const SETTINGS = ["package.json", "tsconfig.json"];

/** The coarsest file systems tell times of writing apart by two seconds. */
const COARSEST_CLOCK_MS = 2_000;

/**
 * Takes a file's path relative to this folder and returns its exports. Equal
 * sources give the same file, and so the same module, in every process.
 */
export async function loadBundled(path) {
  const entryPoint = join(folder, path);
  const record = join(cache, `${hashOf(entryPoint)}.json`);
  const file = readRecord(record) ?? (await bundle(entryPoint, record));
  return import(pathToFileURL(file).href);
}

/** Returns the last bundle unless a file that it was made of has changed. */
function readRecord(record) {
  try {
    const { file, stamps } = JSON.parse(readFileSync(record, "utf8"));
    const isCurrent = Object.entries(stamps).every(
      ([input, stamp]) => stampOf(input).text === stamp,
    );
    return isCurrent && existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

async function bundle(entryPoint, record) {
  const startedAtMs = Date.now();
  // Loaded only when needed: most starts find everything bundled.
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [entryPoint],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    // The bundle lies elsewhere: it is told where it comes from.
    define: { EMBEDDED_FOLDER: JSON.stringify(folder) },
    logLevel: "error",
  });
  const [{ contents }] = outputFiles;
  const file = join(cache, `${hashOf(contents)}.mjs`);
  if (!existsSync(file)) write(file, contents);
  const inputs = [...Object.keys(metafile.inputs), ...SETTINGS];
  const stamps = inputs.map((input) => [
    resolve(root, input),
    stampOf(resolve(root, input)),
  ]);
  // What was written this late may have been written again while it was read.
  if (
    stamps.every(
      ([, { changedAtMs }]) => changedAtMs < startedAtMs - COARSEST_CLOCK_MS,
    )
  ) {
    const texts = stamps.map(([input, { text }]) => [input, text]);
    write(record, JSON.stringify({ file, stamps: Object.fromEntries(texts) }));
  }
  return file;
}

function stampOf(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return { text: "absent", changedAtMs: 0 };
  const { ino, size, mtimeMs, ctimeMs } = found;
  return {
    text: `${ino} ${size} ${mtimeMs} ${ctimeMs}`,
    changedAtMs: Math.max(mtimeMs, ctimeMs),
  };
}

/** Several processes may start at once: each writes aside and renames. */
function write(file, contents) {
  mkdirSync(cache, { recursive: true });
  const aside = `${file}.${process.pid}.tmp`;
  writeFileSync(aside, contents);
  renameSync(aside, file);
}

function hashOf(contents) {
  return createHash("sha256").update(contents).digest("hex").slice(0, 16);
}
