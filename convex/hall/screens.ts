/**
 * The only writer of `screens`. A screen is known by its code, which is derived from the
 * key that its page keeps by a secret of the deployment: whoever has photographed the code
 * cannot look for a key that gives it, and so give signs of life in the screen's name. A page
 * that is none of the screens writes nothing.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  MAX_KEY_LENGTH,
  MAX_SCREENS,
  SIGN_EVERY_MS,
  type ListedScreen,
  type ScreenOrders,
} from "./shared/screens";
import type { Fields } from "../platform/shared/audit";
import { valueInWords } from "../settings/shared";
import * as AuditLog from "../platform/auditLog";
import { digest, hmac } from "../platform/digest";
import { secretOf } from "../platform/secrets";

type Screen = Doc<"screens">;
type Organiser = Doc<"users">;

const WORDS: Record<keyof ScreenOrders, string> = {
  name: "Name",
  show: "Shows",
  isBlank: "Blank",
  sentence: "Sentence above everything",
};

const NEW = { show: "all", isBlank: false, sentence: "", sign: null } as const;

/** Returns what a page is told of itself; null for a key that no page makes. */
export async function findOwn(ctx: QueryCtx, key: string) {
  if (key.length > MAX_KEY_LENGTH) return null;
  const { code, screen } = await findByKey(ctx, key);
  return { code, orders: screen && ordersOf(screen) };
}

/** Notes a sign of life. Nothing is written for a page that is none of the screens, nor more often than need be. */
export async function noteSign(
  ctx: MutationCtx,
  { key, ...said }: { key: string; version: string; isAwake: boolean },
): Promise<void> {
  if (key.length > MAX_KEY_LENGTH || said.version.length > MAX_KEY_LENGTH)
    return;
  const { code, screen } = await findByKey(ctx, key);
  if (screen === null) return;
  const at = Date.now();
  if (screen.sign !== null && at - screen.sign.at < SIGN_EVERY_MS / 4) return;
  await ctx.db.patch("screens", screen._id, { code, sign: { ...said, at } });
}

/** Returns all screens with their last signs of life, in the order in which they were added. */
export async function list(ctx: QueryCtx): Promise<ListedScreen[]> {
  return (await readAll(ctx)).map((screen) => {
    const { _id, code, sign } = screen;
    return { _id, code, ...ordersOf(screen), sign };
  });
}

/**
 * Makes the page that shows this code one of the screens; one that is already gets the name.
 * @throws `too_many`
 */
export async function add(
  ctx: MutationCtx,
  organiser: Organiser,
  { code, ...orders }: { code: string; name: string } & Partial<ScreenOrders>,
): Promise<void> {
  const { name } = orders;
  const known = await findByCode(ctx, code);
  if (known !== null) {
    await change(ctx, organiser, known._id, { name });
    return;
  }
  if ((await readAll(ctx)).length >= MAX_SCREENS)
    refuse("too_many", { label: "screens", max: MAX_SCREENS, isFull: true });
  await ctx.db.insert("screens", { ...NEW, code, ...orders });
  await AuditLog.record(ctx, organiser, {
    action: "screen added",
    target: name,
    after: { name },
  });
}

/** Changes what is wanted, unless something else has been wanted since the page showed it. @throws `changed_since` */
export async function change(
  ctx: MutationCtx,
  organiser: Organiser,
  screenId: Id<"screens">,
  { seen = {}, ...wanted }: Partial<ScreenOrders> & { seen?: Fields },
): Promise<void> {
  const screen = await get(ctx, screenId);
  const changes = AuditLog.changesBetween(ordersOf(screen), wanted);
  if (changes === null) return;
  const name = Object.keys(changes.after).find(
    (key) => key in seen && seen[key] !== changes.before[key],
  );
  if (name !== undefined) {
    const is = valueInWords(changes.before[name] ?? null);
    const what = `“${WORDS[name as keyof ScreenOrders]}” of ${screen.name} is ${is} by now.`;
    refuse("changed_since", { what });
  }
  await ctx.db.patch("screens", screenId, wanted);
  await AuditLog.record(ctx, organiser, {
    action: "screen changed",
    target: screen.name,
    ...changes,
  });
}

/** Takes a screen off the list: its page is one like any other again. */
export async function remove(
  ctx: MutationCtx,
  organiser: Organiser,
  screenId: Id<"screens">,
): Promise<void> {
  const { name } = await get(ctx, screenId);
  await ctx.db.delete("screens", screenId);
  await AuditLog.record(ctx, organiser, {
    action: "screen removed",
    target: name,
    before: { name },
  });
}

/** Finds the screen of a key, also by the code without a secret that an earlier version gave it. */
async function findByKey(ctx: QueryCtx, key: string) {
  const text = `screen ${key}`;
  const code = inLetters(await hmac(await secretOf(ctx, "screens"), text));
  const screen =
    (await findByCode(ctx, code)) ??
    (await findByCode(ctx, inLetters(await digest(text))));
  return { code, screen };
}

function inLetters(bytes: Uint8Array): string {
  return Array.from(
    bytes.subarray(0, CODE_LENGTH),
    (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length],
  ).join("");
}

async function get(ctx: QueryCtx, screenId: Id<"screens">): Promise<Screen> {
  const screen = await ctx.db.get("screens", screenId);
  return screen ?? refuse("not_found", { label: "This screen" });
}

async function findByCode(ctx: QueryCtx, code: string): Promise<Screen | null> {
  return ctx.db
    .query("screens")
    .withIndex("by_code", (q) => q.eq("code", code))
    .first();
}

async function readAll(ctx: QueryCtx): Promise<Screen[]> {
  return ctx.db
    .query("screens")
    .withIndex("by_creation_time")
    .take(MAX_SCREENS);
}

function ordersOf({ name, show, isBlank, sentence }: Screen): ScreenOrders {
  return { name, show, isBlank, sentence };
}
