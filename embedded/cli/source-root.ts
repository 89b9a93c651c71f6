import { dirname } from "node:path";

/** Known to bundles alone: see `load-bundled.js`. */
declare const EMBEDDED_FOLDER: string | undefined;

/** Returns the folder that `embedded/` is in, wherever the process was started. */
export function sourceRoot(): string {
  return typeof EMBEDDED_FOLDER === "string"
    ? dirname(EMBEDDED_FOLDER)
    : dirname(dirname(import.meta.dirname));
}
