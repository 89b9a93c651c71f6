import { randomUUID, webcrypto } from "node:crypto";
import { statSync } from "node:fs";
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
  unlink,
} from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../../base/error-code";
import type { Clock } from "../../base/clock";
import { RequestError, UserError } from "../../base/errors";
import type { Document } from "../../index/document";
import { DamagedDataError } from "../../storage/damaged-data-error";
import type { Database, Snapshot } from "../../transaction/database";
import type { Transaction } from "../../transaction/transaction";
import { parseId, type Id } from "../../values/ids";
import { afterPrefix, encodeKey, WHOLE_RANGE } from "../../values/keys";
import { commitWithRetry } from "../../transaction/commit-with-retry";
import { STORAGE } from "../definitions/function-tables";
import { UploadTokens } from "./upload-tokens";

/** Metadata of a stored file. */
export type StoredFile = {
  id: Id;
  /** Identifies the file in URLs: a random UUID, and the only protection. */
  storageId: string;
  /** Base64. */
  sha256: string;
  /** In bytes. */
  size: number;
  contentType: string | null;
};

type Options = {
  /** Folder for the bodies; null if files cannot be stored. */
  folder: string | null;
  database: Database;
  clock: Clock;
  /** Base URL of the deployment. */
  cloudUrl: string;
  /** Signs upload URLs. */
  secret: Buffer;
};

const SYSTEM = { system: true };
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** What identifies a file in URLs. */
export const STORAGE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The deployment's files. A file's metadata is a document of `_storage`, and as
 * transactional as any other. Its body is a file in the data directory, written
 * before the document and immutable.
 */
export class FileStorage {
  readonly #options: Options;
  readonly #uploadTokens: UploadTokens;
  /** How many readers need the bodies of files that are deleted meanwhile. */
  #holders = 0;
  readonly #toDelete = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    this.#uploadTokens = new UploadTokens(options.secret, options.clock);
  }

  /** Finds a file by document id or by `storageId`, its older kind of id. */
  find(
    transaction: Transaction,
    component: string,
    id: string,
  ): StoredFile | null {
    const documentId = parseId(id);
    if (documentId !== null) {
      const table = transaction.tableOfId(component, documentId);
      if (table?.name !== STORAGE) return null;
      const document = transaction.get(component, documentId);
      return document && toFile(document);
    }
    if (!isStorageId(id)) return null;
    const lo = encodeKey([id]);
    const range = { lo, hi: afterPrefix(lo) };
    const rows = transaction.scan(
      component,
      STORAGE,
      "by_storage_id",
      range,
      "asc",
    );
    const row = rows.next();
    return row.done === true ? null : toFile(row.value.document);
  }

  /** @returns the URL of a file, which needs no authorisation */
  urlOf({ storageId }: StoredFile, component: string): string {
    const query = component === "" ? "" : `?component=${component}`;
    return `${this.#options.cloudUrl}/api/storage/${storageId}${query}`;
  }

  /** @returns a URL to which a few files may be posted within one hour */
  uploadUrl(component: string): string {
    const token = this.#uploadTokens.issue(component);
    return `${this.#options.cloudUrl}/api/storage/upload?token=${token}`;
  }

  /** @throws RequestError for a token that is not (or no longer) valid */
  requireUploadToken(token: string): void {
    this.#uploadTokens.verify(token);
  }

  /**
   * Stores a file that was posted to an upload URL.
   *
   * @param sha256 expected digest of the body in base64, if known
   * @returns the id of its document, once durable
   * @throws RequestError when the token is invalid, expired or used up, or the
   *   digest differs
   */
  upload(
    token: string,
    body: Uint8Array,
    contentType: string | null,
    sha256?: string,
  ): Promise<Id> {
    return this.store(
      this.#uploadTokens.redeem(token),
      body,
      contentType,
      sha256,
    );
  }

  /**
   * Stores a file.
   *
   * @returns the id of its document, once durable
   * @throws RequestError when the digest differs
   * @throws UserError when the deployment has no folder for files
   */
  async store(
    component: string,
    body: Uint8Array,
    contentType: string | null,
    expectedSha256?: string,
  ): Promise<Id> {
    const sha256 = await digestOf(body);
    if (expectedSha256 !== undefined && expectedSha256 !== sha256) {
      throw new RequestError(
        400,
        "Sha256Mismatch",
        `Sha256 mismatch. Expected: ${expectedSha256} Actual: ${sha256}`,
      );
    }
    const storageId = randomUUID();
    await this.#writeBody(this.#pathOf(storageId), body);
    const { result } = await commitWithRetry(
      this.#options.database,
      (transaction) =>
        transaction.insert(
          component,
          STORAGE,
          {
            storageId,
            sha256,
            size: body.length,
            contentType: contentType ?? undefined,
          },
          SYSTEM,
        ),
    );
    return result;
  }

  /** @returns the metadata in a document of `_storage` */
  describe(document: Document): StoredFile {
    return toFile(document);
  }

  /**
   * Writes the body of a file whose document a backup contains. An older body
   * stays until the new one is complete.
   *
   * @param storageId as it will be in the document
   */
  async restoreBody(storageId: string, body: Uint8Array): Promise<void> {
    const aside = `${this.#pathOf(storageId)}.tmp`;
    await unlink(aside).catch(ifMissing);
    await this.#writeBody(aside, body);
    await rename(aside, this.#pathOf(storageId));
  }

  /** Deletes a file's document. Callers delete its body after the commit. */
  remove(transaction: Transaction, component: string, file: StoredFile): void {
    transaction.remove(component, file.id, SYSTEM);
  }

  /**
   * @returns the body of a file, or null if it does not exist
   * @throws DamagedDataError when the body is not what was stored
   */
  async read(file: StoredFile): Promise<Buffer | null> {
    const path = this.#pathOf(file.storageId);
    const body = await readFile(path).catch(ifMissing);
    if (body === null || (await digestOf(body)) === file.sha256) return body;
    throw new DamagedDataError(path, "does not hold what was stored in it");
  }

  /**
   * Returns the body of a file that existed when the caller called
   * `holdBodies`.
   *
   * @throws DamagedDataError when the body is missing or not what was stored
   */
  async require(file: StoredFile): Promise<Buffer> {
    const body = await this.read(file);
    if (body !== null) return body;
    throw new DamagedDataError(this.#pathOf(file.storageId), "is missing");
  }

  /**
   * Keeps the bodies of files that are deleted from now on.
   *
   * @returns a function that deletes them
   */
  holdBodies(): () => Promise<void> {
    this.#holders += 1;
    return async () => {
      this.#holders -= 1;
      if (this.#holders > 0) return;
      const storageIds = [...this.#toDelete];
      this.#toDelete.clear();
      for (const storageId of storageIds) await this.deleteBody({ storageId });
    };
  }

  /** Deletes the body of a file. Its document must be durably deleted. */
  async deleteBody({
    storageId,
  }: Pick<StoredFile, "storageId">): Promise<void> {
    if (this.#holders > 0) this.#toDelete.add(storageId);
    else await unlink(this.#pathOf(storageId)).catch(() => undefined);
  }

  /**
   * Deletes bodies without a document, which a crash may leave behind. Must not
   * run while files are being stored.
   *
   * @returns the paths of bodies that are missing, or have another size than
   *   their documents say
   */
  async sweep(): Promise<string[]> {
    const { folder } = this.#options;
    if (folder === null) return [];
    const sizes = this.#sizes();
    const names = await readdir(folder).catch(() => []);
    const orphans = names.filter((name) => isOwnName(name) && !sizes.has(name));
    for (const name of orphans) await unlink(join(folder, name));
    const lost = [];
    for (const [storageId, size] of sizes) {
      const path = join(folder, storageId);
      const found = await stat(path).catch(ifMissing);
      if (found?.size !== size) lost.push(path);
    }
    return lost;
  }

  /** The sizes of all files, including components that are no longer mounted. */
  #sizes(): Map<string, number> {
    const transaction = this.#options.database.beginRead();
    try {
      const { catalog } = this.#options.database.snapshot();
      const index = "by_storage_id";
      return new Map(
        [...catalog.components()].flatMap((component) =>
          [
            ...transaction.scan(component, STORAGE, index, WHOLE_RANGE, "asc"),
          ].map(({ document }) => {
            const { storageId, size } = toFile(document);
            return [storageId, size];
          }),
        ),
      );
    } finally {
      transaction.close();
    }
  }

  async #writeBody(path: string, body: Uint8Array): Promise<void> {
    await mkdir(this.#folder(), { recursive: true, mode: FOLDER_MODE });
    const file = await open(path, "wx", FILE_MODE);
    try {
      await file.writeFile(body);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  #pathOf(storageId: string): string {
    return join(this.#folder(), storageId);
  }

  #folder(): string {
    const { folder } = this.#options;
    if (folder !== null) return folder;
    throw new UserError(
      "StorageNotConfigured",
      "This deployment has no folder for files",
    );
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

/** Whether `text` has the form of a file's `storageId`. */
export function isStorageId(text: string): boolean {
  return STORAGE_ID.test(text);
}

/** Whether this class has made a file, also one that it did not finish. */
function isOwnName(name: string): boolean {
  return isStorageId(name.replace(/\.tmp$/, ""));
}

function ifMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** In another thread, because it takes milliseconds for each MiB. */
async function digestOf(body: Uint8Array): Promise<string> {
  const digest = await webcrypto.subtle.digest("SHA-256", body);
  return Buffer.from(digest).toString("base64");
}

function toFile(document: Document): StoredFile {
  const { storageId, sha256, size, contentType } =
    document.json() as StoredFile;
  return {
    id: document.id,
    storageId,
    sha256,
    size,
    contentType: contentType ?? null,
  };
}
