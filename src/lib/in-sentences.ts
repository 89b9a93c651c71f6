import { inWords } from "./in-words";

/** A small number at the beginning of a sentence: "Four". */
export function beginningWith(count: number): string {
  const words = inWords(count);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "two to four"; one number, if both are the same. */
export function rangeInWords({ min, max }: { min: number; max: number }) {
  return [...new Set([min, max])].map(inWords).join(" to ");
}
