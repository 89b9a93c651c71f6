import type { IncomingMessage } from "node:http";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns the public address of a page that was asked for under another name
 * of this machine, or null. `localhost` and `127.0.0.1` are different origins
 * to a browser: signed in at one, a person would be a stranger at the other.
 * Names behind a proxy are the proxy's business and stay as they are.
 */
export function publicAddressFor(
  request: IncomingMessage,
  publicUrl: URL,
): string | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  if (!(request.headers.accept ?? "").includes("text/html")) return null;
  const requested = (request.headers.host ?? "").replace(/:\d+$/, "");
  const isOtherName =
    requested !== publicUrl.hostname &&
    LOOPBACK_NAMES.has(requested) &&
    LOOPBACK_NAMES.has(publicUrl.hostname);
  return isOtherName ? publicUrl.origin + (request.url ?? "/") : null;
}
