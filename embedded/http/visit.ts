import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { RequestError } from "../base/errors";
import type { TrustedProxies } from "./trusted-proxies";

/** Who asks, and for what, before any proxy: as far as that can be known. */
export type Visit = {
  /** The name that was asked for, in lower case, an IPv6 address in brackets. */
  hostname: string;
  /** Null when a proxy that is not trusted may stand in between. */
  protocol: "http" | "https" | null;
  /** The address of the client. */
  client: string;
};

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** Headers in which proxies tell about a request. Anybody can send them. */
const TOLD_BY_PROXIES = /^(x-forwarded-.*|forwarded|x-real-ip)$/;

/**
 * Reads a request that comes from a proxy or from the client itself.
 * @throws RequestError 400 for a host that cannot be one
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
  // Old clients name no host at all.
  if (hostname === "" && host !== "") {
    throw new RequestError(400, "BadRequest", "The Host is not valid");
  }
  const protocol = told("x-forwarded-proto")?.toLowerCase();
  return {
    hostname: hostname.toLowerCase().replace(/\.$/, ""),
    protocol: protocol === "http" || protocol === "https" ? protocol : null,
    client: clientOf(peer, headers["x-forwarded-for"], proxies),
  };
}

/** Leaves of what proxies tell only what is known to be true: the client. */
export function tellTruth(request: IncomingMessage, { client }: Visit): void {
  for (const name of Object.keys(request.headers)) {
    if (TOLD_BY_PROXIES.test(name)) delete request.headers[name];
  }
  if (client !== "") request.headers["x-forwarded-for"] = client;
}

/** Each proxy has added at the end who asked it: believed as long as it is trusted. */
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

/** An IPv4 address may come in the form of IPv6. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
