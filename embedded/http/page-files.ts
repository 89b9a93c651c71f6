import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { HEADERS_FILE, readHeaderRules } from "./header-rules";
import { encodingsOf, openPageFile } from "./page-file";
import { pathSegments } from "./path-segments";
import { sendFile } from "./send-file";
import { sendText } from "./send-text";

type Options = {
  /** Whether browsers may be told to come by TLS alone from now on. */
  isSecure: boolean;
};

/**
 * Serves a built page: its files, and for every other address that a browser
 * navigates to `404.html`, or `index.html` if the build has no such file and so
 * routes by itself. Files are sent with the headers that the build's `_headers`
 * gives them.
 *
 * Files are looked up anew each time: a build while the server runs shows at
 * once, and a file that a build took away is missing rather than an error.
 */
export function pageFiles(
  folder: string,
  { isSecure }: Options,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const headersFile = join(folder, HEADERS_FILE);
  return async (request, response) => {
    response.setHeader("x-content-type-options", "nosniff");
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      return sendText(response, 405, "Method not allowed");
    }
    const segments = pathSegments(request.url ?? "/");
    if (segments === null || segments[0] === HEADERS_FILE)
      return sendText(response, 404, "Not found");
    const rules = await readHeaderRules(headersFile);
    setHeaders(response, rules.headersFor(addressOf(segments)), isSecure);
    const open = (parts: readonly string[]) =>
      openPageFile(folder, parts, encodingsOf(request));
    const file = await open(segments);
    if (file !== null) return sendFile(request, response, file, 200);
    // What is missing now may be there after the next build.
    response.setHeader("cache-control", "no-cache");
    if (!isNavigation(request)) return sendText(response, 404, "Not found");
    const notFound = await open(["404.html"]);
    if (notFound !== null) return sendFile(request, response, notFound, 404);
    const index = await open([]);
    if (index !== null) return sendFile(request, response, index, 200);
    return sendText(response, 404, "Not found");
  };
}

/** The one form of an address that rules are written for: `/about`, not `/about.html` or `/about/`. */
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

/** Whether a browser goes there, so that a page is what it wants. */
export function isNavigation(request: IncomingMessage): boolean {
  return (request.headers.accept ?? "").includes("text/html");
}
