/**
 * The places at the event: the addresses that the registration platform has confirmed, as
 * organisers import them. The only writer of `places`. Only hashes are kept: they find an
 * account with a listed address, also one that is made later, and tell nobody who else is
 * on the list.
 *
 * The address of an account need not be proven: most are not, and a place is shown, not
 * given. Whoever signs up with somebody's address learns whether it has a place.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MAX_PLACES, type ImportedPlaces } from "./shared/people";
import * as AuditLog from "../platform/auditLog";
import { sha256 } from "../platform/digest";
import * as Users from "./users";

/** Returns true if the address is on the list. */
export async function isListed(ctx: QueryCtx, email: string): Promise<boolean> {
  return (await find(ctx, await sha256(email))) !== null;
}

/**
 * Replaces the list, and what accounts say of it. In one transaction, so that nobody sees
 * half a list. Convex allows 4,096 queries and reads by id: at most each old row is
 * deleted, each new address is looked up, and the accounts of both are changed, which is
 * four times `MAX_PLACES`.
 */
export async function replace(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  emails: readonly string[],
): Promise<ImportedPlaces> {
  const listed = new Map<string, string>();
  for (const email of emails) listed.set(await sha256(email), email);
  await replaceRows(ctx, new Set(listed.keys()));
  const confirmed = await Users.listWithConfirmedPlace(ctx);
  let removed = 0;
  for (const user of confirmed) {
    if (listed.delete(await sha256(user.email))) continue;
    await Users.decide(ctx, user._id, { hasConfirmedPlace: undefined });
    removed += 1;
  }
  let added = 0;
  for (const email of listed.values()) {
    const user = await Users.findByEmail(ctx, email);
    if (user === null) continue;
    await Users.decide(ctx, user._id, { hasConfirmedPlace: true });
    added += 1;
  }
  const outcome = {
    addresses: new Set(emails).size,
    confirmed: confirmed.length - removed + added,
    added,
    removed,
  };
  await AuditLog.record(ctx, organiser, {
    action: "places imported",
    target: "places",
    before: { confirmed: confirmed.length },
    after: outcome,
  });
  return outcome;
}

/** Deletes an address from the list. */
export async function forget(ctx: MutationCtx, email: string): Promise<void> {
  const row = await find(ctx, await sha256(email));
  if (row !== null) await ctx.db.delete("places", row._id);
}

async function replaceRows(ctx: MutationCtx, hashes: ReadonlySet<string>) {
  // A list may be from when it could be twice as long.
  const rows = await ctx.db
    .query("places")
    .withIndex("by_email_hash")
    .take(2 * MAX_PLACES);
  const known = new Set<string>();
  for (const { _id, emailHash } of rows)
    if (hashes.has(emailHash)) known.add(emailHash);
    else await ctx.db.delete("places", _id);
  for (const emailHash of hashes)
    if (!known.has(emailHash)) await ctx.db.insert("places", { emailHash });
}

async function find(ctx: QueryCtx, emailHash: string) {
  return ctx.db
    .query("places")
    .withIndex("by_email_hash", (q) => q.eq("emailHash", emailHash))
    .first();
}
