/** A stretch of plain text; with an address if that is what it is. */
export type TextPart = { text: string; href?: string };

const ADDRESS = /https:\/\/[^\s<>"'`]+/gu;

/** What ends a sentence or a bracket around an address, and is no part of it. */
const CLOSING = /[.,;:!?)\]}…’”*_]+$/u;

/**
 * Finds the https addresses in plain text.
 * @returns all of the text in order, addresses apart
 */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const href = withoutClosing(match);
    if (!URL.canParse(href)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: href, href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** A bracket that was opened within the address stays with it. */
function withoutClosing(address: string): string {
  const href = address.replace(CLOSING, "");
  const isOpen = href.lastIndexOf("(") > href.lastIndexOf(")");
  return isOpen && address[href.length] === ")" ? `${href})` : href;
}
