import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { badRequest } from "../base/errors";
import type { Asker } from "../base/fair-queue";
import { isLoopbackName } from "../base/loopback";
import { plainAddress } from "../base/ip-network";
import type { TrustedProxies } from "./trusted-proxies";

/** The original request, before any trusted proxy. */
export type Visit = {
  /** The requested host, in lower case; IPv6 addresses are in brackets. */
  hostname: string;
  /** Null unless a trusted proxy reported it. */
  protocol: "http" | "https" | null;
  client: string;
  /** Whether it is from this machine, as far as anyone can tell. */
  isLocal: boolean;
};

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** Headers that proxies set. Clients can forge them. */
const TOLD_BY_PROXIES = /^(x-forwarded-.*|forwarded|x-real-ip)$/;

/** Headers without which hardly any proxy or tunnel passes a request on. */
const PASSED_ON = /^(x-forwarded-.*|forwarded|x-real-ip|via|cf-.*)$/;

/**
 * Determines the original request from the headers that trusted proxies set.
 *
 * @throws RequestError 400 when the host is malformed
 */
export function visitOf(
  { headers, socket }: IncomingMessage,
  proxies: TrustedProxies,
): Visit {
  const peer = plainAddress(socket.remoteAddress ?? "");
  const isTold = proxies.trusts(peer);
  const told = (name: string) => (isTold ? firstOf(headers[name]) : null);
  const host = told("x-forwarded-host") ?? headers.host ?? "";
  const [, hostname = ""] = HOST.exec(host) ?? [];
  // HTTP/1.0 clients may send no host.
  if (hostname === "" && host !== "") {
    throw badRequest("BadRequest", "The Host is not valid");
  }
  const protocol = told("x-forwarded-proto")?.toLowerCase();
  return {
    hostname: hostname.toLowerCase().replace(/\.$/, ""),
    protocol: protocol === "http" || protocol === "https" ? protocol : null,
    client: clientOf(peer, headers["x-forwarded-for"], proxies),
    isLocal:
      isLoopbackName(peer) &&
      isLoopbackName(hostname.toLowerCase()) &&
      !Object.keys(headers).some((name) => PASSED_ON.test(name)),
  };
}

/** Removes the proxies' headers, and sets `X-Forwarded-For` to the client. */
export function tellTruth(request: IncomingMessage, { client }: Visit): void {
  for (const name of Object.keys(request.headers)) {
    if (TOLD_BY_PROXIES.test(name)) delete request.headers[name];
  }
  if (client !== "") request.headers["x-forwarded-for"] = client;
}

/** Returns who sent a request, after `tellTruth`. */
export function senderOf({ headers }: IncomingMessage): Asker {
  return { address: String(headers["x-forwarded-for"] ?? ""), client: "http" };
}

/**
 * Returns the last address in the chain that is not a trusted proxy's. Each
 * proxy appends the address of its client to `X-Forwarded-For`.
 */
function clientOf(
  peer: string,
  forwardedFor: string | string[] | undefined,
  proxies: TrustedProxies,
): string {
  const chain = [forwardedFor ?? ""].flat().join(",").split(",").reverse();
  let client = peer;
  for (const entry of chain.map((one) => plainAddress(one.trim()))) {
    if (!proxies.trusts(client) || isIP(entry) === 0) break;
    client = entry;
  }
  return client;
}

function firstOf(value: string | string[] | undefined): string | null {
  const [first = ""] = [value ?? ""].flat().join(",").split(",");
  return first.trim() || null;
}
