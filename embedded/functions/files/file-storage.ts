import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../base/clock";
import { RequestError, UserError } from "../../base/errors";
import type { Document } from "../../index/document";
import type { Database } from "../../transaction/database";
import type { Transaction } from "../../transaction/transaction";
import { parseId, type Id } from "../../values/ids";
import { afterPrefix, encodeKey, WHOLE_RANGE } from "../../values/keys";
import { commitWithRetry } from "../execution/commit-with-retry";
import { STORAGE } from "../system-tables";
import { UploadTokens } from "./upload-tokens";

/** What is known of a stored file. */
export type StoredFile = {
  id: Id;
  /** Names the file in addresses; guessing it is hopeless. */
  storageId: string;
  /** Base64. */
  sha256: string;
  /** In bytes. */
  size: number;
  contentType: string | null;
};

type Options = {
  /** Holds the bodies; null refuses to store files. */
  folder: string | null;
  database: Database;
  clock: Clock;
  /** Where clients reach the deployment. */
  cloudUrl: string;
  /** Signs the addresses that files may be sent to. */
  secret: Buffer;
};

const SYSTEM = { system: true };
const STORAGE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Files of the deployment. A file's description is a document of `_storage`,
 * transactional like any other; its body is a file in the data directory,
 * written before the document and never changed.
 */
export class FileStorage {
  readonly #options: Options;
  readonly #uploadTokens: UploadTokens;

  constructor(options: Options) {
    this.#options = options;
    this.#uploadTokens = new UploadTokens(options.secret, options.clock);
  }

  /** Finds a file by its document id or its older kind of id. */
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
    if (!STORAGE_ID.test(id)) return null;
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

  /** The address under which anybody who knows it can read the file. */
  urlOf({ storageId }: StoredFile, component: string): string {
    const query = component === "" ? "" : `?component=${component}`;
    return `${this.#options.cloudUrl}/api/storage/${storageId}${query}`;
  }

  /** An address to which one may POST a file within the hour. */
  uploadUrl(component: string): string {
    const token = this.#uploadTokens.issue(component);
    return `${this.#options.cloudUrl}/api/storage/upload?token=${token}`;
  }

  /**
   * Stores what was sent to an upload address.
   *
   * @param sha256 base64 digest that the body has to have, if known
   * @throws RequestError for a token that is not (or no longer) valid
   */
  upload(
    token: string,
    body: Uint8Array,
    contentType: string | null,
    sha256?: string,
  ): Promise<Id> {
    return this.store(
      this.#uploadTokens.verify(token),
      body,
      contentType,
      sha256,
    );
  }

  /** Stores a file, durably, and gives its document's id. */
  async store(
    component: string,
    body: Uint8Array,
    contentType: string | null,
    expectedSha256?: string,
  ): Promise<Id> {
    const sha256 = createHash("sha256").update(body).digest("base64");
    if (expectedSha256 !== undefined && expectedSha256 !== sha256) {
      throw new RequestError(
        400,
        "BadDigest",
        "The file does not have the digest that came with it",
      );
    }
    const storageId = randomUUID();
    await this.#writeBody(storageId, body);
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

  /** What a document of `_storage` says. */
  describe(document: Document): StoredFile {
    return toFile(document);
  }

  /**
   * Writes the body of a file whose document comes from a backup.
   *
   * @param storageId to be named in the document
   */
  async restoreBody(storageId: string, body: Uint8Array): Promise<void> {
    await this.deleteBody({ storageId });
    await this.#writeBody(storageId, body);
  }

  /** Takes a file's document away; its body goes once that is committed. */
  remove(transaction: Transaction, component: string, file: StoredFile): void {
    transaction.remove(component, file.id, SYSTEM);
  }

  /** The body of a file, or null if it is gone. */
  async read({ storageId }: StoredFile): Promise<Buffer | null> {
    try {
      return await readFile(this.#pathOf(storageId));
    } catch {
      return null;
    }
  }

  /** Deletes the body of a file whose document is gone for good. */
  async deleteBody({
    storageId,
  }: Pick<StoredFile, "storageId">): Promise<void> {
    await unlink(this.#pathOf(storageId)).catch(() => undefined);
  }

  /**
   * Deletes the bodies that no document describes, which a crash has left
   * behind. To be called while no files are being stored.
   */
  async sweep(): Promise<void> {
    const { folder } = this.#options;
    if (folder === null) return;
    const names = await readdir(folder).catch(() => []);
    const described = names.length === 0 ? new Set() : this.#storageIds();
    const orphans = names.filter(
      (name) => STORAGE_ID.test(name) && !described.has(name),
    );
    for (const name of orphans) await unlink(join(folder, name));
  }

  /** Those of components that are not mounted any more, too. */
  #storageIds(): Set<string> {
    const transaction = this.#options.database.beginRead();
    try {
      const { catalog } = this.#options.database.snapshot();
      const index = "by_storage_id";
      return new Set(
        [...catalog.components()].flatMap((component) =>
          [
            ...transaction.scan(component, STORAGE, index, WHOLE_RANGE, "asc"),
          ].map(({ document }) => toFile(document).storageId),
        ),
      );
    } finally {
      transaction.close();
    }
  }

  async #writeBody(storageId: string, body: Uint8Array): Promise<void> {
    await mkdir(this.#folder(), { recursive: true });
    const file = await open(this.#pathOf(storageId), "wx");
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
