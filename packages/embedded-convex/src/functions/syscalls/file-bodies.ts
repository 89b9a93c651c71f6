import { webcrypto } from "node:crypto";
import { statSync } from "node:fs";
import {
  mkdir,
  readdir,
  readFile,
  stat,
  statfs,
  unlink,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { nullIfMissing } from "../../base/error-code";
import { RequestError } from "../../base/errors";
import { OWNER_ONLY, writePrivateFile } from "../../base/private-file";
import { DamagedDataError } from "../../storage/store-errors";
import type { Snapshot } from "../../transaction/database";
import { STORAGE } from "../app/function-tables";

/** What a file's metadata say of its body. */
type Described = { storageId: string; sha256: string };

/** The disk that a folder is on, in blocks of `bsize` bytes. */
type SpaceAt = (
  folder: string,
) => Promise<{ bavail: number; blocks: number; bsize: number }>;

/** What is left free of the disk: a share of it, at most so much. */
const RESERVE_SHARE = 0.05;
const MAX_RESERVE_BYTES = 512 * 2 ** 20;

/**
 * How long a body without a document stays. A crash may have left it behind, but its
 * document may also be in a copy of the database that is put back later.
 */
const ORPHAN_MAX_AGE_MS = 30 * 24 * 60 * 60_000;
const STORAGE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The bodies of the deployment's files: files in the data directory that are named
 * by their `storageId` and never change.
 */
export class FileBodies {
  /** Size of the bodies that are being written. */
  #unwritten = 0;
  /** How many readers need the bodies of files that are deleted meanwhile. */
  #holders = 0;
  readonly #toDelete = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly spaceAt: SpaceAt = statfs,
  ) {}

  /**
   * Requires that the disk has space for what is being written, besides the reserve, in
   * which the store goes on writing.
   *
   * @throws RequestError 507 when it has not
   */
  async requireRoom(): Promise<void> {
    const { bavail, blocks, bsize } = await this.spaceAt(dirname(this.folder));
    const reserve = Math.min(MAX_RESERVE_BYTES, blocks * bsize * RESERVE_SHARE);
    if (bavail * bsize - this.#unwritten >= reserve) return;
    const error = new RequestError(
      507,
      "InsufficientStorage",
      `The disk has less than ${Math.ceil(reserve / 2 ** 20)} MiB left`,
    );
    // As the system's own: the log tells it once a minute.
    throw Object.assign(error, { syscall: "write" });
  }

  /**
   * Writes the body of a file. An older one, which an import replaces, stays until
   * the new one is complete.
   *
   * @param storageId as it will be in the document
   * @throws RequestError 507 when the disk has no room
   */
  async write(storageId: string, body: Uint8Array): Promise<void> {
    this.#unwritten += body.length;
    try {
      await this.requireRoom();
      await mkdir(this.folder, { recursive: true, mode: OWNER_ONLY.folder });
      await writePrivateFile(this.#pathOf(storageId), body);
    } finally {
      this.#unwritten -= body.length;
    }
  }

  /**
   * @returns the body of a file, or null if it does not exist
   * @throws DamagedDataError when the body is not what was stored
   */
  async read({ storageId, sha256 }: Described): Promise<Buffer | null> {
    const path = this.#pathOf(storageId);
    const body = await readFile(path).catch(nullIfMissing);
    if (body === null || (await digestOf(body)) === sha256) return body;
    throw new DamagedDataError(path, "does not hold what was stored in it");
  }

  /**
   * Returns the body of a file that existed when the caller called `hold`.
   *
   * @throws DamagedDataError when the body is missing or not what was stored
   */
  async require(file: Described): Promise<Buffer> {
    const body = await this.read(file);
    if (body !== null) return body;
    throw new DamagedDataError(this.#pathOf(file.storageId), "is missing");
  }

  /**
   * Keeps the bodies of files that are deleted from now on.
   *
   * @returns a function that deletes them
   */
  hold(): () => Promise<void> {
    this.#holders += 1;
    return async () => {
      this.#holders -= 1;
      if (this.#holders > 0) return;
      const storageIds = [...this.#toDelete];
      this.#toDelete.clear();
      for (const storageId of storageIds) await this.delete(storageId);
    };
  }

  /** Deletes the body of a file. Its document must be durably deleted. */
  async delete(storageId: string): Promise<void> {
    if (this.#holders > 0) this.#toDelete.add(storageId);
    else await unlink(this.#pathOf(storageId)).catch(() => undefined);
  }

  /**
   * Deletes bodies that have had no document for long. Must not run while files are
   * being stored.
   *
   * @param sizes of all files, by `storageId`
   * @returns the paths of bodies that are missing, or have another size than
   *   their documents say
   */
  async sweep(
    sizes: ReadonlyMap<string, number>,
    nowMs: number,
  ): Promise<string[]> {
    const folder = this.folder;
    const names = await readdir(folder).catch(() => []);
    const orphans = names.filter((name) => isOwnName(name) && !sizes.has(name));
    for (const name of orphans) {
      const path = join(folder, name);
      const ageMs = nowMs - (await stat(path)).mtimeMs;
      if (ageMs > ORPHAN_MAX_AGE_MS) await unlink(path);
    }
    const lost = [];
    for (const [storageId, size] of sizes) {
      const path = join(folder, storageId);
      const found = await stat(path).catch(nullIfMissing);
      if (found?.size !== size) lost.push(path);
    }
    return lost;
  }

  #pathOf(storageId: string): string {
    return join(this.folder, storageId);
  }
}

/**
 * Requires the folder for bodies if there are files: without it, none has a
 * body. Whoever can do without them creates an empty one.
 *
 * @throws DamagedDataError when it is missing
 */
export function requireFolder(
  { tables }: Pick<Snapshot, "tables">,
  folder: string,
): void {
  const count = tables
    .filter(({ definition }) => definition.name === STORAGE)
    .reduce((sum, table) => sum + table.count, 0);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (count === 0 || found?.isDirectory() === true) return;
  throw new DamagedDataError(folder, `is missing, which held ${count} files`);
}

export function isStorageId(text: string): boolean {
  return STORAGE_ID.test(text);
}

/** @returns the SHA-256 in base64, from another thread: each MiB takes milliseconds */
export async function digestOf(body: Uint8Array): Promise<string> {
  const digest = await webcrypto.subtle.digest("SHA-256", body);
  return Buffer.from(digest).toString("base64");
}

/** Whether this class has made a file, also one that it did not finish. */
function isOwnName(name: string): boolean {
  return isStorageId(name.replace(/(\.\d+)?\.tmp$/, ""));
}
