/**
 * How many entries a list shows at first; each "show more" doubles it, so
 * that many people share the results of a few queries.
 */
export const FIRST_PAGE = 24;
export const MAX_LISTED = 384;
/** The length of what is searched for. */
export const MAX_SEARCH_LENGTH = 100;

/**
 * A text without accents and characters that nobody sees, in lower case, for searching and sorting. The vowel signs
 * of other scripts stay: they are letters.
 */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu, "")
    .toLowerCase();
}
