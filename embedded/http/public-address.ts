import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { RequestError } from "../base/errors";
import type { Visit } from "./visit";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses a request for a name that is none of this server's: somebody has had
 * their own name lead here, to have a visitor's browser take us for them. It is
 * no such name if it has no dot, or is an address: nobody can own those.
 * @throws RequestError 421
 */
export function requireOwnName({ hostname }: Visit, publicUrl: URL): void {
  const isOwn =
    hostname === publicUrl.hostname ||
    !hostname.includes(".") ||
    hostname.endsWith(".localhost") ||
    isIP(hostname) !== 0 ||
    hostname.startsWith("[");
  if (isOwn) return;
  throw new RequestError(
    421,
    "MisdirectedRequest",
    `This server is ${publicUrl.origin}. If it is to have another name, set PUBLIC_URL`,
  );
}

/**
 * Returns the public address of a page that was asked for at another one, or
 * null: without TLS where there is TLS, or under another name of this machine.
 * `localhost` and `127.0.0.1` are different origins to a browser: signed in at
 * one, a person would be a stranger at the other.
 */
export function publicAddressFor(
  request: Pick<IncomingMessage, "method" | "url" | "headers">,
  { hostname, protocol }: Visit,
  publicUrl: URL,
): string | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  if (!(request.headers.accept ?? "").includes("text/html")) return null;
  const isSecure = publicUrl.protocol === "https:";
  const isOtherName =
    hostname !== publicUrl.hostname &&
    LOOPBACK_NAMES.has(hostname) &&
    LOOPBACK_NAMES.has(publicUrl.hostname);
  // Without TLS of its own the server is behind a proxy then. What that was
  // asked for counts; the name by which it asks this server does not.
  const isKnown = !isSecure || protocol !== null;
  const isElsewhere =
    (isOtherName && isKnown) || (isSecure && protocol === "http");
  return isElsewhere ? publicUrl.origin + (request.url ?? "/") : null;
}

/** Whether browsers may be told to come to this address by TLS alone. */
export function isPublicTls({ protocol, hostname }: URL): boolean {
  // That would count for everything else on this machine, too.
  const isLocal =
    LOOPBACK_NAMES.has(hostname) || hostname.endsWith(".localhost");
  return protocol === "https:" && !isLocal;
}
