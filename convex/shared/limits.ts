/**
 * The limits on what people may enter, for forms and server. Lengths count
 * UTF-16 units, as the attribute `maxlength` does.
 */
/**
 * How many times its limit a text may be long as it was typed. Normalising makes
 * four units one at most. Longer texts are refused before anything else is done
 * with them.
 */
export const MAX_RAW_FACTOR = 4;

export const MAX_NAME_LENGTH = 80;
export const MAX_EMAIL_LENGTH = 254;
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;

export const MAX_COLLEGE_LENGTH = 120;
export const MAX_ABOUT_LENGTH = 160;
export const MAX_LINK_LENGTH = 200;
export const FIRST_GRADUATION_YEAR = 1980;
export const LAST_GRADUATION_YEAR = 2040;

export const MAX_TEAM_SIZE = 4;
export const MAX_TEAM_NAME_LENGTH = 50;
export const MAX_TEAM_DESCRIPTION_LENGTH = 500;
export const INVITE_CODE_LENGTH = 6;
export const INVITE_CODE_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/**
 * How many entries a list shows at first; each "show more" doubles it, so
 * that many people share the results of a few queries.
 */
export const FIRST_PAGE = 24;
export const MAX_LISTED = 384;

export const MAX_PROJECT_NAME_LENGTH = 80;
/** One line on a card of the gallery. */
export const MAX_SUMMARY_LENGTH = 140;
/** About five pages: more than judges read at a table. */
export const MAX_PROJECT_DESCRIPTION_LENGTH = 10_000;
/** Links with a query are longer than those of a profile. */
export const MAX_PROJECT_LINK_LENGTH = 300;
export const MAX_PICTURES = 4;
export const MAX_BUILT_WITH = 12;
export const MAX_BUILT_WITH_LENGTH = 40;
/** The size of one update of a description: enough to paste the whole text twice. */
export const MAX_TEXT_UPDATE_BYTES = 64 * 1024;
/**
 * The size of a description with its history, which is dropped beyond it. Four people
 * who write a text of full length in pieces, with a correction in every word, make 80 kB,
 * which Yjs reads in some milliseconds.
 */
export const MAX_TEXT_STATE_BYTES = 128 * 1024;
/**
 * How long after the closing time pressing Hand in is still taken: what was written in
 * time may be on its way, and the press after it.
 */
export const HAND_IN_GRACE_MS = 30 * 1000;
/** How many history entries a project keeps: as many as its page lists. */
export const MAX_HISTORY = 100;

export const MAX_SUBJECT_LENGTH = 150;
export const MAX_MESSAGE_LENGTH = 5_000;

export const MAX_PICTURE_BYTES = 5 * 2 ** 20;
/** The smaller version of a picture, for lists. */
export const MAX_THUMBNAIL_BYTES = 2 ** 19;
export const MAX_PICTURE_SIDE = 8_192;
export const MAX_PICTURE_PIXELS = 40_000_000;
export const MAX_ALT_LENGTH = 200;

/** The last instant that a `Date` can hold, in milliseconds since the epoch. */
export const LAST_INSTANT_MS = 8.64e15;
