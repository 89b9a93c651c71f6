import type { JSONValue } from "convex/values";

/** Values nest at most 64 levels; the rest is for the enclosing message. */
const MAX_NESTING = 128;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Parses JSON from an untrusted source. JSON.parse accepts any depth, but code
 * that recurses into the result, such as JSON.stringify, overflows the stack.
 *
 * @throws SyntaxError for invalid JSON or JSON that is nested too deeply
 */
export function parseJson(text: string): JSONValue {
  if (isTooDeep(text)) throw new SyntaxError("JSON is nested too deeply");
  return JSON.parse(text) as JSONValue;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfText(text, i);
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > MAX_NESTING) return true;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
  }
  return false;
}

/** @returns index of the quote that closes the string opened at `start` */
function endOfText(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) {
    i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  }
  return i;
}
