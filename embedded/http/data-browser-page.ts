import type { IncomingMessage, ServerResponse } from "node:http";
import { encodingsOf, openPageFile } from "./page-file";
import { isNavigation } from "./page-files";
import { pathSegments } from "./path-segments";
import { isPublicTls } from "./public-address";
import { sendFile } from "./send-file";
import { sendText } from "./send-text";

/** Where the data browser is; everything beneath it is its own. */
export const DATA_BROWSER_PATH = "/_data";

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FAILURE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Data browser</title>
<main>
<h1>The data browser cannot be built</h1>
<p>The server's log says why.</p>
</main>
</html>
`;

/** Folders with `index.html` and `assets/`. */
export type DataBrowserFiles = {
  /** Returns a build of the sources as they are; rejects if they give none. */
  current(): Promise<string>;
  /** Returns the build that was given last, and makes one if there is none. */
  latest(): Promise<string>;
};

/** Whether a path is the data browser's when it is on. */
export function isDataBrowserPath(pathname: string): boolean {
  return (
    pathname === DATA_BROWSER_PATH ||
    pathname.startsWith(`${DATA_BROWSER_PATH}/`)
  );
}

/**
 * Serves the data browser: its index for every address that a browser goes to,
 * and the files that the index names. What the browser shows is the admin's
 * alone, so nothing may be added to it, frame it, or find it by searching.
 *
 * @param publicUrl the origin that its requests go to
 */
export function dataBrowserPage(
  files: DataBrowserFiles,
  publicUrl: URL,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const common = commonHeaders(publicUrl);
  return async (request, response) => {
    for (const [name, value] of common) response.setHeader(name, value);
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      return sendText(response, 405, "Method not allowed");
    }
    const segments = pathSegments(request.url ?? "/")?.slice(1) ?? null;
    if (segments === null) return sendText(response, 404, "Not found");
    const isAsset = segments[0] === "assets";
    const isPage = segments.length === 0 || isNavigation(request);
    if (!isAsset && !isPage) return sendText(response, 404, "Not found");
    const wanted = isAsset ? files.latest() : files.current();
    const folder = await wanted.catch(() => null);
    if (folder === null) return sendFailure(response);
    const parts = isAsset ? segments : ["index.html"];
    const file = await openPageFile(folder, parts, encodingsOf(request));
    if (file === null) return sendText(response, 404, "Not found");
    if (isAsset) {
      // Each name holds a hash of the content.
      const caching = `public, max-age=${YEAR_SECONDS}, immutable`;
      response.setHeader("cache-control", caching);
    }
    return sendFile(request, response, file, 200);
  };
}

function commonHeaders(publicUrl: URL): Map<string, string> {
  const headers = new Map([
    ["cache-control", "no-store"],
    ["content-security-policy", contentSecurityPolicy(publicUrl)],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["referrer-policy", "no-referrer"],
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["x-robots-tag", "noindex, nofollow"],
  ]);
  if (isPublicTls(publicUrl)) {
    headers.set("strict-transport-security", `max-age=${YEAR_SECONDS}`);
  }
  return headers;
}

function contentSecurityPolicy({ origin }: URL): string {
  const socket = origin.replace(/^http/, "ws");
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    // To some browsers, sockets are not of the page's own origin.
    `connect-src 'self' ${socket}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function sendFailure(response: ServerResponse): void {
  response.writeHead(500, { "content-type": "text/html; charset=utf-8" });
  response.end(FAILURE);
}
