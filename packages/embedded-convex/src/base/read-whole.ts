import { readFile } from "node:fs/promises";

/**
 * Reads a file. Node's errors name the file only if it cannot be opened; these
 * also do so if it cannot be read, because it is a directory or its disk fails.
 */
export async function readWhole(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}
