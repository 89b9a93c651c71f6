import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { RequestError } from "../base/errors";
import { isLoopbackName } from "../base/loopback";
import type { Visit } from "./visit";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Protects against DNS rebinding, in which an attacker's domain resolves to
 * this server, so that a visitor's browser runs the attacker's page in the
 * same origin. IP addresses, names without a dot and `localhost` are allowed,
 * because an attacker cannot register them.
 *
 * @throws RequestError 421 for any other name than the public one
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
 * Returns the public URL to redirect a page request to, or null for none.
 * Redirects from HTTP to HTTPS, and between the names of this machine: for a
 * browser `localhost` and `127.0.0.1` are different origins, which do not share
 * a session.
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
  // The server has no TLS of its own, so with an HTTPS URL it is behind a
  // proxy. Unless the proxy is trusted, the original name is unknown.
  const isKnown = !isSecure || protocol !== null;
  const isElsewhere =
    (isOtherName && isKnown) || (isSecure && protocol === "http");
  return isElsewhere ? publicUrl.origin + (request.url ?? "/") : null;
}

/** Whether responses may set `Strict-Transport-Security` for this URL. */
export function isPublicTls({ protocol, hostname }: URL): boolean {
  // It would apply to all other servers on this machine, too.
  return protocol === "https:" && !isLoopbackName(hostname);
}
