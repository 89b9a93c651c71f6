/** What a pasted code means: chats put links, messages and marks around it. */
import { unescaped, withoutHidden } from "./pasted";

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
  const text = withoutHidden(unescaped(typed).replaceAll("&nbsp;", " "));
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
