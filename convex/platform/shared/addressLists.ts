/** Reads addresses as people paste them, with what mail programs, chats and spreadsheets put around them. */
import { email as address } from "./input";

/** The different addresses, and what was meant for one and is none, as it stands there. */
export type ReadAddresses = { emails: string[]; bad: string[] };

/** What no address holds, but for invisible marks, which the check takes out. */
const BETWEEN = /[\s,;:|<>()[\]{}"“”„«»，；：、،؛।]+/u;
/** What ends one entry of a list; names may hold the others. */
const ENTRIES = /[,;|\n\r，；、،؛।]+/u;
const AROUND = /^[.'‘’`*•·–—-]+|[.'‘’`*!?_…。-]+$/gu;
/** A word with a dot, where an address has lost its sign. */
const DOTTED = /^[^\s@]{2,}\.\p{L}{2,}$/u;

/** @returns what is in the text: each address once, as accounts spell it */
export function readAddresses(text: string): ReadAddresses {
  const emails = new Set<string>();
  const bad = new Set<string>();
  for (const entry of plain(text).split(ENTRIES)) {
    const words = entry.split(BETWEEN).map(bare);
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

/** Takes off what stands for a character, and spaces around the sign. */
function plain(text: string): string {
  return (
    text
      .replace(/&(?:lt|gt|quot|apos|nbsp|#\d+);/giu, " ")
      .replace(/%40|＠|&commat;/giu, "@")
      .replace(/([\p{L}\p{N}])\s*@\s+(?=[\p{L}\p{N}-]+\.)/gu, "$1@")
      // White space, too, for a program; but it has no width.
      .replace(/\ufeff/gu, "")
      .replace(/(@[^\s/@?&]+)[/&]/gu, "$1 ")
  );
}

function bare(word: string): string {
  return word.replace(/(@[^?#]*)[?#].*$/u, "$1").replace(AROUND, "");
}

function addressIn(word: string): string | null {
  const checked = address.safeParse(word);
  return checked.success ? checked.data : null;
}
