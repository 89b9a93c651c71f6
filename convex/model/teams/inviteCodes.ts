/** Draws unique invite codes. Reads `teams`, writes nothing. */
import type { QueryCtx } from "../../_generated/server";
import { INVITE_CODE_ALPHABET, INVITE_CODE_LENGTH } from "../../shared/teams";

/**
 * Among 36^6 codes even one collision is rare; this many mean that the random
 * source is broken.
 */
const MAX_DRAWS = 20;

/**
 * Bytes from this value on would favour the alphabet's first letters, so they
 * are drawn again.
 */
const FAIR_BYTES = 256 - (256 % INVITE_CODE_ALPHABET.length);

/**
 * Returns a random code from the cryptographic source, with every character
 * equally likely.
 */
export function draw(): string {
  let code = "";
  while (code.length < INVITE_CODE_LENGTH) {
    const bytes = crypto.getRandomValues(
      new Uint8Array(INVITE_CODE_LENGTH - code.length),
    );
    for (const byte of bytes) {
      if (byte < FAIR_BYTES)
        code += INVITE_CODE_ALPHABET[byte % INVITE_CODE_ALPHABET.length];
    }
  }
  return code;
}

/**
 * Returns a code that no team has. The look-up is part of the caller's
 * transaction, so no other team can take the code before it commits.
 */
export async function drawUnused(ctx: QueryCtx): Promise<string> {
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    const code = draw();
    const holder = await ctx.db
      .query("teams")
      .withIndex("by_invite_code", (q) => q.eq("inviteCode", code))
      .unique();
    if (holder === null) return code;
  }
  throw new Error(`no unused invite code in ${MAX_DRAWS} draws`);
}
