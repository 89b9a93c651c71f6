/**
 * The HTML of our mails. It uses tables and inline styles, because mail programs
 * support little else, and no pictures, because they block them. The colours are the
 * page's ink, bone and marigold.
 */
import { escapeHtml } from "../../shared/text";

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

/** Returns the HTML of a mail that leads to one page. */
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
