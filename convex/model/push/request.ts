/**
 * Sends a message to a device by its push service. The key that speaks for the deployment
 * (VAPID) is derived from its secret, so there is nothing to set up.
 */
import { p256 } from "@noble/curves/nist.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Infer } from "convex/values";
import { literals } from "../../shared/input";
import type { Device, Message } from "../../shared/push";
import { inAddress, secretFor, toBase64 } from "../platform/digest";
import { withTimeout } from "../platform/mail";
import { pageAddress } from "../platform/siteAddress";

/**
 * "gone": the device gets no messages any more. "refused": the push service does not take
 * them from this key. "failed": it may take it later. "unable": the message could not be
 * encrypted.
 */
export const outcomeValidator = literals(
  "accepted",
  "gone",
  "refused",
  "failed",
  "unable",
);
export type Outcome = Infer<typeof outcomeValidator>;

/** Half a day; push services refuse more than a day. */
const LIFE_SECONDS = 12 * 60 * 60;

/** Returns the key that browsers are given when they subscribe. */
export async function publicKey(): Promise<string> {
  return inAddress(toBase64(p256.getPublicKey(await secretKey(), false)));
}

/**
 * Sends a message, which the push service keeps for `ttlSeconds` for a device that is off;
 * a later one with the same tag replaces it there.
 */
export async function send(
  device: Device,
  message: Message,
  { ttlSeconds }: { ttlSeconds: number },
): Promise<Outcome> {
  const body = await encrypted(device, message).catch(() => null);
  if (body === null) return "unable";
  const { endpoint } = device;
  try {
    const { status } = await withTimeout(
      fetch(endpoint, {
        method: "POST",
        headers: {
          Authorization: await authorization(endpoint),
          "Content-Encoding": "aes128gcm",
          "Content-Type": "application/octet-stream",
          TTL: String(ttlSeconds),
          Topic: message.tag,
          Urgency: "high",
        },
        body,
      }),
    );
    return outcomeOf(status);
  } catch {
    return "failed";
  }
}

/** Whether this runtime can encrypt messages. */
export async function canEncrypt(): Promise<boolean> {
  const device = { endpoint: "", p256dh: await publicKey(), auth: "" };
  const message = { title: "", body: "", path: "", tag: "" };
  return encrypted(device, message).then(
    () => true,
    () => false,
  );
}

const SALT_BYTES = 16;
/** Larger than any message: a push service takes 4,096 bytes. */
const RECORD_BYTES = 4_096;
/** Ends the last record. */
const DELIMITER = 2;

/**
 * Encrypts a message for a device: RFC 8291, in one record of RFC 8188. The points are
 * computed by @noble/curves, because older runtimes of Convex derive no bits.
 */
async function encrypted({ p256dh, auth }: Device, message: Message) {
  const theirs = fromAddress(p256dh);
  const own = p256.utils.randomSecretKey();
  const ours = p256.getPublicKey(own, false);
  // Without the byte that says which half of the curve the point is in.
  const shared = p256.getSharedSecret(own, theirs).slice(1);
  const info = joined(bytesOf("WebPush: info\0"), theirs, ours);
  const secret = hkdf(sha256, shared, fromAddress(auth), info, 32);
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const derived = (name: string, length: number) =>
    Uint8Array.from(
      hkdf(
        sha256,
        secret,
        salt,
        bytesOf(`Content-Encoding: ${name}\0`),
        length,
      ),
    );
  const key = await crypto.subtle.importKey(
    "raw",
    derived("aes128gcm", 16),
    "AES-GCM",
    false,
    ["encrypt"],
  );
  const record = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv: derived("nonce", 12) },
    key,
    joined(bytesOf(JSON.stringify(message)), Uint8Array.of(DELIMITER)),
  );
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD_BYTES);
  const length = Uint8Array.of(ours.length);
  return joined(salt, size, length, ours, new Uint8Array(record));
}

/** Says who sends, for half a day (RFC 8292). */
async function authorization(endpoint: string): Promise<string> {
  const part = (value: object) =>
    inAddress(toBase64(bytesOf(JSON.stringify(value))));
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(Date.now() / 1000) + LIFE_SECONDS,
    sub: pageAddress("/contact"),
  };
  const signed = `${part({ typ: "JWT", alg: "ES256" })}.${part(claims)}`;
  const signature = p256.sign(bytesOf(signed), await secretKey());
  const token = `${signed}.${inAddress(toBase64(signature))}`;
  return `vapid t=${token}, k=${await publicKey()}`;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Reads base64 as addresses hold it. */
function fromAddress(text: string): Uint8Array {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "accepted";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "failed" : "refused";
}

async function secretKey(): Promise<Uint8Array> {
  const secrets = [
    await secretFor("web push 1"),
    await secretFor("web push 2"),
  ];
  const bytes = secrets.flatMap((base64) =>
    Array.from(atob(base64), (char) => char.charCodeAt(0)),
  );
  return p256.utils.randomSecretKey(Uint8Array.from(bytes.slice(0, 48)));
}
