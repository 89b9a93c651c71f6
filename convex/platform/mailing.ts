/**
 * Mail that nobody waits for: receipts, and the kinds that people can switch off
 * (platform/shared/mail.ts). It is queued in the mutation that decides to send it, and an action
 * sends it a hundred at a time, so that neither a slow nor a failing provider reaches the
 * mutation.
 *
 * The queue is the scheduler. Before an attempt is made, the next one is scheduled, and
 * the attempt cancels it when the provider has the mails. So a process that ends in
 * between loses none; and none is sent twice, because all attempts of a batch have the
 * same key, which the provider heeds for a day.
 *
 * Anybody can sign up with an address that is not theirs. Such an address gets no
 * words of other participants, and few mails; and every mail but a receipt tells how
 * to get no more, without an account.
 */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import {
  isMailKind,
  mailKindValidator,
  MAIL_KINDS,
  type MailKind,
} from "./shared/mail";
import { hmac, inAddress, secretFor, toBase64 } from "./digest";
import { letterValidator, mailOf, type Mail } from "./mail";
import * as RateLimits from "./rateLimits";
import { MAX_ATTEMPTS, pauseAfter } from "./retry";
import { secretOf } from "./secrets";
import { functionsAddress } from "./siteAddress";

export const batchValidator = v.object({
  /** Names it to the provider. */
  key: v.string(),
  /** Receipts cannot be switched off. */
  kind: v.union(mailKindValidator, v.literal("receipts")),
  letter: letterValidator,
  /** Instead of `letter` for those who have not proven their address. */
  toUnproven: v.optional(letterValidator),
  to: v.array(v.id("users")),
});
export type Batch = Infer<typeof batchValidator>;

/** As many as the provider takes in one request. */
const MAX_BATCH = 100;

/** Whether this deployment sends mail: without a key it does not, and nothing says that it did. */
export function works(): boolean {
  return Boolean(process.env.AUTH_RESEND_KEY);
}

/** Queues a letter to people, if mail works. */
export async function queue(
  ctx: MutationCtx,
  { to, ...mailing }: Omit<Batch, "key">,
): Promise<void> {
  if (!works()) return;
  const wanted: Id<"users">[] = [];
  for (const id of to) {
    const user = await ctx.db.get("users", id);
    if (user !== null && (await admits(ctx, user, mailing.kind)))
      wanted.push(id);
  }
  for (let start = 0; start < wanted.length; start += MAX_BATCH) {
    const batch = {
      ...mailing,
      key: crypto.randomUUID(),
      to: wanted.slice(start, start + MAX_BATCH),
    };
    await deliver(ctx, batch, 1);
  }
}

/**
 * Whether the person gets the mail. Counts those to addresses that are not proven, except
 * announcements: only organisers send these.
 */
async function admits(
  ctx: MutationCtx,
  user: Doc<"users">,
  kind: Batch["kind"],
): Promise<boolean> {
  if (!wants(user, kind)) return false;
  if (isProven(user) || kind === "announcements") return true;
  const limit = kind === "receipts" ? "receiptByAddress" : "newsByAddress";
  return (await RateLimits.take(ctx, limit, user.email)) === null;
}

/**
 * Schedules an attempt to send a batch, and the next one, which the attempt cancels.
 */
export async function deliver(
  { scheduler }: MutationCtx,
  batch: Batch,
  attempt: number,
): Promise<void> {
  if (attempt > MAX_ATTEMPTS)
    throw new Error(
      `The provider has not taken ${batch.to.length} mails (${batch.kind}) in ${MAX_ATTEMPTS} attempts`,
    );
  const jobs = internal.platform.jobs;
  const again = { batch, attempt: attempt + 1 };
  const next = await scheduler.runAfter(
    pauseAfter(attempt),
    jobs.deliver,
    again,
  );
  await scheduler.runAfter(0, jobs.send, { batch, next });
}

export const recipientValidator = v.object({
  id: v.id("users"),
  email: v.string(),
  isProven: v.boolean(),
  /** Where this kind of mail ends; null for receipts. */
  stopAddress: v.nullable(v.string()),
});
type Recipient = Infer<typeof recipientValidator>;

/** Returns those of a batch who still want it. */
export async function recipientsOf(
  ctx: QueryCtx,
  { to, kind }: Pick<Batch, "to" | "kind">,
): Promise<Recipient[]> {
  const users = await Promise.all(to.map((id) => ctx.db.get("users", id)));
  const secret = await secretOf(ctx, "mail links");
  const wanting: Recipient[] = [];
  // One after the other: each link is signed.
  for (const user of users)
    if (user !== null && wants(user, kind))
      wanting.push({
        id: user._id,
        email: user.email,
        isProven: isProven(user),
        stopAddress:
          kind === "receipts"
            ? null
            : await stopAddressOf(secret, user._id, kind),
      });
  return wanting;
}

/** Composes the mail to one of them. */
export function mailTo(
  { kind, letter, toUnproven = letter }: Batch,
  { email, isProven: knows, stopAddress: link }: Recipient,
): Mail {
  const reason =
    kind === "receipts" || link === null
      ? undefined
      : {
          words: `You get mail of this kind (${MAIL_KINDS[kind]}) because you have an account.`,
          link,
        };
  return mailOf(email, knows ? letter : toUnproven, reason);
}

/** Whether the person has not switched this kind off. */
export function wants({ mailOff = [] }: Doc<"users">, kind: Batch["kind"]) {
  return kind === "receipts" || !mailOff.includes(kind);
}

function isProven({ emailVerificationTime }: Doc<"users">): boolean {
  return emailVerificationTime !== undefined;
}

/** Where http.ts answers; kind, person and token follow. */
export const UNSUBSCRIBE_PATH = "/mail/stop/";

async function stopAddressOf(secret: string, id: Id<"users">, kind: MailKind) {
  const address = functionsAddress();
  if (address === null) throw new Error("CONVEX_SITE_URL is not set");
  const token = await tokenFor(secret, id, kind);
  return `${address}${UNSUBSCRIBE_PATH}${kind}/${id}/${token}`;
}

/**
 * Returns the kind and the person of a path below `UNSUBSCRIBE_PATH`; null if the token
 * is not theirs.
 */
export async function readUnsubscribePath(ctx: QueryCtx, path: string) {
  const [kind = "", id = "", token] = path
    .slice(UNSUBSCRIBE_PATH.length)
    .split("/");
  if (!isMailKind(kind)) return null;
  // Earlier versions made them by the key of the tokens.
  const known = [
    await tokenFor(await secretOf(ctx, "mail links"), id, kind),
    inAddress(await secretFor(right(id, kind))),
  ];
  return known.some((one) => one === token) ? { kind, id } : null;
}

/** It never expires: people find old mails. It is worth nothing but this switch. */
async function tokenFor(secret: string, id: string, kind: string) {
  return inAddress(toBase64(await hmac(secret, right(id, kind))));
}

const right = (id: string, kind: string) => `no more ${kind} to ${id}`;
