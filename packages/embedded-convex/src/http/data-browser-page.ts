import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { fileWork } from "../base/file-work";
import { escapeHtml } from "../base/html";
import { encodingsOf, openPageFile } from "./page-file";
import { isNavigation } from "./page-files";
import { pathSegments } from "./path-segments";
import { sendFile } from "./send-file";
import { sendText } from "./send-text";
import { senderOf } from "./visit";

const DATA_BROWSER_PATH = "/_data";

/** What the data browser belongs to. */
export type Site = {
  /** Shown beside the data. */
  name: string;
  /** The path that leads back from the data browser. */
  home: string;
};

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function isDataBrowserPath(pathname: string): boolean {
  return (
    pathname === DATA_BROWSER_PATH ||
    pathname.startsWith(`${DATA_BROWSER_PATH}/`)
  );
}

/**
 * Serves the data browser: `index.html` for every navigation, and its assets.
 * Because it shows private data, its headers forbid foreign scripts, framing
 * and indexing by search engines.
 *
 * @param folder a build, with `index.html` and `assets/`
 * @param publicUrl the origin of the backend that it calls
 * @param site named in the index, if there is one
 */
export function dataBrowserPage(
  folder: string,
  publicUrl: URL,
  site: Site | null = null,
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
    const sender = senderOf(request);
    if (!isAsset && site !== null) {
      const html = await fileWork.run(() => namedIndex(folder, site), sender);
      return sendHtml(request, response, html);
    }
    const parts = isAsset ? segments : ["index.html"];
    const file = await fileWork.run(
      () => openPageFile(folder, parts, encodingsOf(request)),
      sender,
    );
    if (file === null) return sendText(response, 404, "Not found");
    if (isAsset) {
      // File names contain a hash of the content.
      const caching = `public, max-age=${YEAR_SECONDS}, immutable`;
      response.setHeader("cache-control", caching);
    }
    return sendFile(request, response, file, 200);
  };
}

/**
 * Returns the index with the site in a meta element: the security policy forbids
 * inline scripts.
 */
async function namedIndex(
  folder: string,
  { name, home }: Site,
): Promise<string> {
  const html = await readFile(join(folder, "index.html"), "utf8");
  const meta = `<meta name="application-name" content="${escapeHtml(name)}" data-home="${escapeHtml(home)}" />`;
  return html.replace("<title>", () => `${meta}\n    <title>`);
}

function sendHtml(
  request: IncomingMessage,
  response: ServerResponse,
  html: string,
): void {
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(html),
  });
  response.end(request.method === "HEAD" ? undefined : html);
}

function commonHeaders(publicUrl: URL): Map<string, string> {
  return new Map([
    ["cache-control", "no-store"],
    ["content-security-policy", contentSecurityPolicy(publicUrl)],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["referrer-policy", "no-referrer"],
    ["x-frame-options", "DENY"],
    ["x-robots-tag", "noindex, nofollow"],
  ]);
}

function contentSecurityPolicy({ origin }: URL): string {
  const socket = origin.replace(/^http/, "ws");
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    // Mails of the outbox, whose own policy is stricter.
    "frame-src 'self'",
    // In some browsers 'self' does not include WebSockets.
    `connect-src 'self' ${socket}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
