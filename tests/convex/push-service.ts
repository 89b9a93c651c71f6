/**
 * Stands in for the push services of browsers, and for a browser: checks who sends (VAPID, RFC
 * 8292), and decrypts what comes as a browser does (RFC 8291, RFC 8188).
 */
import { importJWK, jwtVerify } from "jose";
import { vi } from "vitest";
import type { Device, Message } from "#convex/push/shared";
import { Phone } from "../load/phone";
import { SITE } from "./setup";

type Received = {
  endpoint: string;
  message: Message;
  ttl: number;
  topic: string | null;
  urgency: string | null;
};

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
  const browsers = new Map<string, Phone>();
  const service: PushService = {
    received: [],
    answer: () => new Response(null, { status: 201 }),
    subscribe: (endpoint) => {
      const phone = new Phone(endpoint);
      browsers.set(endpoint, phone);
      return phone.device;
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
      message: browser.decrypted(
        headers.get("Content-Encoding"),
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
