/** What a pasted link means, and the links in texts. */
import * as z from "zod/mini";
import { optionalLine, refusing } from "./input";
import { withoutHidden } from "./pasted";

const MAX_LINK_LENGTH = 200;

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
 * `https` and a name with a dot: no script, no password, no address of a network. The
 * parts of the name have no dot, so that no text can be divided into them in many ways:
 * finding that none fits would take half a second.
 */
const WEB_ADDRESS =
  /^https:\/\/[^\s/@:?#.]+(?:\.[^\s/@:?#.]+)+\.?(?::(\d{1,5}))?(?:[/?#]\S*)?$/iu;

/** Returns what is wrong with a link, in words that follow its name; undefined for a web address. */
function faultOfLink(address: string): string | undefined {
  if (!/^https:\/\//iu.test(address)) return "must begin with https://";
  if (/\s/u.test(address)) return "must be one address without spaces";
  if (/^https:\/\/[^/?#]*@/iu.test(address)) return "must hold no password";
  const [isAddress, port = "443"] = WEB_ADDRESS.exec(address) ?? [];
  if (Number(port) > 65_535) return "has a port that cannot be";
  return isAddress && hostOf(address) ? undefined : "has no host";
}

/** A web address that may be empty, tidied; with `isMeant`, of the kind of the example. */
export function link(
  label: string,
  example: string,
  maxLength: number = MAX_LINK_LENGTH,
  tidy = tidyLink,
  isMeant = (_address: string) => true,
) {
  return optionalLine(label, maxLength, tidy).check(
    z.check(({ value, issues }) => {
      const fault = value === "" ? undefined : faultOfLink(value);
      if (value === "" || (fault === undefined && isMeant(value))) return;
      const words = fault === undefined ? {} : { fault };
      const { error, params } = refusing("invalid_link", {
        label,
        example,
        ...words,
      });
      issues.push({ code: "custom", message: error, params, input: value });
    }),
  );
}
