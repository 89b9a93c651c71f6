import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { AppSource } from "./app-source";
import { bundleApp } from "./bundler";
import { toCommonJs } from "./commonjs";
import { convertApp } from "./converted-app";
import type { Aliases } from "./esbuild-run";
import { areCurrent, stampOf, type Stamps, stampsOf } from "./file-stamps";

/** The content of the cache file. */
type Kept = { stamps: Stamps; app: AppSource };

/** Bundles that a process has used, whose modules it compiles once. */
export type UsedBundles = Map<string, Kept>;

/** A file begins with the SHA-256 of the rest. */
const DIGEST_BYTES = 32;

const PACKAGES = `${sep}node_modules${sep}`;

/** The number of cached bundles; the least recently used one is deleted first. */
const MOST_KEPT = 20;

/**
 * Returns the bundle of a functions folder with its modules converted, as `bundleApp`
 * makes it. It is kept in `node_modules/.cache` together with the stamps of all files
 * that it was made from, so that the next start with the same files needs no esbuild. A
 * cache that cannot be read or written is ignored.
 *
 * @throws BundleError naming file, line and reason
 */
export async function keptBundle(
  functionsFolder: string,
  alias: Aliases = {},
  used?: UsedBundles,
): Promise<AppSource> {
  const folder = resolve(functionsFolder);
  const tool = (await toolName()) + JSON.stringify(alias);
  const file = cacheFileOf(folder, tool);
  if (file === null) return bundleApp(folder, alias);
  const kept = used?.get(file) ?? (await read(file));
  if (kept !== null && (await areCurrent(kept.stamps))) {
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    used?.set(file, kept);
    return kept.app;
  }
  const startedAtMs = Date.now();
  const inputs = new Set<string>();
  const bundle = await bundleApp(folder, alias, (input) => inputs.add(input));
  const app = await convertApp(bundle, toCommonJs).catch(() => null);
  // A module that cannot be converted cannot be loaded either; the load reports why.
  if (app === null) return bundle;
  const stamps = await stampsOf(dependencies(inputs, folder), startedAtMs);
  if (stamps !== null) {
    used?.set(file, { stamps, app });
    await write(file, { stamps, app });
  }
  return app;
}

/** In the nearest `node_modules`, if there is one: each tool has a file of its own for a folder. */
function cacheFileOf(folder: string, tool: string): string | null {
  const key = createHash("sha256").update(`${tool}\0${folder}`).digest("hex");
  const name = `${key}.bundle`;
  for (let at = folder; ; at = dirname(at)) {
    const modules = join(at, "node_modules");
    if (existsSync(modules)) {
      return join(modules, ".cache", "embedded-convex", name);
    }
    if (at === dirname(at)) return null;
  }
}

/** Changes with the code that bundles. */
async function toolName(): Promise<string> {
  const require = createRequire(import.meta.url);
  const files = [import.meta.filename, require.resolve("esbuild/package.json")];
  const stamps = await Promise.all(files.map(stampOf));
  return [process.version, ...stamps.map((stamp) => stamp?.text)].join(" ");
}

/** Null also for a damaged file, which could contain other code. */
async function read(file: string): Promise<Kept | null> {
  try {
    const bytes = await readFile(file);
    const content = bytes.subarray(DIGEST_BYTES);
    const isWhole = digestOf(content).equals(bytes.subarray(0, DIGEST_BYTES));
    return isWhole ? (deserialize(content) as Kept) : null;
  } catch {
    return null;
  }
}

function digestOf(content: Buffer): Buffer {
  return createHash("sha256").update(content).digest();
}

async function write(file: string, kept: Kept): Promise<void> {
  const folder = dirname(file);
  const aside = `${file}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    const content = serialize(kept);
    await writeFile(aside, Buffer.concat([digestOf(content), content]));
    await rename(aside, file);
    await removeUnused(folder);
  } catch {
    // The disk is full or read-only: the next start bundles again.
    await rm(aside, { force: true });
  }
}

async function removeUnused(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= MOST_KEPT) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, usedAtMs: (await stat(path)).mtimeMs };
    }),
  );
  files.sort((a, b) => b.usedAtMs - a.usedAtMs);
  for (const { path } of files.slice(MOST_KEPT)) await rm(path);
}

/**
 * The paths of everything that the bundle depends on: the input files; their folders,
 * where a new file may take precedence over an old one; and the files that configure
 * how imports are resolved.
 */
function dependencies(
  inputs: ReadonlySet<string>,
  functionsFolder: string,
): Set<string> {
  const paths = new Set(inputs);
  for (const input of inputs) {
    if (!input.includes(PACKAGES)) paths.add(dirname(input));
  }
  for (let at = functionsFolder; ; at = dirname(at)) {
    for (const name of [
      "package.json",
      "tsconfig.json",
      join("node_modules", ".package-lock.json"),
    ]) {
      paths.add(join(at, name));
    }
    if (at === dirname(at)) break;
  }
  return paths;
}
