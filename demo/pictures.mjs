import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "pictures");

/** @returns the bytes of the pictures of the demo's projects, by their names, such as "map-1" */
export function readPictures() {
  return Object.fromEntries(
    readdirSync(FOLDER).map((file) => [
      file.replace(".webp", ""),
      new Uint8Array(readFileSync(join(FOLDER, file))).buffer,
    ]),
  );
}
