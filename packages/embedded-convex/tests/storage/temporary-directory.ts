import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a directory; returns its path and a function that removes it. */
export async function makeTemporaryDirectory(): Promise<{
  path: string;
  remove: () => Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), "embedded-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
