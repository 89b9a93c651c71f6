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
const HTML = "text/html; charset=utf-8";

/** Headers of what shows private data. */
const PRIVATE = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** Forbids scripts, forms and everything from elsewhere; links may be opened. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

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
  const headers = new Map(
    Object.entries({
      ...PRIVATE,
      "content-security-policy": contentSecurityPolicy(publicUrl),
      "cross-origin-opener-policy": "same-origin",
      "x-frame-options": "DENY",
    }),
  );
  return async (request, response) => {
    response.setHeaders(headers);
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      return sendText(response, 405, "Method not allowed");
    }
    const segments = pathSegments(request.url ?? "/")?.slice(1) ?? null;
    if (segments === null) return sendText(response, 404, "Not found");
    const sender = senderOf(request);
    if (segments[0] === "assets") {
      const file = await fileWork.run(
        () => openPageFile(folder, segments, encodingsOf(request)),
        sender,
      );
      if (file === null) return sendText(response, 404, "Not found");
      // File names contain a hash of the content.
      const caching = `public, max-age=${YEAR_SECONDS}, immutable`;
      response.setHeader("cache-control", caching);
      return sendFile(request, response, file, 200);
    }
    if (segments.length > 0 && !isNavigation(request)) {
      return sendText(response, 404, "Not found");
    }
    const html = await fileWork.run(() => indexOf(folder, site), sender);
    response.writeHead(200, {
      "content-type": HTML,
      "content-length": Buffer.byteLength(html),
    });
    response.end(request.method === "HEAD" ? undefined : html);
  };
}

/** Answers with the HTML of a mail, for a frame of the data browser. */
export function sendMailPage(response: ServerResponse, html: string): void {
  response.writeHead(200, {
    ...PRIVATE,
    "content-security-policy": MAIL_POLICY,
    "content-type": HTML,
    "x-frame-options": "SAMEORIGIN",
  });
  response.end(html);
}

/**
 * Returns the index with the site, if there is one, in a meta element: the security
 * policy forbids inline scripts.
 */
async function indexOf(folder: string, site: Site | null): Promise<string> {
  const html = await readFile(join(folder, "index.html"), "utf8");
  if (site === null) return html;
  const { name, home } = site;
  const meta = `<meta name="application-name" content="${escapeHtml(name)}" data-home="${escapeHtml(home)}" />`;
  return html.replace("<title>", () => `${meta}\n    <title>`);
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
