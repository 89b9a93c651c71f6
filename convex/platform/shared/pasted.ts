/**
 * What a pasted address, code, link or name means. Chats, mail programs and PDF files put
 * characters around and into what people copy that nobody sees, or that are no part of it.
 * All forms and the server ask here, so that what one door takes another takes too.
 */

/** Characters without a shape of their own, also fillers and the Braille blank. */
const NONE = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb`;

/**
 * Where such characters are part of what is shown: in emoji (variants, families, keycaps,
 * the flags of England, Scotland and Wales), as joiners in Arabic and Indic scripts, and as
 * variants of Han and Mongolian letters.
 */
const SHOWN = [
  String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?[\ufe0e\ufe0f]?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*`,
  String.raw`[\d#*]\ufe0f\u20e3`,
  String.raw`(?=[\p{L}\p{M}])[\u0620-\u0dff\u1000-\u109f\u1780-\u18af\ua840-\uabff\ufb50-\ufdff\ufe70-\ufefc\u{11000}-\u{11fff}](?:\u200d|\u200c(?=[\p{L}\p{M}]))`,
  String.raw`[\p{sc=Han}\p{sc=Mong}][\ufe00-\ufe02\u180b-\u180d\u{e0100}-\u{e01ef}]`,
];
const FLAG_OF_PART = ["gbeng", "gbsct", "gbwls"].map(
  (code) => `\u{1f3f4}${tagsOf(code)}\u{e007f}`,
);
const WHOLE = [...FLAG_OF_PART, ...SHOWN].join("|");

/** White space is seen, but for the byte order mark, which is white space to JavaScript alone. */
const HIDDEN = new RegExp(`(${WHOLE})|(?=\\ufeff|\\S)[${NONE}]`, "gu");
const ENDS = new RegExp(`(${WHOLE})|^[\\s${NONE}]+|[\\s${NONE}]+$`, "gu");

function tagsOf(code: string): string {
  return code.replace(/./gu, (letter) =>
    String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)),
  );
}

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

/**
 * Normalises an email address to the spelling under which it is stored and looked up, also
 * if it came as a link, in brackets or quotes, behind a name, or with full-width letters.
 * What holds none, or two, is returned as it is and is no email address.
 */
export function tidyEmail(typed: string): string {
  const text = withoutHidden(typed)
    .normalize("NFKC")
    .replaceAll("\u3002", ".")
    .trim();
  if (isEmail(text)) return text.toLowerCase();
  const found = new Set(
    unescapedMailto(text)
      .split(/[<>()[\]{}|:;,"“”„«»\\]+/u)
      .filter((part) => /\S@\S/u.test(part))
      .map(bareAddress),
  );
  const [only = text] = found.size === 1 ? found : [];
  return onlyAscii(only.replace(/\s*@\s*/u, "@")).toLowerCase();
}

/** In a link every sign may be written by its number: `mailto:asha%2Bhack@example.in`. */
function unescapedMailto(text: string): string {
  return text.replace(/mailto:\S+/giu, (link) =>
    link.replace(/%[2-7][\da-f]/giu, decodeURIComponent),
  );
}

/** Takes off what follows an address in a link, and what surrounds it in a sentence or in bold. */
function bareAddress(part: string): string {
  return part
    .replace(/(@[^?/@]*)[?/].*$/u, "$1")
    .replace(/[\s.!?…]+$/u, "")
    .trim()
    .replace(/^(['’‘*_`~]+)(.+?)['’‘*_`~]+[.!?]*$/u, "$2");
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

/** Returns the letters and digits of a code, without what a chat or a habit puts around and into it. */
export function bareCode(typed: string): string {
  return withoutHidden(typed)
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Longer texts are no message with a code. */
export const MAX_MESSAGE_LENGTH = 2_000;

/**
 * Returns the code that was typed or pasted, also as a link that ends with it, or within a
 * message, letter case as it is. Without a code: what was typed without its spaces.
 */
export function codeIn(typed: string, isCode: (text: string) => boolean) {
  if (typed.length > MAX_MESSAGE_LENGTH) return typed;
  const text = withoutHidden(typed.replaceAll(/%20|&nbsp;/giu, " "));
  const [, linked] =
    /\/join\/+[^\p{L}\p{N}]*([\p{L}\p{N}]+)/iu.exec(text) ?? [];
  if (linked !== undefined) return linked;
  const bare = bareCode(text);
  if (isCode(bare)) return bare;
  const words = text
    .replace(/https?:\S+/giu, "")
    .replace(/([A-Z\d]{3})[-–](?=[A-Z\d]{3})/gu, "$1")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(isCode);
  const found = [...new Set(words)];
  const numbered = found.filter((word) => /\d/u.test(word));
  const [only] = found.length === 1 ? found : numbered;
  if (only !== undefined && (found.length === 1 || numbered.length === 1))
    return only;
  return text.replace(/\s+/gu, "");
}

/** Hosts that are known to answer to https: where code, demos and videos of students are. */
const KNOWN_HOST =
  /^(?:[\w-]+\.)*(?:github\.(?:com|io)|gitlab\.(?:com|io)|bitbucket\.org|codeberg\.org|youtube\.com|youtu\.be|vimeo\.com|loom\.com|(?:docs|drive)\.google\.com|linkedin\.com|figma\.com|devpost\.com|devfolio\.co|unstop\.com|huggingface\.co|vercel\.app|netlify\.app|onrender\.com|web\.app|firebaseapp\.com|pages\.dev|streamlit\.app|replit\.(?:com|app)|discord\.(?:gg|com)|instagram\.com)$/iu;

/** Parameters that tell where a link was copied, and nothing of what it leads to. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|igshid|igsh|mc_[ce]id)(?:=|$)/iu;
/** On these hosts alone it is one of them. */
const TRACKING_SI =
  /^https:\/\/(?:[\w-]+\.)*(?:youtu\.be|youtube\.com|spotify\.com)\//iu;

const ADDRESS = /https?:\/\/[^\s<>"'`]+/giu;

/** Punctuation after an address that is not part of it. */
const CLOSING = /[.,;:!?)\]}…’”]+$/u;

/**
 * Returns the address at the start of these words. Keeps a closing bracket that was opened
 * within it, and its own last underscore or asterisk, unless one stands `before` it too.
 */
function withoutClosing(words: string, before = ""): string {
  const marks = /[*_]$/u.test(before) ? /[*_.,;:!?)\]}…’”]+$/u : CLOSING;
  const href = words.replace(marks, "");
  const isOpen = href.lastIndexOf("(") > href.lastIndexOf(")");
  return isOpen && words[href.length] === ")" ? `${href})` : href;
}

export type TextPart = { text: string; href?: string };

/** Splits plain text into https addresses and the text between them. */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const href = withoutClosing(match, text[index - 1]);
    if (!href.startsWith("https:") || hostOf(href) === undefined) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: href, href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).hostname;
  } catch {
    return undefined;
  }
}

/**
 * Normalises a link: the only address of what was pasted, with its scheme, by https where
 * the host is known to answer to it, without parameters for tracking. A path of this site
 * stays. What is no address is returned as it is.
 */
export function tidyLink(typed: string): string {
  const text = withoutHidden(typed).replaceAll("&amp;", "&").trim();
  const found = new Set(addressesIn(text));
  const [only = text.replace(/^[<("'“‘`*]+|[>)"'”’`*,;]+$/gu, "")] =
    found.size === 1 ? found : [];
  const address = withScheme(
    only
      .replace(/^(?:https?:\/\/)+(?=https?:\/\/)/iu, "")
      .replace(/^(?:[^/／]*[/／]{2})?[^/／?#]*/u, (start) =>
        start.normalize("NFKC").replaceAll("。", "."),
      ),
  );
  return withoutTracking(address.replace(/\s+/gu, " "));
}

/** What goes on after a space or an apostrophe may be the rest of an address, which is none then. */
function addressesIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].map(({ 0: match, index }) => {
    const href = withoutClosing(match, text[index - 1]);
    const goesOn = /^(?:\s+|['`])\w/u.test(text.slice(index + match.length));
    return goesOn && href === match ? text : href;
  });
}

function withScheme(address: string): string {
  const [, host = "", path = ""] =
    /^(?:ssh:\/\/)?git@([\w.-]+)[:/](.*)$/iu.exec(address) ?? [];
  if (host !== "") return `https://${host}/${path}`;
  const [, scheme, rest = ""] =
    /^(?:(https?):\/\/|\/\/)?(.*)$/isu.exec(address) ?? [];
  const [name = ""] = rest.split(/[/:?#]/u, 1);
  if (scheme?.toLowerCase() === "http" && !KNOWN_HOST.test(name))
    return address;
  const isHost =
    /^[^\s@]+\.[^\s@.]{2,}$/u.test(name) && !/^[^/]*:\D/u.test(rest);
  const isGiven = rest !== address;
  return isGiven || isHost ? `https://${rest}` : address;
}

function withoutTracking(address: string): string {
  const [, start = "", query = "", hash = ""] =
    /^([^?#]*)\?([^#]*)(.*)$/u.exec(address) ?? [];
  if (query === "") return address;
  const kept = query
    .split("&")
    .filter(
      (part) =>
        !TRACKING.test(part) &&
        !(part.startsWith("si=") && TRACKING_SI.test(start)),
    );
  return start + (kept.length > 0 ? `?${kept.join("&")}` : "") + hash;
}

/**
 * A path of this site or an https URL. Browsers treat `/\` as `//`, which leads
 * to another site.
 */
const SAFE_ADDRESS = /^(?:\/(?![/\\])|https:\/\/[^\s/])\S*$/iu;

/**
 * Returns true if a link to this address can neither run a script nor lead to a
 * site without encryption.
 */
export function isSafeAddress(address: string): boolean {
  return SAFE_ADDRESS.test(address);
}

/**
 * `https` and a name with a dot: no script, no password, no address of a network. The
 * parts of the name have no dot, so that no text can be divided into them in many ways:
 * finding that none fits would take half a second.
 */
const WEB_ADDRESS =
  /^https:\/\/[^\s/@:?#.]+(?:\.[^\s/@:?#.]+)+\.?(?::(\d{1,5}))?(?:[/?#]\S*)?$/iu;

/** Returns what is wrong with a link, in words that follow its name; undefined for a web address. */
export function faultOfLink(address: string): string | undefined {
  if (!/^https:\/\//iu.test(address)) return "must begin with https://";
  if (/\s/u.test(address)) return "must be one address without spaces";
  if (/^https:\/\/[^/?#]*@/iu.test(address)) return "must hold no password";
  const [isAddress, port = "443"] = WEB_ADDRESS.exec(address) ?? [];
  if (Number(port) > 65_535) return "has a port that cannot be";
  return isAddress && hostOf(address) ? undefined : "has no host";
}
