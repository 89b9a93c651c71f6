/** A browser that gets messages (Web Push): it decrypts what comes as browsers do (RFC 8291, RFC 8188). */
import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";
import type { Device, Message } from "#convex/push/shared";

export class Phone {
  /** What it has registered. */
  readonly device: Device;
  readonly #keys = createECDH("prime256v1");

  constructor(endpoint: string) {
    const p256dh = this.#keys.generateKeys().toString("base64url");
    const auth = Buffer.from(crypto.getRandomValues(new Uint8Array(16)));
    this.device = { endpoint, p256dh, auth: auth.toString("base64url") };
  }

  /** @throws unless the body was encrypted for it */
  decrypted(encoding: string | null | undefined, body: Buffer): Message {
    if (encoding !== "aes128gcm")
      throw new Error(`unknown encoding: ${encoding}`);
    const salt = body.subarray(0, 16);
    const length = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + length);
    const record = body.subarray(21 + length);
    if (record.length > body.readUInt32BE(16)) throw new Error("two records");
    const derive = (from: Buffer, saltOf: Buffer, info: Buffer, size: number) =>
      Buffer.from(hkdfSync("sha256", from, saltOf, info, size));
    const secret = derive(
      this.#keys.computeSecret(senderKey),
      Buffer.from(this.device.auth, "base64url"),
      Buffer.concat([
        Buffer.from("WebPush: info\0"),
        Buffer.from(this.device.p256dh, "base64url"),
        senderKey,
      ]),
      32,
    );
    const info = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`);
    const decipher = createDecipheriv(
      "aes-128-gcm",
      derive(secret, salt, info("aes128gcm"), 16),
      derive(secret, salt, info("nonce"), 12),
    );
    decipher.setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([
      decipher.update(record.subarray(0, -16)),
      decipher.final(),
    ]);
    // The delimiter of the last record, and padding.
    const end = plain.lastIndexOf(2);
    return JSON.parse(plain.subarray(0, end).toString()) as Message;
  }
}
