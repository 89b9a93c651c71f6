import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../base/clock";
import { RequestError } from "../../base/errors";

const VALID_MS = 60 * 60 * 1000;

/** Signed tokens that permit the upload of a file for one hour. */
export class UploadTokens {
  readonly #secret: Buffer;
  readonly #clock: Clock;

  constructor(secret: Buffer, clock: Clock) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** @param component path of the component that the file will belong to */
  issue(component: string): string {
    const expiresAt = Math.floor(this.#clock.now()) + VALID_MS;
    const claim = Buffer.from(`${expiresAt} ${component}`).toString(
      "base64url",
    );
    return `${claim}.${this.#sign(claim)}`;
  }

  /**
   * @returns path of the component that the token was issued to
   * @throws RequestError when the token is invalid or expired
   */
  verify(token: string): string {
    const [claim = "", signature = ""] = token.split(".");
    const expected = Buffer.from(this.#sign(claim));
    const given = Buffer.from(signature);
    const isGenuine =
      given.length === expected.length && timingSafeEqual(given, expected);
    const [expiresAt, component = ""] = Buffer.from(claim, "base64url")
      .toString()
      .split(" ");
    if (!isGenuine) {
      throw new RequestError(
        401,
        "StorageTokenInvalid",
        "Couldn't decode the StoreFileAuthorization token",
      );
    }
    if (Number(expiresAt) <= this.#clock.now()) {
      throw new RequestError(
        401,
        "StorageTokenExpired",
        "Store File Authorization expired",
      );
    }
    return component;
  }

  #sign(claim: string): string {
    return createHmac("sha256", this.#secret)
      .update(`upload ${claim}`)
      .digest("base64url");
  }
}
