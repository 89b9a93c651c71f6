import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compressFiles } from "./compress-files";
import { pageStamp } from "./page-stamp";
import { StartError } from "./start-error";

const STAMP_FILE = ".stamp";

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
