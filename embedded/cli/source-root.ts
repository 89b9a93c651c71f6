import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const LANDMARK = join("embedded", "bin.js");

/**
 * Returns the folder that `embedded/` is in, wherever the process was started:
 * this module runs from there, or bundled from a cache beneath it.
 */
export function sourceRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, LANDMARK))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${LANDMARK} is not to be found`);
    folder = parent;
  }
  return folder;
}
