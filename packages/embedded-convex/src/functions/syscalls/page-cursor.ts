import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import type { Key } from "../../values/keys";

/** Where a page ends: after the row with a key, or at the end of the range. */
export type PagePosition = { after: Key } | { end: true };

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/**
 * Encodes and decodes cursors of paginated queries. Keys contain field values
 * that a function may not want to disclose, so cursors are encrypted.
 * Encryption is deterministic, so that a query that runs again gives an equal
 * result.
 */
export class PageCursors {
  /** @param secret 32 bytes */
  constructor(private readonly secret: Buffer) {}

  encode(position: PagePosition, fingerprint: string): string {
    const after = "after" in position ? `+${position.after}` : "";
    const plain = Buffer.from(`${fingerprint} ${after}`, "latin1");
    const iv = createHmac("sha256", this.secret)
      .update(plain)
      .digest()
      .subarray(0, IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.secret, iv);
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
  }

  /** @returns the position, or null unless `cursor` belongs to the query */
  decode(cursor: string, fingerprint: string): PagePosition | null {
    const plain = this.#decrypt(Buffer.from(cursor, "base64url"));
    if (plain === null || !plain.startsWith(`${fingerprint} `)) return null;
    const position = plain.slice(fingerprint.length + 1);
    return position === ""
      ? { end: true }
      : { after: position.slice(1) as Key };
  }

  #decrypt(bytes: Buffer): string | null {
    if (bytes.length < IV_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv(
      CIPHER,
      this.secret,
      bytes.subarray(0, IV_BYTES),
    );
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString("latin1");
    } catch {
      return null;
    }
  }
}
