/** Reads addresses as people paste them, with what mail programs, chats and spreadsheets put around them. */
import { email as address } from "./input";
import { AROUND, legible } from "./pasted";

/** The different addresses, and what was meant for one and is none, as it stands there. */
export type ReadAddresses = { emails: string[]; bad: string[] };

/** What ends one entry of a list; names may hold other marks. */
const ENTRIES = /[,;|\n\r、،؛।]+/u;
/** A list's bullets, and the sign of a spreadsheet for text. */
const LEADING = /^[.'‘’`*•·–—/=-]+/u;
/** A word with a dot, where an address has lost its sign. */
const DOTTED = /^[^\s@]{2,}\.\p{L}{2,}$/u;

/** @returns what is in the text: each address once, as accounts spell it */
export function readAddresses(text: string): ReadAddresses {
  const emails = new Set<string>();
  const bad = new Set<string>();
  for (const entry of apart(text).split(ENTRIES)) {
    const words = entry
      .split(/\s+/u)
      .flatMap((word) => word.split(AROUND))
      .map((word) => word.replace(LEADING, ""));
    const isGood = (word: string) => addressIn(word) !== null;
    for (const word of words) {
      const email = addressIn(word);
      if (email !== null) emails.add(email);
    }
    const wrong = words.some(isGood)
      ? // A name may be a handle: "@asha".
        words.filter((word) => /[^@]@/u.test(word) && !isGood(word))
      : [entry.trim()].filter((it) => it.includes("@") || DOTTED.test(it));
    for (const one of wrong) bad.add(one);
  }
  return { emails: [...emails], bad: [...bad] };
}

/** Puts a space between addresses that other signs divide, and none around the sign of one. */
function apart(text: string): string {
  return legible(text)
    .replace(/&commat;/giu, "@")
    .replace(/([\p{L}\p{N}])\s*@\s+(?=[\p{L}\p{N}-]+\.)/gu, "$1@")
    .replace(/[?&](?:(?:to|b?cc)=|(?:subject|body)=[^&\s]*)/giu, " ")
    .replace(/(@[^\s/@?&]+)[/&]/gu, "$1 ");
}

/** Of "asha@example,in" the first part is damaged, although it would be an address where it stands alone. */
function addressIn(word: string): string | null {
  const checked = address.safeParse(word);
  return checked.success && /@.*\./u.test(checked.data) ? checked.data : null;
}
