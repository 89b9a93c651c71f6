/**
 * The places at the event: the addresses that the registration platform has confirmed, as
 * organisers import them. The only writer of `places` and `placeLists`. Only hashes are kept:
 * they find an account with a listed address, also one that is made later, and tell nobody who
 * else is on the list. Each import makes a list of its own, so that the one before can be put
 * back.
 *
 * The address of an account need not be proven: most are not, and a place is shown, not
 * given. Whoever signs up with somebody's address learns whether it has a place.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import {
  MAX_CHANGED_PLACES,
  MAX_PLACES,
  type ImportedPlaces,
  type PlaceLists,
  type PlacesImport,
  type PlacesPlan,
} from "./shared/people";
import * as AuditLog from "../platform/auditLog";
import { sha256 } from "../platform/digest";
import { refuse } from "../platform/shared/errors";
import { counted } from "../platform/shared/text";
import * as Users from "./users";

/** How long the list before can be put back. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Undefined for the list from before there was a row for each. */
type ListId = Id<"placeLists"> | undefined;

/** An import, or the list before it again. */
type Change = PlacesImport | "put back";

/** What was told about a change to whoever presses: of which list, and how many lose their place. */
export type Told = { seen: ListId | null; losing: number };

/** Returns true if the address is on the list. */
export async function isListed(ctx: QueryCtx, email: string): Promise<boolean> {
  const [now] = await newest(ctx, 1);
  const emailHash = await sha256(email);
  const row = await ctx.db
    .query("places")
    .withIndex("by_email_hash", (q) =>
      q.eq("emailHash", emailHash).eq("listId", now?._id),
    )
    .first();
  return row !== null;
}

/** Returns when the list was imported that lacks the person's address; null if it has it, or there is none. */
export async function missingSince(
  ctx: QueryCtx,
  user: Doc<"users">,
): Promise<number | null> {
  if (Users.hasConfirmedPlace(user)) return null;
  const [now] = await newest(ctx, 1);
  return now?._creationTime ?? null;
}

/** Returns what is known of the list and of the one before it. */
export async function lists(ctx: QueryCtx): Promise<PlaceLists> {
  const [now, before] = await newest(ctx, 2);
  if (now === undefined) return null;
  return {
    addresses: now.addresses,
    at: now._creationTime,
    before: before?.addresses ?? (await hashesOf(ctx, undefined)).size,
    until: now._creationTime + KEPT_MS,
  };
}

/** Returns whom a change gives a place and takes it from. */
export async function compare(
  ctx: QueryCtx,
  change: Change,
): Promise<PlacesPlan> {
  const { next: _, gain, lose, ...plan } = await planOf(ctx, change);
  const named = ({ displayName: name, email }: Doc<"users">) => ({
    name,
    email,
  });
  return { ...plan, gain: gain.map(named), lose: lose.map(named) };
}

/**
 * Makes another list, and changes what accounts say of it. In one transaction, so that nobody
 * sees half a list. Convex allows 4,096 queries and reads by id, and each account that changes
 * is one; the rows of a list are added without being read, and removed later. Of 3,000 addresses
 * and 8,000 accounts, of which 4,000 change, 15,000 documents are read and 7,000 written.
 * @throws `too_many`; `not_found` if the list before is not kept any more; `changed_since` if
 *   another list is there, or other accounts lose their place, than was told
 */
export async function change(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  wanted: Change,
  told: Partial<Told>,
): Promise<ImportedPlaces> {
  const [now] = await newest(ctx, 1);
  const isKept = now && now._creationTime + KEPT_MS > Date.now();
  if (wanted === "put back" && !isKept)
    refuse("not_found", { label: "The list before" });
  const { next, gain, lose, ...plan } = await planOf(ctx, wanted);
  if (told.seen !== undefined && told.seen !== plan.seen)
    refuse("changed_since", { what: "The list is another one now." });
  if (told.losing !== undefined && told.losing !== lose.length)
    refuse("changed_since", {
      what: `This would take the place of ${counted(lose.length, "account")} now.`,
    });
  if (next.size > MAX_PLACES)
    refuse("too_many", { label: "addresses", max: MAX_PLACES });
  if (gain.length + lose.length > MAX_CHANGED_PLACES)
    refuse("too_many", { label: "accounts", max: MAX_CHANGED_PLACES });
  const addresses = next.size;
  const listId = await ctx.db.insert("placeLists", { addresses });
  for (const emailHash of next)
    await ctx.db.insert("places", { emailHash, listId });
  for (const { _id } of lose)
    await Users.decide(ctx, _id, { hasConfirmedPlace: undefined });
  for (const { _id } of gain)
    await Users.decide(ctx, _id, { hasConfirmedPlace: true });
  const outcome = {
    addresses,
    confirmed: plan.kept + gain.length,
    added: gain.length,
    removed: lose.length,
  };
  await AuditLog.record(ctx, organiser, {
    action:
      wanted === "put back"
        ? "places put back"
        : wanted.how === "add"
          ? "places added"
          : "places imported",
    target: "places",
    before: { confirmed: plan.kept + lose.length },
    after: outcome,
  });
  return outcome;
}

/** Deletes an address from the list, and from those before it. */
export async function forget(ctx: MutationCtx, email: string): Promise<void> {
  const emailHash = await sha256(email);
  for await (const { _id } of ctx.db
    .query("places")
    .withIndex("by_email_hash", (q) => q.eq("emailHash", emailHash)))
    await ctx.db.delete("places", _id);
}

/**
 * Deletes rows of lists that cannot be put back any more.
 * @returns true if there may be more
 */
export async function removeOld(
  ctx: MutationCtx,
  limit: number,
): Promise<boolean> {
  const [now, before, ...old] = await newest(ctx, 10);
  if (now === undefined) return false;
  const isOver = now._creationTime + KEPT_MS <= Date.now();
  if (isOver && before) old.push(before);
  const ids: ListId[] = old.map(({ _id }) => _id);
  if (isOver || before) ids.push(undefined);
  for (const id of ids) {
    const rows = await rowsOf(ctx, id).take(limit);
    for (const { _id } of rows) await ctx.db.delete("places", _id);
    if (rows.length === limit) return true;
    if (id) await ctx.db.delete("placeLists", id);
  }
  return false;
}

async function planOf(ctx: QueryCtx, change: Change) {
  const [now, before] = await newest(ctx, 2);
  const current = await hashesOf(ctx, now?._id);
  const isBack = change === "put back";
  const emails = new Set(isBack ? [] : change.emails);
  const next = isBack ? await hashesOf(ctx, before?._id) : new Set<string>();
  if (!isBack && change.how === "add") for (const it of current) next.add(it);
  for (const email of emails) next.add(await sha256(email));
  const gain: Doc<"users">[] = [];
  const lose: Doc<"users">[] = [];
  let kept = 0;
  for (const user of await Users.readEverybody(ctx)) {
    const had = Users.hasConfirmedPlace(user);
    const isNamed = emails.delete(user.email);
    const has = isBack
      ? next.has(await sha256(user.email))
      : isNamed || (had && change.how === "add");
    if (has && had) kept += 1;
    else if (has) gain.push(user);
    else if (had) lose.push(user);
  }
  const gone = [...current].filter((it) => !next.has(it)).length;
  return {
    seen: now?._id ?? null,
    next,
    gain,
    lose,
    kept,
    strangers: [...emails],
    /** Addresses without an account that are on the list no more. */
    dropped: Math.max(0, gone - lose.length),
  };
}

async function newest(ctx: QueryCtx, count: number) {
  return ctx.db
    .query("placeLists")
    .withIndex("by_creation_time")
    .order("desc")
    .take(count);
}

function rowsOf(ctx: QueryCtx, listId: ListId) {
  return ctx.db
    .query("places")
    .withIndex("by_list", (q) => q.eq("listId", listId));
}

async function hashesOf(ctx: QueryCtx, listId: ListId): Promise<Set<string>> {
  const rows = await rowsOf(ctx, listId).take(MAX_PLACES);
  return new Set(rows.map(({ emailHash }) => emailHash));
}
