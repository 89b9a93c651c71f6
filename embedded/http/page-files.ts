import { createReadStream, existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

const IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * Serves a built page: its files, and for every other address that a browser
 * navigates to `404.html`, or `index.html` if the build has no such file and so
 * routes by itself.
 *
 * Files are looked up anew each time: a build while the server runs shows at
 * once, and a file that a build took away is missing rather than an error.
 */
export function pageFiles(
  folder: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const notFoundFile = join(folder, "404.html");
  const serve = sirv(folder, {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders,
  });
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendText(response, 405, "Method not allowed");
    }
    if (isHidden(request.url ?? "/"))
      return sendText(response, 404, "Not found");
    // Byte ranges are for media players; whole files always answer correctly.
    delete request.headers.range;
    serve(request, response, () => {
      if (!isNavigation(request)) return sendText(response, 404, "Not found");
      if (existsSync(notFoundFile)) return sendPage(response, notFoundFile);
      request.url = "/index.html";
      serve(request, response, () => sendText(response, 404, "Not found"));
    });
  };
}

function setHeaders(response: ServerResponse, pathname: string): void {
  // Only names that carry a hash of their content may be kept for good.
  const isHashed = pathname.startsWith("/assets/");
  response.setHeader("cache-control", isHashed ? IMMUTABLE : "no-cache");
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "strict-origin-when-cross-origin");
}

/** The static server knows no status but 200: the page for addresses that lead nowhere is sent by hand. */
function sendPage(response: ServerResponse, file: string): void {
  setHeaders(response, "/");
  response.writeHead(404, { "content-type": "text/html;charset=utf-8" });
  createReadStream(file)
    .on("error", () => response.destroy())
    .pipe(response);
}

/** Dotfiles and addresses that do not decode lead nowhere. */
function isHidden(url: string): boolean {
  const [pathname = ""] = url.split("?");
  try {
    return /[/\\]\./.test(decodeURIComponent(pathname));
  } catch {
    return true;
  }
}

function isNavigation(request: IncomingMessage): boolean {
  return (request.headers.accept ?? "").includes("text/html");
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string,
): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(text);
}
