import type { Dirent } from "node:fs";
import { lstat, readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../base/clock";

/** What the data directory takes, and what is left on its disk. */
export type DiskFigures = { usedBytes: number; freeBytes: number };

const KEPT_MS = 15_000;

/** Looks at the disk, but not for everybody who asks. */
export class DiskUse {
  readonly #folder: string;
  readonly #clock: Clock;
  #figures: Promise<DiskFigures> | null = null;
  #lookedAtMs = 0;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** Figures that are some seconds old at most. */
  read(): Promise<DiskFigures> {
    const nowMs = this.#clock.now();
    if (this.#figures === null || nowMs - this.#lookedAtMs > KEPT_MS) {
      this.#lookedAtMs = nowMs;
      this.#figures = this.#look();
    }
    return this.#figures;
  }

  async #look(): Promise<DiskFigures> {
    const usedBytes = await sizeOf(this.#folder);
    const { bavail, bsize } = await statfs(this.#folder);
    return { usedBytes, freeBytes: bavail * bsize };
  }
}

/** One folder after the other: nobody waits for this but an administrator. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await sizeOf(path) : await fileSize(path);
  }
  return bytes;
}

/** Files and folders may go while one looks. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function fileSize(path: string): Promise<number> {
  return lstat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
