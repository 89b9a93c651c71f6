/**
 * Sends mail through Resend's HTTP API, or a server with the same API at
 * `RESEND_BASE_URL`. For actions only, because it calls `fetch`.
 */
import { v, type Infer } from "convex/values";
import { facts } from "#edition/facts";
import { escapeHtml } from "./shared/text";
import { warnUnlessAll } from "./environment";
import { pageAddress, siteOrigin } from "./siteAddress";

export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
};

const RESEND = "https://api.resend.com";

/** Resend's test address. It delivers only to the owner of the API key. */
const DEFAULT_SENDER = `${facts.edition} <onboarding@resend.dev>`;

const TIMEOUT_MS = 10_000;

// A server in Resend's place takes any sender.
if (!process.env.RESEND_BASE_URL) {
  warnUnlessAll(
    ["AUTH_RESEND_KEY"],
    ["RESEND_FROM"],
    "Resend delivers to the owner of the key alone",
  );
}

/** Throws unless the environment variables for mail are set; the message names them. */
export function requireSetUp(): void {
  if (!process.env.AUTH_RESEND_KEY) {
    throw new Error(
      "AUTH_RESEND_KEY is not set: set it to an API key of resend.com, and RESEND_FROM to a sender that it may use",
    );
  }
}

/** The provider does not take the mail, and would not take it later. */
export class Refused extends Error {}

/**
 * Sends a mail through the provider. Throws if the provider refuses it or does
 * not answer in time.
 */
export async function send(mail: Mail): Promise<void> {
  await post("/emails", bodyOf(mail), {});
}

/**
 * Sends up to a hundred mails by one request.
 * @param key names the batch: the provider sends none twice
 * @throws Refused; any other error may be over soon
 */
export async function sendAll(mails: readonly Mail[], key: string) {
  await post("/emails/batch", mails.map(bodyOf), {
    "Idempotency-Key": key,
    // One address that it refuses must not cost the others their mail.
    "x-batch-validation": "permissive",
  });
}

function bodyOf({ to, ...content }: Mail) {
  const from = process.env.RESEND_FROM || DEFAULT_SENDER;
  return { from, to: [to], ...content };
}

async function post(
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<void> {
  requireSetUp();
  const { AUTH_RESEND_KEY, RESEND_BASE_URL } = process.env;
  const url = (RESEND_BASE_URL || RESEND) + path;
  const response = await withTimeout(
    fetch(url, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${AUTH_RESEND_KEY}`,
        "Content-Type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  if (response.ok) return;
  const { status } = response;
  const answer = await response.text();
  // It had this batch already, when one of the people still wanted the mail.
  if (answer.includes("invalid_idempotent_request")) return;
  // A conflict: it is still working on an earlier request with the same key.
  const mayPass = status === 429 || status === 409 || status >= 500;
  throw new (mayPass ? Error : Refused)(
    `${url} answered ${status}: ${answer} (check AUTH_RESEND_KEY and RESEND_FROM)`,
  );
}

/**
 * A person waits for the answer. Convex's `fetch` has no abort signal, so the
 * request itself goes on.
 */
export async function withTimeout<Result>(work: Promise<Result>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)),
      TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const INK = "#050f10";
const INK_PLATE = "#13292b";
const BONE = "#f6f0e2";
const BONE_QUIET = "#d5d3c4";
const MARIGOLD = "#ffb81c";
const FONT = "'Instrument Sans', 'Segoe UI', Helvetica, Arial, sans-serif";

/** What a mail that leads to one page says. Texts are plain. */
export const letterValidator = v.object({
  subject: v.string(),
  /** The first one greets. */
  paragraphs: v.array(v.string()),
  /** The page that it leads to: a path of the site, or a URL. */
  button: v.object({ words: v.string(), link: v.string() }),
  /** Small print below the button. */
  notes: v.array(v.string()),
});
type Letter = Infer<typeof letterValidator>;

/** Why somebody gets a mail, and the address that ends it. */
type Reason = { words: string; link: string };

/** Composes a mail. Its HTML and its plain text say the same. */
export function mailOf(
  to: string,
  { subject, paragraphs, button, notes }: Letter,
  reason?: Reason,
): Mail {
  const site = siteOrigin();
  const link = pageAddress(button.link);
  const foot = reason ? [`${reason.words} ${STOP}: ${reason.link}`] : [];
  return {
    to,
    subject,
    html: htmlOf({
      subject,
      paragraphs,
      words: button.words,
      link,
      notes,
      site,
      reason,
    }),
    text: [
      ...paragraphs,
      `${button.words}:\n${link}`,
      ...notes,
      `${facts.edition}\n${site}`,
      ...foot,
    ].join("\n\n"),
    ...(reason && {
      // RFC 8058: the reader's mail program ends it by one POST.
      headers: {
        "List-Unsubscribe": `<${reason.link}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    }),
  };
}

/** The edition as the first screen sets it: the last line of the name is lit. */
function headline(): string {
  const { edition, name, lines } = facts;
  const lit = lines.at(-1) ?? "";
  if (!edition.startsWith(name) || !name.endsWith(lit))
    return escapeHtml(edition);
  return `${escapeHtml(name.slice(0, -lit.length))}<span style="color:${MARIGOLD}">${escapeHtml(lit)}</span>${escapeHtml(edition.slice(name.length))}`;
}

const STOP = "Stop these mails";

/**
 * It uses tables and inline styles, because mail programs support little else, and no
 * pictures, because they block them. The colours are the page's ink, bone and marigold.
 */
function htmlOf({
  subject,
  paragraphs,
  words,
  link,
  notes,
  site,
  reason,
}: Omit<Letter, "button"> & {
  words: string;
  link: string;
  site: string;
  reason: Reason | undefined;
}): string {
  const href = escapeHtml(link);
  const said = paragraphs
    .map(
      (text) =>
        `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(text)}</p>`,
    )
    .join("\n");
  const quiet = notes
    .map(
      (note) =>
        `<p style="margin:16px 0 0;color:${BONE_QUIET}">${escapeHtml(note)}</p>`,
    )
    .join("\n");
  const stop = reason
    ? `<br>${escapeHtml(reason.words)} <a href="${escapeHtml(reason.link)}" style="color:${BONE_QUIET}">${STOP}</a>`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;background:${INK};color:${BONE}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${INK}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:${FONT};font-size:16px;line-height:1.5;color:${BONE}">
<tr><td style="padding-bottom:16px;font-size:20px;font-weight:800;letter-spacing:1px;text-transform:uppercase;color:${BONE}">${headline()}</td></tr>
<tr><td bgcolor="${INK_PLATE}" style="padding:32px;border-top:4px solid ${MARIGOLD}">
${said}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td bgcolor="${MARIGOLD}" style="padding:14px 24px"><a href="${href}" style="font-weight:700;color:${INK};text-decoration:none">${escapeHtml(words)}</a></td></tr></table>
${quiet}
<p style="margin:16px 0 0;color:${BONE_QUIET};font-size:14px">If the button does not work, open this address:<br><a href="${href}" style="color:${MARIGOLD};word-break:break-all">${href}</a></p>
</td></tr>
<tr><td style="padding-top:16px;font-size:14px;color:${BONE_QUIET}">${escapeHtml(facts.edition)}, <a href="${escapeHtml(site)}" style="color:${BONE_QUIET}">${escapeHtml(site)}</a>${stop}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
