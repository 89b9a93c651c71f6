/**
 * Sends mail through Resend's HTTP API, or a server with the same API at
 * `RESEND_BASE_URL`. For actions only, because it calls `fetch`.
 */
import { escapeHtml } from "../../shared/text";
import { warnUnlessAll } from "./environment";

export type Mail = { to: string; subject: string; html: string; text: string };

const RESEND = "https://api.resend.com";

/** Resend's test address. It delivers only to the owner of the API key. */
const DEFAULT_SENDER = "HackArena 2025 <onboarding@resend.dev>";

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

/** A failure of the provider that may be over soon: too many requests, or an error of its own. */
export class ProviderBusy extends Error {}

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
 * @throws ProviderBusy
 */
export async function sendAll(
  mails: readonly Mail[],
  key: string,
): Promise<void> {
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
  const isBusy = status === 429 || status >= 500;
  throw new (isBusy ? ProviderBusy : Error)(
    `${url} answered ${status}: ${await response.text()} (check AUTH_RESEND_KEY and RESEND_FROM)`,
  );
}

/**
 * A person waits for the answer. Convex's `fetch` has no abort signal, so the
 * request itself goes on.
 */
async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ProviderBusy(`no answer within ${TIMEOUT_MS} ms`)),
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

/** Texts are plain; `link` and `site` are URLs. */
type MailWords = {
  title: string;
  /** The first one greets. */
  paragraphs: [string, string];
  button: { words: string; link: string };
  /** Small print below the button. */
  notes: string[];
  site: string;
};

/**
 * Returns the HTML of a mail that leads to one page. It uses tables and inline styles,
 * because mail programs support little else, and no pictures, because they block them.
 * The colours are the page's ink, bone and marigold.
 */
export function mailPage({
  title,
  paragraphs: [greeting, reason],
  button,
  notes,
  site,
}: MailWords): string {
  const href = escapeHtml(button.link);
  const quiet = notes
    .map(
      (note, index) =>
        `<p style="margin:${index === 0 ? 24 : 16}px 0 0;color:${BONE_QUIET}">${escapeHtml(note)}</p>`,
    )
    .join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;background:${INK};color:${BONE}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${INK}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:${FONT};font-size:16px;line-height:1.5;color:${BONE}">
<tr><td style="padding-bottom:16px;font-size:20px;font-weight:800;letter-spacing:1px;text-transform:uppercase;color:${BONE}">Hack<span style="color:${MARIGOLD}">Arena</span> 2025</td></tr>
<tr><td bgcolor="${INK_PLATE}" style="padding:32px;border-top:4px solid ${MARIGOLD}">
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
<p style="margin:0 0 24px">${escapeHtml(reason)}</p>
<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${MARIGOLD}" style="padding:14px 24px"><a href="${href}" style="font-weight:700;color:${INK};text-decoration:none">${escapeHtml(button.words)}</a></td></tr></table>
${quiet}
<p style="margin:16px 0 0;color:${BONE_QUIET};font-size:14px">If the button does not work, open this address:<br><a href="${href}" style="color:${MARIGOLD};word-break:break-all">${href}</a></p>
</td></tr>
<tr><td style="padding-top:16px;font-size:14px;color:${BONE_QUIET}">HackArena 2025, <a href="${escapeHtml(site)}" style="color:${BONE_QUIET}">${escapeHtml(site)}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
