/**
 * The mail with a reset link. It uses tables and inline styles, because mail
 * programs support little else, and no pictures, because they block them. The
 * colours are the page's ink, bone and marigold.
 */
import type { Mail } from "./mailer";

const INK = "#050f10";
const INK_PLATE = "#13292b";
const BONE = "#f6f0e2";
const BONE_QUIET = "#d5d3c4";
const MARIGOLD = "#ffb81c";
const FONT = "'Instrument Sans', 'Segoe UI', Helvetica, Arial, sans-serif";

/** `site` and `link` are URLs. */
type ResetMailFacts = {
  to: string;
  /** How the mail addresses its reader; null if by no name. */
  name: string | null;
  hasPassword: boolean;
  site: string;
  link: string;
};

type Words = { subject: string; reason: string; button: string };

/** Composes the mail. Its HTML and its plain text say the same. */
export function resetMail(facts: ResetMailFacts): Mail {
  const words = wordsFor(facts);
  return {
    to: facts.to,
    subject: words.subject,
    html: htmlOf(facts, words),
    text: textOf(facts, words),
  };
}

const VALIDITY =
  "The link works once and for one hour. Using it signs you out everywhere else.";
const IF_NOT_YOU =
  "If you did not ask for this, ignore this email: nothing changes unless the link is used.";

function wordsFor({ hasPassword }: ResetMailFacts): Words {
  return hasPassword
    ? {
        subject: "Reset your HackArena 2025 password",
        reason: "We got a request to reset your password.",
        button: "Choose a new password",
      }
    : {
        subject: "You sign in to HackArena 2025 with Google",
        reason:
          "We got a request to reset your password. Your account has none: you sign in with Google, and can continue to do so. If you would like a password as well, choose one here.",
        button: "Choose a password",
      };
}

function textOf({ name, site, link }: ResetMailFacts, words: Words): string {
  return [
    greeting(name),
    words.reason,
    `${words.button}:\n${link}`,
    VALIDITY,
    IF_NOT_YOU,
    `HackArena 2025\n${site}`,
  ].join("\n\n");
}

function htmlOf({ name, site, link }: ResetMailFacts, words: Words): string {
  const href = escaped(link);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark">
<title>${escaped(words.subject)}</title>
</head>
<body style="margin:0;background:${INK};color:${BONE}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${INK}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:${FONT};font-size:16px;line-height:1.5;color:${BONE}">
<tr><td style="padding-bottom:16px;font-size:20px;font-weight:800;letter-spacing:1px;text-transform:uppercase;color:${BONE}">Hack<span style="color:${MARIGOLD}">Arena</span> 2025</td></tr>
<tr><td bgcolor="${INK_PLATE}" style="padding:32px;border-top:4px solid ${MARIGOLD}">
<p style="margin:0 0 16px">${escaped(greeting(name))}</p>
<p style="margin:0 0 24px">${escaped(words.reason)}</p>
<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${MARIGOLD}" style="padding:14px 24px"><a href="${href}" style="font-weight:700;color:${INK};text-decoration:none">${escaped(words.button)}</a></td></tr></table>
<p style="margin:24px 0 0;color:${BONE_QUIET}">${VALIDITY}</p>
<p style="margin:16px 0 0;color:${BONE_QUIET}">${IF_NOT_YOU}</p>
<p style="margin:16px 0 0;color:${BONE_QUIET};font-size:14px">If the button does not work, open this address:<br><a href="${href}" style="color:${MARIGOLD};word-break:break-all">${href}</a></p>
</td></tr>
<tr><td style="padding-top:16px;font-size:14px;color:${BONE_QUIET}">HackArena 2025, <a href="${escaped(site)}" style="color:${BONE_QUIET}">${escaped(site)}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function greeting(name: string | null): string {
  return name === null ? "Hello," : `Hello ${name},`;
}

/** Escapes text for HTML. People choose their names, so a name may contain markup. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
