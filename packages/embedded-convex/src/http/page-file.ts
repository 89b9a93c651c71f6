import { type FileHandle, open, realpath } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join, sep } from "node:path";
import { lookup } from "mrmime";
import { codeOf } from "../base/error-code";

/** An open file of a page, or its compressed copy. */
export type PageFile = {
  path: string;
  handle: FileHandle;
  size: number;
  modifiedMs: number;
  type: string;
  encoding: "br" | "gzip" | null;
};

const COMPRESSED = [
  { encoding: "br", extension: ".br" },
  { encoding: "gzip", extension: ".gz" },
] as const;

/** Error codes for a file that does not exist or cannot exist. */
const MISSING = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"]);

/**
 * Opens the file to serve at a path: `path`, `path.html` or `path/index.html`.
 * The caller must close the handle.
 *
 * @param segments the parts of the path, from `pathSegments`
 * @param acceptEncoding as in the header; empty for no compression
 * @returns null when there is no file, or when it is a link out of the folder
 */
export async function openPageFile(
  folder: string,
  segments: readonly string[],
  acceptEncoding: string,
): Promise<PageFile | null> {
  const home = await realpath(folder);
  const path = join(home, ...segments);
  const candidates =
    segments.length === 0
      ? [join(home, "index.html")]
      : [path, `${path}.html`, join(path, "index.html")];
  for (const candidate of candidates) {
    const file = await openBest(home, candidate, acceptEncoding);
    if (file !== null) return file;
  }
  return null;
}

/**
 * Returns the request's `Accept-Encoding`. Empty for range requests, whose
 * offsets refer to the uncompressed file.
 */
export function encodingsOf({
  headers,
}: Pick<IncomingMessage, "headers">): string {
  if (headers.range !== undefined) return "";
  return String(headers["accept-encoding"] ?? "");
}

async function openBest(
  home: string,
  path: string,
  acceptEncoding: string,
): Promise<PageFile | null> {
  const type = contentType(path);
  for (const { encoding, extension } of COMPRESSED) {
    if (!accepts(acceptEncoding, encoding)) continue;
    const file = await openFile(home, path + extension);
    if (file !== null) return { ...file, type, encoding };
  }
  const file = await openFile(home, path);
  return file && { ...file, type, encoding: null };
}

async function openFile(
  home: string,
  path: string,
): Promise<Pick<PageFile, "path" | "handle" | "size" | "modifiedMs"> | null> {
  const real = await realpath(path).catch(nullIfMissing);
  // A symbolic link must not lead out of the folder.
  if (!real?.startsWith(home + sep)) return null;
  const handle = await open(real).catch(nullIfMissing);
  if (handle === null) return null;
  try {
    const stats = await handle.stat();
    if (stats.isFile()) {
      return {
        path: real,
        handle,
        size: stats.size,
        modifiedMs: stats.mtimeMs,
      };
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return null;
}

function nullIfMissing(error: unknown): null {
  const code = codeOf(error);
  if (MISSING.has(String(code))) return null;
  throw error;
}

/** Whether the header lists the encoding, without `q=0`. */
function accepts(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding.split(",").some((item) => {
    const [name = "", ...parameters] = item.toLowerCase().split(";");
    const isRefused = parameters.some((one) => /^\s*q=0(\.0*)?\s*$/.test(one));
    return name.trim() === encoding && !isRefused;
  });
}

function contentType(path: string): string {
  const type = lookup(path) ?? "application/octet-stream";
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}
