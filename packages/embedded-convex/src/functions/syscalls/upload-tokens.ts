import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../base/clock";
import { bodyTooLarge, RequestError } from "../../base/errors";

const VALID_MS = 60 * 60 * 1000;

/**
 * Enough to try again when an answer was lost. Without a limit, whoever has one
 * token could fill the disk.
 */
const MAX_FILES = 3;

/** What a token says, and how many files and bytes came with it. */
type Claim = {
  claim: string;
  component: string;
  expiresAt: number;
  count: number;
  bytes: number;
};

/** Signed tokens that permit the upload of a few files for one hour. */
export class UploadTokens {
  /** What came with each claim, until it has expired. */
  readonly #uses = new Map<
    string,
    { count: number; bytes: number; expiresAt: number }
  >();

  /** @param maxBytes what one token takes in all */
  constructor(
    private readonly secret: Buffer,
    private readonly clock: Clock,
    private readonly maxBytes: number,
  ) {}

  /** @param component path of the component that the files will belong to */
  issue(component: string): string {
    const expiresAt = Math.floor(this.clock.now()) + VALID_MS;
    const nonce = randomBytes(9).toString("base64url");
    const claim = Buffer.from(`${expiresAt} ${nonce} ${component}`).toString(
      "base64url",
    );
    return `${claim}.${this.#sign(claim)}`;
  }

  /**
   * @returns the bytes that it still takes
   * @throws RequestError when the token is invalid, expired or used up
   */
  verify(token: string): number {
    return this.maxBytes - this.#read(token).bytes;
  }

  /**
   * Counts a file that came with the token.
   *
   * @returns path of the component that the token was issued to
   * @throws RequestError when the token is invalid, expired or used up, or has no
   *   room for so many bytes
   */
  redeem(token: string, size: number): string {
    this.#forgetExpired();
    const { claim, component, expiresAt, ...used } = this.#read(token);
    const count = used.count + 1;
    const bytes = used.bytes + size;
    if (bytes > this.maxBytes) throw bodyTooLarge(this.maxBytes);
    this.#uses.set(claim, { count, bytes, expiresAt });
    return component;
  }

  #read(token: string): Claim {
    const [claim = "", signature = ""] = token.split(".");
    const expected = Buffer.from(this.#sign(claim));
    const given = Buffer.from(signature);
    const isGenuine =
      given.length === expected.length && timingSafeEqual(given, expected);
    const [expiry, , component = ""] = Buffer.from(claim, "base64url")
      .toString()
      .split(" ");
    if (!isGenuine) {
      throw new RequestError(
        401,
        "StorageTokenInvalid",
        "Couldn't decode the StoreFileAuthorization token",
      );
    }
    const expiresAt = Number(expiry);
    if (expiresAt <= this.clock.now()) {
      throw new RequestError(
        401,
        "StorageTokenExpired",
        "Store File Authorization expired",
      );
    }
    const { count = 0, bytes = 0 } = this.#uses.get(claim) ?? {};
    if (count >= MAX_FILES) {
      throw new RequestError(
        403,
        "StorageTokenUsed",
        `This upload URL has taken ${MAX_FILES} files already`,
      );
    }
    return { claim, component, expiresAt, count, bytes };
  }

  /** The first entries are the oldest, so the search ends early. */
  #forgetExpired(): void {
    const now = this.clock.now();
    for (const [claim, { expiresAt }] of this.#uses) {
      if (expiresAt > now) return;
      this.#uses.delete(claim);
    }
  }

  #sign(claim: string): string {
    return createHmac("sha256", this.secret)
      .update(`upload of files ${claim}`)
      .digest("base64url");
  }
}
