/**
 * Sends a message to a device by its push service. The key that speaks for the deployment
 * (VAPID) is derived from its secret, so there is nothing to set up.
 */
import { p256 } from "@noble/curves/nist.js";
import { buildPushHTTPRequest } from "@pushforge/builder";
import type { Device, Message } from "../../shared/push";
import { inAddress, secretFor, toBase64 } from "../platform/digest";
import { withTimeout } from "../platform/mail";
import { siteOrigin } from "../platform/siteAddress";

/**
 * "gone": the device gets no messages any more. "refused": the push service does not take
 * them from this key. "failed": it may take it later. "unable": the message could not be
 * encrypted.
 */
export type Outcome = "accepted" | "gone" | "refused" | "failed" | "unable";

/** Returns the key that browsers are given when they subscribe. */
export async function publicKey(): Promise<string> {
  return inAddress(toBase64(p256.getPublicKey(await secretKey(), false)));
}

/** Returns the key as `send` takes it. */
export async function privateKey(): Promise<JsonWebKey> {
  const secret = await secretKey();
  const point = p256.getPublicKey(secret, false);
  const field = (bytes: Uint8Array) => inAddress(toBase64(bytes));
  return {
    kty: "EC",
    crv: "P-256",
    x: field(point.slice(1, 33)),
    y: field(point.slice(33)),
    d: field(secret),
  };
}

/**
 * Sends a message, which the push service keeps for `ttlSeconds` for a device that is off;
 * a later one with the same tag replaces it there.
 */
export async function send(
  { endpoint, p256dh, auth }: Device,
  message: Message,
  { key, ttlSeconds: ttl }: { key: JsonWebKey; ttlSeconds: number },
): Promise<Outcome> {
  const request = await buildPushHTTPRequest({
    privateJWK: key,
    subscription: { endpoint, keys: { p256dh, auth } },
    message: {
      payload: message,
      adminContact: new URL("/contact", siteOrigin()).href,
      options: { ttl, urgency: "high", topic: message.tag },
    },
  }).catch(() => null);
  if (request === null) return "unable";
  const { headers, body } = request;
  try {
    const { status } = await withTimeout(
      fetch(endpoint, { method: "POST", headers, body }),
    );
    return outcomeOf(status);
  } catch {
    return "failed";
  }
}

/** Whether this runtime can encrypt messages: self-hosted Convex before March 2026 cannot. */
export async function canEncrypt(): Promise<boolean> {
  try {
    const curve = { name: "ECDH", namedCurve: "P-256" };
    const pair = await crypto.subtle.generateKey(curve, true, ["deriveBits"]);
    await crypto.subtle.deriveBits(
      { name: "ECDH", public: pair.publicKey },
      pair.privateKey,
      256,
    );
    return true;
  } catch {
    return false;
  }
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
