import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Value } from "convex/values";
import { badRequest, RequestError } from "../base/errors";
import { OWNER_ONLY } from "../base/private-file";
import type { Snapshot } from "../transaction/snapshot";
import type { AdminServices } from "./admin-services";
import { replaceSystemRows } from "./system-rows";
import { EXPORTS } from "./admin-tables";
import { writeSnapshotArchive } from "./snapshot-archive";

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/** Writes backups for Convex's command line; keeps only the newest one. */
export class Exports {
  readonly #folder: string;
  #running: Promise<void> | null = null;

  constructor(private readonly services: AdminServices) {
    this.#folder = join(services.dataDir, "exports");
  }

  /**
   * Starts a backup of the durable state. Resolves when the request is
   * recorded, before the backup is complete.
   *
   * @param includeStorage whether the backup contains stored files
   * @throws RequestError when a backup is running
   */
  async start(includeStorage: boolean): Promise<void> {
    if (this.#running !== null) {
      throw badRequest(
        "ExportInProgress",
        "There is already an export requested or in progress.",
      );
    }
    const { database, storage, logger } = this.services;
    const snapshot = database.snapshot();
    const release = storage.bodies.hold();
    // Recorded before this call resolves, so that the client does not mistake
    // the previous backup for this one.
    const requested = this.#note({ state: "requested" });
    this.#running = requested
      .then(() => this.#run(snapshot, includeStorage))
      .catch((error: unknown) => {
        logger.error("A backup could not be written", error);
      })
      .then(release)
      .finally(() => {
        this.#running = null;
      });
    await requested;
  }

  /** @throws RequestError 404 when there is no backup with this start timestamp */
  async find(startTs: string): Promise<{ path: string; size: number }> {
    const path = join(this.#folder, `${startTs}.zip`);
    const isTs = /^\d{1,20}$/.test(startTs);
    const found = isTs ? await stat(path).catch(() => null) : null;
    if (found !== null) return { path, size: found.size };
    throw new RequestError(404, "ExportNotFound", "There is no such backup");
  }

  /** Waits for a running backup. */
  async close(): Promise<void> {
    await this.#running;
  }

  async #run(snapshot: Snapshot, includeStorage: boolean): Promise<void> {
    const { storage, clock } = this.services;
    const startTs = snapshot.ts;
    await this.#note({ state: "in_progress", start_ts: startTs });
    const path = join(this.#folder, `${startTs}.zip`);
    try {
      await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY.folder });
      const files = includeStorage ? storage : null;
      await writeSnapshotArchive(path, snapshot, files);
      await removeOthers(this.#folder, path);
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
    await this.services.database.write((transaction) =>
      replaceSystemRows(transaction, EXPORTS, [state]),
    );
  }
}

/** Deletes older backups and temporary files of killed processes. */
async function removeOthers(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (path !== kept) await rm(path, { force: true });
  }
}
