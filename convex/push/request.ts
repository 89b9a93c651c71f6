/**
 * Sends a message to a device by its push service. The key that speaks for the deployment
 * (VAPID) is derived from its secret, so there is nothing to set up.
 */
import { p256 } from "@noble/curves/nist.js";
import type { Infer } from "convex/values";
import { literals } from "../platform/shared/input";
import type { Device, Message } from "./shared";
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

/** Encryption and requests of a message that are under way at once. */
const AT_ONCE = 10;

/**
 * Sends a message to devices, a few at a time: others use the same machine. A push service keeps it for `ttlSeconds` for
 * a device that is off; a later one with the same tag replaces it there.
 * @returns what became of it, for each device
 */
export async function sendToAll(
  devices: readonly Device[],
  message: Message,
  ttlSeconds: number,
): Promise<Outcome[]> {
  const tokens = new Map<string, Promise<string>>();
  const outcomes: Outcome[] = [];
  const rest = devices.entries();
  async function work() {
    for (const [nth, device] of rest) {
      const { origin } = new URL(device.endpoint);
      const token = tokens.get(origin) ?? authorization(origin);
      tokens.set(origin, token);
      outcomes[nth] = await send(device, message, {
        Authorization: await token,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        TTL: String(ttlSeconds),
        Topic: message.tag,
        Urgency: "high",
      });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

async function send(
  device: Device,
  message: Message,
  headers: Record<string, string>,
): Promise<Outcome> {
  const body = await encrypted(device, message).catch(() => null);
  if (body === null) return "unable";
  try {
    const { status } = await withTimeout(
      // A redirect would lead our request to an address that nobody has checked.
      fetch(device.endpoint, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
      }),
    );
    return outcomeOf(status);
  } catch {
    return "failed";
  }
}

/**
 * Whether this runtime can encrypt messages: runtimes of Convex from before 2026 agree on no secret. Tried with the
 * deployment's own key, as queries can draw none.
 */
export async function canEncrypt(): Promise<boolean> {
  const secret = await secretKey();
  const point = p256.getPublicKey(secret, false);
  const [d, x, y] = [secret, point.slice(1, 33), point.slice(33)].map((bytes) =>
    inAddress(toBase64(bytes)),
  );
  const jwk = { kty: "EC", crv: CURVE.namedCurve, d, x, y };
  try {
    const { subtle } = crypto;
    await agreed(
      await subtle.importKey("jwk", jwk, CURVE, false, ["deriveBits"]),
      Uint8Array.from(point),
    );
    return true;
  } catch {
    return false;
  }
}

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const SALT_BYTES = 16;
/** Larger than any message: a push service takes 4,096 bytes. */
const RECORD_BYTES = 4_096;
/** Ends the last record. */
const DELIMITER = 2;

/**
 * Encrypts a message for a device: RFC 8291, in one record of RFC 8188. WebCrypto does it beside the thread on which
 * everybody else is answered.
 * @throws if the runtime cannot (`canEncrypt`): "unable"
 */
async function encrypted({ p256dh, auth }: Device, message: Message) {
  const { subtle } = crypto;
  const theirs = fromAddress(p256dh);
  const own = await subtle.generateKey(CURVE, false, ["deriveBits"]);
  const ours = new Uint8Array(await subtle.exportKey("raw", own.publicKey));
  const shared = await agreed(own.privateKey, theirs);
  const info = joined(bytesOf("WebPush: info\0"), theirs, ours);
  const secret = await derived(shared, fromAddress(auth), info, 32);
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const part = (name: string, length: number) =>
    derived(secret, salt, bytesOf(`Content-Encoding: ${name}\0`), length);
  const key = await subtle.importKey(
    "raw",
    await part("aes128gcm", 16),
    "AES-GCM",
    false,
    ["encrypt"],
  );
  const record = await subtle.encrypt(
    { name: "AES-GCM", iv: await part("nonce", 12) },
    key,
    joined(bytesOf(JSON.stringify(message)), Uint8Array.of(DELIMITER)),
  );
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD_BYTES);
  const length = Uint8Array.of(ours.length);
  return joined(salt, size, length, ours, new Uint8Array(record));
}

/** The secret that the owners of two keys have in common. */
async function agreed(own: CryptoKey, theirs: Uint8Array<ArrayBuffer>) {
  const { subtle } = crypto;
  const key = await subtle.importKey("raw", theirs, CURVE, false, []);
  return subtle.deriveBits({ name: CURVE.name, public: key }, own, 256);
}

/** HKDF with SHA-256. */
async function derived(
  secret: ArrayBuffer,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<ArrayBuffer> {
  const { subtle } = crypto;
  const key = await subtle.importKey("raw", secret, "HKDF", false, [
    "deriveBits",
  ]);
  const how = { name: "HKDF", hash: "SHA-256", salt, info };
  return subtle.deriveBits(how, key, 8 * length);
}

/** Says to a push service who sends, for half a day (RFC 8292). */
async function authorization(origin: string): Promise<string> {
  const part = (value: object) =>
    inAddress(toBase64(bytesOf(JSON.stringify(value))));
  const claims = {
    aud: origin,
    exp: Math.floor(Date.now() / 1000) + LIFE_SECONDS,
    sub: pageAddress("/contact"),
  };
  const signed = `${part({ typ: "JWT", alg: "ES256" })}.${part(claims)}`;
  const signature = p256.sign(bytesOf(signed), await secretKey());
  const token = `${signed}.${inAddress(toBase64(signature))}`;
  return `vapid t=${token}, k=${await publicKey()}`;
}

function bytesOf(text: string) {
  return new TextEncoder().encode(text);
}

/** Reads base64 as addresses hold it. */
function fromAddress(text: string) {
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
