/**
 * Rate limits. All values are in `RATE_LIMITS`; the rate limiter component keeps
 * the counters. Token buckets fill evenly: "10 per hour" means one more every six
 * minutes, up to ten. A counter is forgotten one to two hours after its first call
 * (`forgetOld`), so ten more may pass once in that time.
 *
 * A mutation that throws is rolled back, and its counting with it. So a limit on
 * successes may count and refuse in one mutation (`requireAndTake`), but a limit
 * on failures must count in a mutation that returns (`take`).
 *
 * When a crowd signs in at one moment, all of them change the deployment's counters at
 * once, and Convex fails a mutation after five conflicts. So a large limit is spread
 * over several counters (shards). It is approximate: it may refuse a call while up to a
 * tenth is left. Small limits have one counter and are exact.
 */
import { HOUR, RateLimiter, SECOND } from "@convex-dev/rate-limiter";
import { components } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "./shared/errors";
import { sha256 } from "./digest";

/** `capacity` is as large as `rate` if it is absent. Times in milliseconds. */
type TokenBucket = {
  kind: "token bucket";
  rate: number;
  period: number;
  capacity?: number;
};

export const RATE_LIMITS = {
  /**
   * Per account: attempts without a bot check. The right password resets it. There is
   * none for the deployment, because then anyone could lock everyone out.
   */
  signIn: hourly(10),
  /** Per account: the same, but the right password does not reset it. */
  signInByAddress: { ...hourly(60), capacity: 20 },
  /**
   * For the deployment: password hashes. One occupies a core for a tenth of a second,
   * and later ones queue. The capacity covers the event plus the inexactness of a
   * spread limit: all 240 participants may sign in at one moment, and the last of them
   * waits for about 15 s.
   */
  hashing: { kind: "token bucket", rate: 20, period: SECOND, capacity: 280 },
  /** Per answer to a bot check, which expires before it could be taken again. */
  botCheckAnswer: hourly(1),
  /** Per address, without a bot check. */
  signUpByAddress: hourly(20),
  /** Per address: bounds how much mail a stranger can send to someone. */
  resetByAddress: hourly(5),
  /** Per link of a mail: passwords hashed for it. */
  redeemReset: hourly(10),
  /** Per sender's address, without a bot check. */
  contactBySender: hourly(5),

  /** Per organiser: mails that invite somebody to a role. */
  inviteToRole: hourly(60),
  /** Per person: changes of profile and name, which show on the screens of others. */
  updateProfile: hourly(60),
  /** Per person: devices that get messages, anew or changed. */
  registerDevice: hourly(60),
  /** Per person. */
  notePlace: hourly(60),
  /** Per person. */
  createTeam: hourly(20),
  /** Per person: moving from team to team disturbs the other members. */
  joinTeam: hourly(20),
  /** Per person: invite codes that no team has, typed or opened as a link. */
  wrongCode: hourly(10),
  /** Per person: changes that every member sees. */
  editTeam: hourly(60),
  /** Per person: each one makes all earlier links useless. */
  renewCode: hourly(20),
  /** Per person: cards and openings, which everyone who is looking sees. */
  showSelf: hourly(60),
  /** Per person: each request shows on the screens of others. */
  sendRequest: hourly(40),
  /** Per person or team: mails about what others ask of them, or have answered. */
  requestMail: { kind: "token bucket", rate: 1, period: 180 * SECOND },
  /** Per pair of a person and a team, and who asks: after a withdrawal, each may ask again. */
  askAgain: { kind: "token bucket", rate: 1, period: HOUR / 4 },
  /** Per team: help requests, which every mentor sees. */
  askHelp: hourly(20),
  /** Per mentor: mails that teams wait, however many do. */
  helpMail: { kind: "token bucket", rate: 1, period: 600 * SECOND },
  /** Per person: changes and pauses of the team's help request, which every mentor sees. */
  changeHelp: hourly(120),
  /** Per person: reports and requests that organisers have to read. */
  askOrganisers: hourly(10),
  /** Per person. */
  hide: hourly(120),
  /** Per person: two fields, each of which saves at most twice a second. */
  editProject: {
    kind: "token bucket",
    rate: 5,
    period: SECOND,
    capacity: 150,
  },
  /**
   * Per person: updates of a description. Of those that are stored one in 32 counts,
   * about eight a second; of those that are not, each.
   */
  typeDescription: {
    kind: "token bucket",
    rate: 15,
    period: 60 * SECOND,
    capacity: 15,
  },
  /**
   * Per person: heartbeats on the project's page, of which one in eight counts, as eight,
   * and moves between fields.
   */
  bePresent: { kind: "token bucket", rate: 2, period: SECOND, capacity: 60 },
  /** Per team: each one sends a mail to every member. */
  handIn: hourly(20),
  /**
   * Per address that is not proven: a stranger may have given it, and can hand in with
   * one team after the other.
   */
  receiptByAddress: hourly(5),
  /** The same for mail about requests, and reminders. */
  newsByAddress: hourly(5),
  /** For the deployment: each one sends a mail to every member of the teams. */
  remindTeams: { kind: "token bucket", rate: 1, period: HOUR / 2 },
  /**
   * Per person: pairs of upload URLs. What becomes no picture is there for half an hour at
   * most; in the hour in which a URL takes files a person gets 28 pairs for 10 MiB each.
   */
  uploadPicture: { ...hourly(20), capacity: 8 },
  /** Begins of sweeps of what was uploaded; each sweeps the uploads of the next hour. */
  sweepUploads: hourly(1),
  /** Per person: uploaded files that are checked. */
  checkPicture: hourly(20),
  /** Per person: changes of pictures that every member sees. */
  editPictures: hourly(120),
} as const satisfies Record<string, TokenBucket>;

/** The maximum number of counters of one limit. */
const MAX_SHARDS = 10;
/** With less in each counter, a limit would refuse too early. */
const MIN_TOKENS_PER_SHARD = 10;
/** Limits below this are exact. */
const MIN_SHARDED_CAPACITY = 60;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** Whole seconds until the next call is allowed; null if this one is. */
type Wait = number | null;

const limiter = new RateLimiter(components.rateLimiter);

/**
 * Counts a call if the limit allows it, and returns how long to wait if not. `key`
 * names the address or person; without it the limit is the deployment's.
 */
export async function take(
  ctx: MutationCtx,
  name: RateLimitName,
  key?: string,
): Promise<Wait> {
  return ask(ctx, "limit", name, RATE_LIMITS[name], key);
}

/** Returns how long to wait for a call to be allowed; counts nothing. */
export async function waitFor(
  ctx: MutationCtx,
  name: RateLimitName,
  key?: string,
): Promise<Wait> {
  return ask(ctx, "check", name, RATE_LIMITS[name], key);
}

/** Counts a call, or as many as it stands for. @throws `rate_limited` */
export async function requireAndTake(
  ctx: MutationCtx,
  name: RateLimitName,
  key?: string,
  count = 1,
): Promise<void> {
  refuseIfAny(await ask(ctx, "limit", name, RATE_LIMITS[name], key, count));
}

/** Counts nothing. @throws `rate_limited` if the next call would be too many */
export async function requireLeft(
  ctx: MutationCtx,
  name: RateLimitName,
  key?: string,
): Promise<void> {
  refuseIfAny(await waitFor(ctx, name, key));
}

export async function clear(
  ctx: MutationCtx,
  name: RateLimitName,
  key: string,
): Promise<void> {
  await limiter.reset(ctx, name, { key: await sha256(key) });
}

/**
 * Compares a call to a rate of the deployment that is not in `RATE_LIMITS`, and counts
 * it unless `isCounted` is false. A sixth of a period's calls may come at once, if the
 * period is short.
 * @returns false if the rate does not allow the call
 */
export async function isWithin(
  ctx: MutationCtx,
  name: string,
  {
    rate,
    period,
    isCounted,
  }: { rate: number; period: number; isCounted: boolean },
): Promise<boolean> {
  if (rate < 1) return false;
  const capacity = period < HOUR ? Math.ceil(rate / 6) : rate;
  const bucket = { kind: "token bucket", rate, period, capacity } as const;
  const how = isCounted ? "limit" : "check";
  return (await ask(ctx, how, name, bucket)) === null;
}

/** Deletes the counters that began more than an hour ago. The component schedules itself for the rest of many. */
export async function forgetOld(ctx: MutationCtx): Promise<void> {
  await ctx.runMutation(components.rateLimiter.lib.clearAll, {
    before: Date.now() - HOUR,
  });
}

/** Compares; with "limit" it counts, too. Keys are stored as hashes: nobody needs to read an address here. */
async function ask(
  ctx: MutationCtx,
  how: "limit" | "check",
  name: string,
  bucket: TokenBucket,
  key?: string,
  count = 1,
): Promise<Wait> {
  const status = await limiter[how](ctx, name, {
    key: key === undefined ? undefined : await sha256(key),
    count,
    // A limit with a key counts one person's calls, which hardly conflict.
    config: { ...bucket, shards: key === undefined ? shardsOf(bucket) : 1 },
  });
  return status.ok ? null : Math.ceil(status.retryAfter / 1000);
}

/** The number of counters of a deployment-wide limit. */
function shardsOf({ rate, capacity = rate }: TokenBucket): number {
  if (capacity < MIN_SHARDED_CAPACITY) return 1;
  return Math.min(MAX_SHARDS, Math.floor(capacity / MIN_TOKENS_PER_SHARD));
}

function hourly(rate: number) {
  return { kind: "token bucket", rate, period: HOUR } as const;
}

function refuseIfAny(waitSeconds: Wait): void {
  if (waitSeconds !== null) refuse("rate_limited", { waitSeconds });
}
