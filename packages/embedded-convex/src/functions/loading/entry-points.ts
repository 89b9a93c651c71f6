import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { BundleError } from "./bundle-error";

/**
 * Absolute paths of the files to bundle, by environment: modules with
 * functions, and the declarations of schema, authentication and components.
 */
export type EntryPoints = { isolate: string[]; node: string[] };

const DECLARATIONS = ["auth.config", "convex.config", "schema"];

const SOURCE_FILE = /\.(js|mjs|cjs|ts|tsx|mts|cts|jsx)$/;
const USE_NODE =
  /^(?:\s+|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|["']use strict["'];?)*["']use node["']/;

/**
 * Finds the modules of a folder by the rules of the Convex CLI.
 *
 * @throws BundleError for names that a deployment would refuse
 */
export async function findEntryPoints(folder: string): Promise<EntryPoints> {
  const entryPoints: EntryPoints = { isolate: [], node: [] };
  const files = await listFiles(folder);
  for (const file of files) {
    const path = relative(folder, file);
    if (path.startsWith(`_deps${sep}`)) {
      throw new BundleError(`${file}: the folder "_deps" is reserved`);
    }
    if (!isEntryPoint(path)) continue;
    const source = await readFile(file, "utf8");
    if (/\.tsx?$/.test(path) && !/^\s{0,100}(import|export)/m.test(source)) {
      continue;
    }
    requireValidPath(path);
    entryPoints[USE_NODE.test(source) ? "node" : "isolate"].push(file);
  }
  const declarations = findDeclarations(folder, files);
  return { ...entryPoints, isolate: [...entryPoints.isolate, ...declarations] };
}

function findDeclarations(folder: string, files: string[]): string[] {
  return DECLARATIONS.flatMap((name) => {
    const candidates = [`${name}.ts`, `${name}.js`].map((f) => join(folder, f));
    return candidates.filter((file) => files.includes(file)).slice(0, 1);
  });
}

async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile()) files.push(path);
    // A folder with its own definition is another component.
    else if (
      entry.isDirectory() &&
      !existsSync(join(path, "convex.config.ts"))
    ) {
      files.push(...(await listFiles(path)));
    }
  }
  return files;
}

function isEntryPoint(path: string): boolean {
  const base = path.slice(path.lastIndexOf(sep) + 1);
  return (
    SOURCE_FILE.test(path) &&
    !path.startsWith(`_generated${sep}`) &&
    !/^[.#]/.test(base) &&
    !/^schema\.[tj]s$/.test(base) &&
    base.split(".").length === 2 &&
    !path.includes(" ")
  );
}

function requireValidPath(path: string): void {
  const invalid = path
    .split(sep)
    .find((part) => !/^[A-Za-z0-9_.]+$/.test(part));
  if (invalid === undefined) return;
  throw new BundleError(
    `${path} is not a valid path to a Convex module: "${invalid}" may only contain letters, digits, underscores and periods`,
  );
}
