import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { nullIfMissing } from "../base/error-code";
import type { Asker } from "../base/fair-queue";
import { fileWork } from "../base/file-work";
import { encodingsOf, openPageFile, type PageFile } from "./page-file";
import type { HeadOf } from "./page-head";
import {
  headersFor,
  HEADERS_FILE,
  rewriteOf,
  REWRITES_FILE,
} from "./page-rules";
import { decodedPath, pathSegments } from "./path-segments";
import { sendFile } from "./send-file";
import { HtmlSender } from "./send-html";
import { sendText } from "./send-text";
import { senderOf } from "./visit";

/** They are for the server, not for the page. */
const RULE_FILES = new Set([HEADERS_FILE, REWRITES_FILE]);

type Options = {
  /** Whether to send `Strict-Transport-Security`, if the rules have it. */
  isSecure: boolean;
  /** What to write into the HTML of a path; by default it is sent as it is. */
  headOf?: HeadOf<Asker>;
};

/**
 * Serves a built page, with the headers that its `_headers` file defines. Where there
 * is no file, a rule of `_redirects` may name the page that answers; a path that has
 * a page in lower case is redirected there.
 * Navigation to an unknown path gets `404.html`, or `index.html` when the build
 * has no `404.html` because it routes in the browser. A browser that sends a
 * form by itself, without scripts, gets `405.html` if the build has it.
 *
 * Looks up files on each request, so that a new build is served at once and a
 * file that it removed gives a 404.
 */
export function pageFiles(
  folder: string,
  { isSecure, headOf }: Options,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const html = new HtmlSender();
  return async (request, response) => {
    response.setHeader("x-content-type-options", "nosniff");
    const isRead = request.method === "GET" || request.method === "HEAD";
    const sender = senderOf(request);
    const open = (parts: readonly string[]) =>
      fileWork.run(
        () => openPageFile(folder, parts, encodingsOf(request)),
        sender,
      );
    const has = async (path: string) => {
      const file = await open(path.slice(1).split("/"));
      await file?.handle.close();
      return file !== null;
    };
    const { url = "/" } = request;
    const segments = pathSegments(url);
    if (RULE_FILES.has(segments?.[0] ?? ""))
      return sendText(response, 404, "Not found");
    /** Empty if the build has no such file. */
    const rulesIn = async (file: string) =>
      (await fileWork
        .run(() => readFile(join(folder, file), "utf8"), sender)
        .catch(nullIfMissing)) ?? "";
    // What can be no file may be meant by a rule.
    const address = segments ? addressOf(segments) : decodedPath(url);
    const headers = headersFor(address, await rulesIn(HEADERS_FILE));
    setHeaders(response, headers, isSecure);
    if (!isRead) {
      response.setHeader("allow", "GET, HEAD");
      const refusal = isNavigation(request) ? await open(["405.html"]) : null;
      if (refusal !== null) return sendFile(request, response, refusal, 405);
      return sendText(response, 405, "Method not allowed");
    }
    const send = async (file: PageFile, status: 200 | 404) => {
      const head = isHtml(file) ? await headOf?.(address, sender) : null;
      return head
        ? html.send(request, response, { file, head, status })
        : sendFile(request, response, file, status);
    };
    const file = segments && (await open(segments));
    if (file) return send(file, 200);
    const rewrites = await rulesIn(REWRITES_FILE);
    const target = pathSegments(rewriteOf(address, rewrites)?.target ?? "");
    const page = target?.length ? await open(target) : null;
    if (page !== null) {
      if (!/^[^?]*%2f/iu.test(url)) return send(page, 200);
      // Scripts of the page would find no slash in its address.
      await page.handle.close();
      return redirect(request, response, address);
    }
    // The next build may add the file.
    response.setHeader("cache-control", "no-cache");
    const lower = address.toLowerCase();
    const rule = rewriteOf(lower, rewrites);
    // What follows the prefix of a rule is a name of the page's own, in its own case.
    const known = rule
      ? rule.prefix + address.slice(rule.prefix.length)
      : lower;
    const isThere = rule || (segments !== null && (await has(known)));
    if (known !== address && isThere) return redirect(request, response, known);
    if (!isNavigation(request)) return sendText(response, 404, "Not found");
    const notFound = await open(["404.html"]);
    if (notFound !== null) return send(notFound, 404);
    const index = await open([]);
    if (index !== null) return send(index, 200);
    return sendText(response, 404, "Not found");
  };
}

function redirect(
  { url = "" }: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  const query = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  response.writeHead(308, { location: encoded + query }).end();
}

function isHtml({ type }: PageFile): boolean {
  return type.startsWith("text/html");
}

/** Rules have one form of a path: `/about`, not `/about.html` or `/about/`. */
function addressOf(segments: readonly string[]): string {
  return `/${segments.join("/")}`.replace(/\.html$/, "");
}

function setHeaders(
  response: ServerResponse,
  rules: ReadonlyMap<string, string>,
  isSecure: boolean,
): void {
  response.setHeader("cache-control", "no-cache");
  for (const [name, value] of rules) {
    const isForTls = name === "strict-transport-security";
    if (isSecure || !isForTls) response.setHeader(name, value);
  }
}

/** Whether the request is a browser's navigation, which expects a page. */
export function isNavigation(request: IncomingMessage): boolean {
  return (request.headers.accept ?? "").includes("text/html");
}
