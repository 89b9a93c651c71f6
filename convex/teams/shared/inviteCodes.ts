/** The form of invite codes, which every page with a form knows: it keeps the code of a link that was opened. */
export const INVITE_CODE_LENGTH = 6;
export const INVITE_CODE_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

const INVITE_CODE = new RegExp(
  `^[${INVITE_CODE_ALPHABET}]{${INVITE_CODE_LENGTH}}$`,
  "u",
);

/** Returns true if a team can have this code, letter case included. */
export function isInviteCode(text: string): boolean {
  return INVITE_CODE.test(text);
}
