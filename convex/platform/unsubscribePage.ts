/**
 * The pages behind the link in the foot of a mail. They load nothing, have no scripts
 * and need no session. Opening the link changes nothing, because mail scanners open
 * links: a press does, or the POST of a mail program (RFC 8058).
 */
import { facts } from "#edition/facts";
import { MAIL_KINDS, type MailKind } from "./shared/mail";
import { escapeHtml } from "./shared/text";
import { pageAddress } from "./siteAddress";

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  // The address is the right to unsubscribe.
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

const STYLE =
  "body{margin:0;padding:2rem 1rem;background:#050f10;color:#f6f0e2;font:1.125rem/1.5 'Segoe UI',Helvetica,Arial,sans-serif}main{max-width:32rem;margin:auto;padding:2rem;background:#13292b;border-top:4px solid #ffb81c}h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.2}p{margin:0 0 1.5rem}p:last-child{margin:0}button{min-height:2.75rem;padding:.75rem 1.5rem;border:0;background:#ffb81c;color:#050f10;font:inherit;font-weight:700}a{color:#ffb81c}:focus-visible{outline:3px solid #f6f0e2;outline-offset:3px}";

/** Asks whether mails of a kind should end. */
export function askingPage(kind: MailKind): Response {
  return page(200, "Stop these mails?", [
    `<p>You will get no more ${escapeHtml(MAIL_KINDS[kind])} by mail.</p>`,
    '<form method="post"><button>Stop these mails</button></form>',
  ]);
}

/** Says that they have. */
export function stoppedPage(kind: MailKind): Response {
  return page(200, "Stopped", [
    `<p>You get no more ${escapeHtml(MAIL_KINDS[kind])} by mail.</p>`,
    `<p>You can switch them on again in <a href="${escapeHtml(pageAddress("/account"))}">your account</a>.</p>`,
  ]);
}

/** For a link that was cut short, or is of another deployment. */
export function unknownPage(): Response {
  return page(404, "This link is not whole", [
    `<p>Copy it from the mail again, or switch mails off in <a href="${escapeHtml(pageAddress("/account"))}">your account</a>.</p>`,
  ]);
}

function page(status: number, title: string, body: string[]): Response {
  const name = escapeHtml(facts.edition);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} – ${name}</title><style>${STYLE}</style></head><body><main><p><strong>${name}</strong></p><h1>${title}</h1>${body.join("")}</main></body></html>`;
  return new Response(html, { status, headers: HEADERS });
}
