import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Value } from "convex/values";
import type { Clock } from "../base/clock";
import { RequestError } from "../base/errors";
import type { Logger } from "../base/logger";
import { commitWithRetry } from "../functions/execution/commit-with-retry";
import type { FileStorage } from "../functions/files/file-storage";
import type { Database } from "../transaction/database";
import { replaceSystemRows } from "./system-rows";
import { EXPORTS } from "./system-tables";
import { writeSnapshotArchive } from "./snapshot-archive";

type Options = {
  database: Database;
  clock: Clock;
  logger: Logger;
  storage: () => FileStorage;
  /** Holds the newest backup. */
  folder: string;
};

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/** Backups that the command line asks for; the newest one is kept. */
export class Exports {
  readonly #options: Options;
  #running: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Begins a backup of what is on disk now; throws RequestError if one runs. */
  async start(includeStorage: boolean): Promise<void> {
    if (this.#running !== null) {
      throw new RequestError(
        400,
        "ExportInProgress",
        "There is already an export requested or in progress.",
      );
    }
    const snapshot = this.#options.database.snapshot();
    // Whoever asks for the newest one from now on must not see the one before.
    const requested = this.#note({ state: "requested" });
    this.#running = requested
      .then(() => this.#run(snapshot, includeStorage))
      .catch((error: unknown) => {
        this.#options.logger.error("A backup could not be written", error);
      })
      .finally(() => {
        this.#running = null;
      });
    await requested;
  }

  /** Where the backup of that moment is. */
  pathOf(startTs: string): string {
    if (/^\d{1,20}$/.test(startTs)) {
      return join(this.#options.folder, `${startTs}.zip`);
    }
    throw new RequestError(404, "ExportNotFound", "There is no such backup");
  }

  /** Resolves when none is being written. */
  async close(): Promise<void> {
    await this.#running;
  }

  async #run(
    snapshot: ReturnType<Database["snapshot"]>,
    includeStorage: boolean,
  ): Promise<void> {
    const { folder, storage, clock } = this.#options;
    const startTs = snapshot.ts;
    await this.#note({ state: "in_progress", start_ts: startTs });
    try {
      await mkdir(folder, { recursive: true });
      for (const name of await readdir(folder)) await rm(join(folder, name));
      const path = this.pathOf(startTs.toString());
      const files = includeStorage ? storage() : null;
      await writeSnapshotArchive(path, snapshot, files);
    } catch (error) {
      await this.#note({ state: "failed" });
      throw error;
    }
    const nowNs = clock.now() * NANOSECONDS_PER_MILLISECOND;
    await this.#note({
      state: "completed",
      start_ts: startTs,
      complete_ts: BigInt(Math.round(nowNs)),
      zip_object_key: `${startTs}.zip`,
    });
  }

  async #note(state: Record<string, Value>): Promise<void> {
    await commitWithRetry(this.#options.database, (transaction) =>
      replaceSystemRows(transaction, EXPORTS, [state]),
    );
  }
}
