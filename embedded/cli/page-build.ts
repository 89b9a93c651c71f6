import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { pageStamp } from "./page-stamp";
import { StartError } from "./start-error";

const STAMP_FILE = ".stamp";
const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|xml|webmanifest)$/;
const MIN_COMPRESSED_BYTES = 1024;

/**
 * Builds the page unless `dist/` holds a build of exactly these sources.
 * Returns the folder to serve; throws StartError when the build fails.
 */
export async function ensurePage(
  root: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const folder = join(root, "dist");
  const stamp = await pageStamp(root, variables);
  if ((await readStamp(folder)) === stamp) return folder;
  await buildPage(root);
  await compressFiles(folder);
  await writeFile(join(folder, STAMP_FILE), stamp);
  return folder;
}

async function readStamp(folder: string): Promise<string | null> {
  return readFile(join(folder, STAMP_FILE), "utf8").catch(() => null);
}

async function buildPage(root: string): Promise<void> {
  // Loaded only when needed: a start on a built page is quick.
  const { build } = await import("vite");
  try {
    await build({ root, logLevel: "error" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The page cannot be built: ${reason}`);
  }
}

/** Puts compressed copies beside the files, so that serving costs nothing. */
async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(files.map((name) => compress(join(folder, name))));
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_COMPRESSED_BYTES) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content),
    promisify(gzip)(content),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
