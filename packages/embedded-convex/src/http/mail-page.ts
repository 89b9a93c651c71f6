import type { ServerResponse } from "node:http";

/** Forbids scripts, forms and everything from elsewhere; links may be opened. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** Answers with the HTML of a mail, for a frame of the data browser. */
export function sendMailPage(response: ServerResponse, html: string): void {
  response.writeHead(200, {
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "content-type": "text/html; charset=utf-8",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-frame-options": "SAMEORIGIN",
    "x-robots-tag": "noindex, nofollow",
  });
  response.end(html);
}
