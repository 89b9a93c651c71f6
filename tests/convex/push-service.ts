/**
 * Stands in for the push services of browsers, and for a browser: checks who sends (VAPID, RFC
 * 8292), and decrypts what comes as a browser does (RFC 8291, RFC 8188).
 */
import { createECDH, createDecipheriv, hkdfSync } from "node:crypto";
import { importJWK, jwtVerify } from "jose";
import { vi } from "vitest";
import type { Device, Message } from "#convex/shared/push";
import { SITE } from "./setup";

type Received = {
  endpoint: string;
  message: Message;
  ttl: number;
  topic: string | null;
  urgency: string | null;
};

type Browser = Device & { privateKey: Buffer };

export type PushService = {
  /** What browsers have shown. */
  received: Received[];
  /** Makes a browser with a subscription at this address. */
  subscribe: (endpoint: string) => Device;
  /** The answer to the next messages. */
  answer: (endpoint: string) => Response;
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const bytesOf = (text = "") => Buffer.from(text, "base64url");

/** Replaces `fetch`, for one test. `publicKey` is whose messages it takes. */
export function usePushService(publicKey: () => Promise<string>): PushService {
  vi.stubEnv("SITE_URL", SITE);
  if (!process.env.JWT_PRIVATE_KEY) vi.stubEnv("JWT_PRIVATE_KEY", "a key");
  const browsers = new Map<string, Browser>();
  const service: PushService = {
    received: [],
    answer: () => new Response(null, { status: 201 }),
    subscribe: (endpoint) => {
      const keys = createECDH("prime256v1");
      const p256dh = base64(keys.generateKeys());
      const auth = base64(crypto.getRandomValues(new Uint8Array(16)));
      const device = { endpoint, p256dh, auth };
      browsers.set(endpoint, { ...device, privateKey: keys.getPrivateKey() });
      return device;
    },
  };
  vi.stubGlobal("fetch", async (endpoint: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    await verify(headers, endpoint, await publicKey());
    const answer = service.answer(endpoint);
    const browser = browsers.get(endpoint);
    if (!answer.ok || browser === undefined) return answer;
    service.received.push({
      endpoint,
      message: decrypted(
        browser,
        headers,
        Buffer.from(init.body as ArrayBuffer),
      ),
      ttl: Number(headers.get("TTL")),
      topic: headers.get("Topic"),
      urgency: headers.get("Urgency"),
    });
    return answer;
  });
  return service;
}

async function verify(headers: Headers, endpoint: string, publicKey: string) {
  const [, token = "", k] =
    /^vapid t=(.+), k=(.+)$/.exec(headers.get("Authorization") ?? "") ?? [];
  if (k !== publicKey) throw new Error("another key than browsers were given");
  const point = bytesOf(k);
  const key = await importJWK({
    kty: "EC",
    crv: "P-256",
    alg: "ES256",
    x: base64(point.subarray(1, 33)),
    y: base64(point.subarray(33)),
  });
  const currentDate = new Date(Date.now());
  const { payload } = await jwtVerify(token, key, {
    audience: new URL(endpoint).origin,
    currentDate,
  });
  const lifeMs = (payload.exp ?? Infinity) * 1000 - currentDate.getTime();
  if (lifeMs > 24 * 60 * 60 * 1000) throw new Error("it lives for too long");
}

function decrypted(browser: Browser, headers: Headers, body: Buffer): Message {
  const encoding = headers.get("Content-Encoding");
  if (encoding !== "aes128gcm")
    throw new Error(`unknown encoding: ${encoding}`);
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  if (record.length > body.readUInt32BE(16)) throw new Error("two records");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(browser.privateKey);
  const derive = (from: Buffer, saltOf: Buffer, info: Buffer, size: number) =>
    Buffer.from(hkdfSync("sha256", from, saltOf, info, size));
  const secret = derive(
    ecdh.computeSecret(senderKey),
    bytesOf(browser.auth),
    Buffer.concat([
      Buffer.from("WebPush: info\0"),
      bytesOf(browser.p256dh),
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
