import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock";
import { badRequest } from "../../base/errors";
import type { Document } from "../../index/document";
import type { Database } from "../../transaction/database";
import type { Transaction } from "../../transaction/transaction";
import { parseId, type Id } from "../../values/ids";
import { prefixRange } from "../../values/keys";
import { STORAGE } from "../app/function-tables";
import { digestOf, FileBodies, isStorageId } from "./file-bodies";
import { UploadTokens } from "./upload-tokens";

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
  folder: string;
  /** What one upload URL takes in all. */
  maxUploadBytes: number;
  database: Database;
  clock: Clock;
  cloudUrl: string;
  /** Signs upload URLs. */
  secret: Buffer;
};

/**
 * The deployment's files. A file's metadata is a document of `_storage`, and as
 * transactional as any other. Its body is written before the document.
 */
export class FileStorage {
  readonly bodies: FileBodies;
  readonly #uploadTokens: UploadTokens;

  constructor(private readonly options: Options) {
    const { folder, secret, clock, maxUploadBytes } = options;
    this.bodies = new FileBodies(folder);
    this.#uploadTokens = new UploadTokens(secret, clock, maxUploadBytes);
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
    const range = prefixRange([id]);
    const rows = transaction.scan(component, STORAGE, "by_storage_id", range);
    const row = rows.next();
    return row.done === true ? null : toFile(row.value.document);
  }

  /** @returns the URL of a file, which needs no authorisation */
  urlOf({ storageId }: StoredFile, component: string): string {
    const query = component === "" ? "" : `?component=${component}`;
    return `${this.options.cloudUrl}/api/storage/${storageId}${query}`;
  }

  /** @returns a URL to which a few files may be posted within one hour */
  uploadUrl(component: string): string {
    const token = this.#uploadTokens.issue(component);
    return `${this.options.cloudUrl}/api/storage/upload?token=${token}`;
  }

  /**
   * @returns the bytes that may be uploaded with a token
   * @throws RequestError for a token that is not (or no longer) valid, and while the
   *   disk has no room
   */
  async requireUploadToken(token: string): Promise<number> {
    const bytes = this.#uploadTokens.verify(token);
    await this.bodies.requireRoom();
    return bytes;
  }

  /**
   * Stores a file that was posted to an upload URL.
   *
   * @param sha256 expected digest of the body in base64, if known
   * @returns the id of its document, once durable
   * @throws RequestError when the token is invalid, expired or used up, or the
   *   digest differs, or the disk has no room
   */
  upload(
    token: string,
    body: Uint8Array,
    contentType: string | null,
    sha256?: string,
  ): Promise<Id> {
    return this.store(
      this.#uploadTokens.redeem(token, body.length),
      body,
      contentType,
      sha256,
    );
  }

  /**
   * Stores a file.
   *
   * @returns the id of its document, once durable
   * @throws RequestError when the digest differs, or the disk has no room
   */
  async store(
    component: string,
    body: Uint8Array,
    contentType: string | null,
    expectedSha256?: string,
  ): Promise<Id> {
    const sha256 = await digestOf(body);
    if (expectedSha256 !== undefined && expectedSha256 !== sha256) {
      throw badRequest(
        "Sha256Mismatch",
        `Sha256 mismatch. Expected: ${expectedSha256} Actual: ${sha256}`,
      );
    }
    const storageId = randomUUID();
    await this.bodies.write(storageId, body);
    const size = body.length;
    const type = contentType ?? undefined;
    const fields = { storageId, sha256, size, contentType: type };
    const { result } = await this.options.database.write((transaction) =>
      transaction.insert(component, STORAGE, fields, { system: true }),
    );
    return result;
  }

  /** See `FileBodies.sweep`. */
  sweep(): Promise<string[]> {
    return this.bodies.sweep(this.#sizes(), this.options.clock.now());
  }

  /** The sizes of all files, including components that are no longer mounted. */
  #sizes(): Map<string, number> {
    const sizes = new Map<string, number>();
    const { database } = this.options;
    database.read((transaction) => {
      for (const component of database.snapshot().catalog.components()) {
        const rows = transaction.scan(component, STORAGE, "by_storage_id");
        for (const { document } of rows) {
          const { storageId, size } = toFile(document);
          sizes.set(storageId, size);
        }
      }
    });
    return sizes;
  }
}

/** @returns the metadata in a document of `_storage` */
export function toFile(document: Document): StoredFile {
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
