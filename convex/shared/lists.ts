/**
 * How many entries a list shows at first; each "show more" doubles it, so
 * that many people share the results of a few queries.
 */
export const FIRST_PAGE = 24;
export const MAX_LISTED = 384;
/** The length of what is searched for. */
export const MAX_SEARCH_LENGTH = 100;
