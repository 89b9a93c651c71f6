import {
  createHash,
  createHmac,
  randomUUID,
  timingSafeEqual,
} from "node:crypto";
import { mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../base/clock";
import { RequestError, UserError } from "../base/errors";
import type { Document } from "../index/document";
import type { Database } from "../transaction/database";
import type { Transaction } from "../transaction/transaction";
import { parseId, type Id } from "../values/ids";
import { afterPrefix, encodeKey } from "../values/keys";
import { commitWithRetry } from "./commit-with-retry";
import { STORAGE } from "./system-tables";

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

const UPLOAD_VALID_MS = 60 * 60 * 1000;
const SYSTEM = { system: true };
const STORAGE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Files of the deployment. A file's description is a document of `_storage`,
 * transactional like any other; its body is a file in the data directory,
 * written before the document and never changed.
 */
export class FileStorage {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
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
    const expiresAt = Math.floor(this.#options.clock.now()) + UPLOAD_VALID_MS;
    const claim = Buffer.from(`${expiresAt} ${component}`).toString(
      "base64url",
    );
    const token = `${claim}.${this.#sign(claim)}`;
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
    return this.store(this.#verify(token), body, contentType, sha256);
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
  async deleteBody({ storageId }: StoredFile): Promise<void> {
    await unlink(this.#pathOf(storageId)).catch(() => undefined);
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

  #sign(claim: string): string {
    return createHmac("sha256", this.#options.secret)
      .update(`upload ${claim}`)
      .digest("base64url");
  }

  #verify(token: string): string {
    const [claim = "", signature = ""] = token.split(".");
    const expected = Buffer.from(this.#sign(claim));
    const given = Buffer.from(signature);
    const isGenuine =
      given.length === expected.length && timingSafeEqual(given, expected);
    const [expiresAt, component = ""] = Buffer.from(claim, "base64url")
      .toString()
      .split(" ");
    if (!isGenuine || Number(expiresAt) < this.#options.clock.now()) {
      throw new RequestError(
        401,
        "StorageTokenInvalid",
        "The upload address is not, or no longer, valid",
      );
    }
    return component;
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
