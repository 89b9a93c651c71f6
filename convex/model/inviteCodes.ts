/** Draws invite codes; reads teams to keep them unique, writes nothing. */
import type { QueryCtx } from "../_generated/server";
import { INVITE_CODE_ALPHABET, INVITE_CODE_LENGTH } from "../shared/limits";

/** With 36^6 codes even one collision is rare; this many means the source is broken. */
const MAX_DRAWS = 20;

/** Bytes from here on would favour the alphabet's first letters; they are drawn again. */
const FAIR_BYTES = 256 - (256 % INVITE_CODE_ALPHABET.length);

/** One code: every character equally likely, from the cryptographic source. */
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
 * A code that no living team has. The look-up is part of the caller's
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
