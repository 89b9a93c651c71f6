import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, TestRunner } from "vitest";

const cleanups: (() => unknown)[] = [];

/**
 * Runs `cleanup` when the test is over that asks for it; outside of a test, when
 * its file is. The newest goes first.
 */
export function afterwards(cleanup: () => unknown): void {
  if (TestRunner.getCurrentTest() === undefined) cleanups.push(cleanup);
  else onTestFinished(async () => void (await cleanup()));
}

/** Runs what has been asked for outside of tests. */
export async function closeAll(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** Makes a folder that is removed with all that is in it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "embedded-"));
  // What is killed may still write for a moment.
  const options = { recursive: true, force: true, maxRetries: 5 };
  afterwards(() => rm(folder, options));
  return folder;
}
