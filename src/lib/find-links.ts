export type TextPart = { text: string; href?: string };

const ADDRESS = /https:\/\/[^\s<>"'`]+/gu;

/** Punctuation after an address that is not part of it. */
const CLOSING = /[.,;:!?)\]}…’”*_]+$/u;

/** Splits plain text into https addresses and the text between them. */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const href = withoutClosing(match);
    if (!isAddress(href)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: href, href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function isAddress(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

/** Keeps a closing bracket that was opened within the address. */
function withoutClosing(address: string): string {
  const href = address.replace(CLOSING, "");
  const isOpen = href.lastIndexOf("(") > href.lastIndexOf(")");
  return isOpen && address[href.length] === ")" ? `${href})` : href;
}
