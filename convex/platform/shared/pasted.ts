/**
 * What a pasted address or name means; codes.ts reads codes, and links.ts links. Chats, mail
 * programs and PDF files put characters around and into what people copy that nobody sees, or
 * that are no part of it. All forms and the server ask here, so that what one door takes
 * another takes too.
 */

/** Characters without a shape of their own, also fillers and the Braille blank. */
const NONE = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb`;

/**
 * Where such characters are part of what is shown: in emoji (variants, families, keycaps,
 * the flags of England, Scotland and Wales), as joiners in Arabic and Indic scripts, and as
 * variants of Han and Mongolian letters.
 */
const SHOWN = [
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}[\u{e0061}-\u{e007a}]{3}\u{e007f}`,
  String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?[\ufe0e\ufe0f]?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*`,
  String.raw`[\d#*]\ufe0f\u20e3`,
  String.raw`(?=[\p{L}\p{M}])[\u0620-\u0dff\u1000-\u109f\u1780-\u18af\ua840-\uabff\ufb50-\ufdff\ufe70-\ufefc\u{11000}-\u{11fff}](?:\u200d|\u200c(?=[\p{L}\p{M}]))`,
  String.raw`[\p{sc=Han}\p{sc=Mong}][\ufe00-\ufe02\u180b-\u180d\u{e0100}-\u{e01ef}]`,
];
const WHOLE = SHOWN.join("|");

/** White space is seen, but for the byte order mark, which is white space to JavaScript alone. */
const HIDDEN = new RegExp(`(${WHOLE})|(?=\\ufeff|\\S)[${NONE}]`, "gu");
const ENDS = new RegExp(`(${WHOLE})|^[\\s${NONE}]+|[\\s${NONE}]+$`, "gu");

/** Returns the text without the characters that nobody sees. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, "$1");
}

/**
 * Returns true if the text holds characters that nobody sees. Two names that look the same
 * may differ by them, and some reverse the text around them.
 */
export function hasHidden(text: string): boolean {
  return withoutHidden(text) !== text;
}

/** Returns the text without white space and characters that nobody sees at its ends. */
export function trimmed(text: string): string {
  return text.replace(ENDS, "$1");
}

/** What browsers call an email address (the HTML standard), in the lengths of RFC 5321. */
const EMAIL =
  /^(?=.{1,64}@)(?=.{1,254}$)[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*$/u;

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/** What programs put around addresses, and no address holds. */
export const AROUND = /[<>()[\]{}|:;,"“”„«»\\]+/u;

/** Returns the text with the characters that addresses are made of, where others stand for them. */
export function legible(text: string): string {
  return withoutHidden(text)
    .replace(/&(?:lt|gt|quot|apos|nbsp|#\d+);/giu, " ")
    .normalize("NFKC")
    .replaceAll("\u3002", ".");
}

/**
 * Normalises an email address to the spelling under which it is stored and looked up, also
 * if it came as a link, in brackets or quotes, behind a name, or with full-width letters.
 * What holds none, or two, is returned as it is and is no email address.
 */
export function tidyEmail(typed: string): string {
  const text = legible(typed).trim();
  if (isEmail(text)) return text.toLowerCase();
  const found = new Set(
    unescaped(text)
      .split(AROUND)
      // Of "asha@example,in" the first part would be one, too.
      .filter((part) => /\S@.*\S\.\S/u.test(part))
      .map(bareAddress),
  );
  const [only = text] = found.size === 1 ? found : [];
  return onlyAscii(only.replace(/\s*@\s*/u, "@")).toLowerCase();
}

/** Every sign of a link may be written by its number; what is none stays: "ABC123%". */
export function unescaped(link: string): string {
  return link.replace(/(?:%[\da-f]{2})+/giu, (numbers) => {
    try {
      return decodeURIComponent(numbers);
    } catch {
      return numbers;
    }
  });
}

/** Takes off what follows an address in a link, and what surrounds it in a sentence, a list or in bold. */
function bareAddress(part: string): string {
  return part
    .replace(/(@[^?/@#]*)[?/#].*$/u, "$1")
    .replace(/^[\s•·–—/]+|\s+$/gu, "")
    .replace(/^(['’‘*_`~]+)(.+?)['’‘*_`~]+[.!?]*$/u, "$2")
    .replace(/[^\p{L}\p{M}\p{N}]+$/u, "");
}

/** Writes a domain with letters of other scripts as browsers do: उदाहरण.भारत is `xn--p1b6ci4b4b3a.xn--h2brj9c`. */
function onlyAscii(address: string): string {
  const [, mailbox, domain] =
    /^([\x21-\x7e]+)@((?:[\p{L}\p{M}\p{N}.-]|\u200c|\u200d)+)$/u.exec(
      address,
    ) ?? [];
  if (domain === undefined || /^[\x21-\x7e]+$/u.test(domain)) return address;
  try {
    return `${mailbox}@${new URL(`https://${domain}`).hostname}`;
  } catch {
    return address;
  }
}
