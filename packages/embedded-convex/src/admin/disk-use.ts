import { lstat, readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Timers } from "../base/timers";
import type { DeploymentHealth } from "./admin-api";

type DiskFigures = DeploymentHealth["disk"];

const KEPT_MS = 15_000;

export class DiskUse {
  #figures: Promise<DiskFigures> | null = null;
  #lookedAtMs = 0;

  constructor(
    private readonly folder: string,
    private readonly timers: Timers,
  ) {}

  /** @returns figures that are at most 15 seconds old */
  read(): Promise<DiskFigures> {
    const nowMs = this.timers.steadyNow();
    if (this.#figures === null || nowMs - this.#lookedAtMs > KEPT_MS) {
      this.#lookedAtMs = nowMs;
      this.#figures = this.#measure();
    }
    return this.#figures;
  }

  async #measure(): Promise<DiskFigures> {
    const usedBytes = await sizeOf(this.folder);
    const { bavail, bsize } = await statfs(this.folder);
    return { usedBytes, freeBytes: bavail * bsize };
  }
}

/** Sequential: only an administrator waits for it. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  // Files and folders may disappear while they are listed.
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    () => [],
  );
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const found = entry.isDirectory()
      ? { size: await sizeOf(path) }
      : await lstat(path).catch(() => null);
    bytes += found?.size ?? 0;
  }
  return bytes;
}
