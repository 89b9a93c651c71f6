import type { IncomingMessage, ServerResponse } from "node:http";

const DEFAULT_HEADERS = "authorization, content-type, convex-client";
const DAY_SECONDS = String(24 * 60 * 60);

/**
 * Allows pages of any origin to use the API, as Convex does. This is safe
 * because tokens authenticate requests, not cookies.
 *
 * @returns whether the request was a preflight, which is then answered
 */
export function allowCrossOrigin(
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) {
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-allow-credentials", "true");
    response.setHeader("vary", "origin");
  }
  if (request.method !== "OPTIONS") return false;
  response.writeHead(204, {
    "access-control-allow-methods": "GET, POST, OPTIONS",
    "access-control-allow-headers":
      request.headers["access-control-request-headers"] ?? DEFAULT_HEADERS,
    "access-control-max-age": DAY_SECONDS,
  });
  response.end();
  return true;
}
