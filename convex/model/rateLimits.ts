/**
 * How often things may happen. Every value is in `RATE_LIMITS`; the counters
 * are the rate limiter component's. Buckets fill evenly: "10 an hour" is one
 * more every six minutes, up to ten.
 *
 * A mutation that throws keeps nothing, its counting included. What counts
 * successes may therefore count and refuse in one mutation (`requireAndTake`);
 * what counts failures must do it in a mutation that returns (`take`).
 */
import {
  HOUR,
  RateLimiter,
  type RateLimitConfig,
} from "@convex-dev/rate-limiter";
import type { ComponentApi } from "@convex-dev/rate-limiter/_generated/component.js";
import { componentsGeneric } from "convex/server";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../shared/errors";

/** What a live deployment generates as `components`; generating offline leaves it out. */
const components = componentsGeneric() as unknown as {
  rateLimiter: ComponentApi<"rateLimiter">;
};

export const RATE_LIMITS = {
  /**
   * Per address, with an account or not; signing in clears it. None for the
   * deployment: with one, anybody could lock everybody out.
   */
  signIn: hourly(10),

  /** Per address. */
  signUpByAddress: hourly(20),
  /** For the deployment, each beyond the calm rate paid for with a bot check. */
  signUp: hourly(1000),

  /** Per address: how much mail a stranger can cause somebody. */
  resetByAddress: hourly(5),
  /** For the deployment: mail costs money and reputation. */
  reset: hourly(200),

  /** Per sender's address. */
  contactBySender: hourly(5),
  /** For the deployment. */
  contact: hourly(200),

  /** For the deployment. */
  subscribe: hourly(500),

  /** Per person. */
  createTeam: hourly(20),
  /** Per person: moving from team to team disturbs those who stay. */
  joinTeam: hourly(20),
} as const satisfies Record<string, RateLimitConfig>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** Whole seconds until the next attempt; null when this one is allowed. */
export type Wait = number | null;

const limiter = new RateLimiter(components.rateLimiter, RATE_LIMITS);

/** Counts one, if one is left. `key`: whose limit it is; absent for the deployment's. */
export async function take(
  ctx: MutationCtx,
  name: RateLimitName,
  key?: string,
): Promise<Wait> {
  return waitOf(await limiter.limit(ctx, name, { key }));
}

/** Counts one. @throws `rate_limited` */
export async function requireAndTake(
  ctx: MutationCtx,
  name: RateLimitName,
  key?: string,
): Promise<void> {
  refuseIfAny(await take(ctx, name, key));
}

/** Forgets what was counted for the key. */
export async function clear(
  ctx: MutationCtx,
  name: RateLimitName,
  key: string,
): Promise<void> {
  await limiter.reset(ctx, name, { key });
}

/**
 * Counts one against a rate that is a setting of the deployment.
 * @returns false when the hour's number is used up
 */
export async function isWithin(
  ctx: MutationCtx,
  name: string,
  perHour: number,
): Promise<boolean> {
  if (perHour < 1) return false;
  const { ok } = await limiter.limit(ctx, name, { config: hourly(perHour) });
  return ok;
}

/** Removes counters made before the given time; whoever still fails starts anew, once a day at most. */
export async function forgetBefore(
  ctx: MutationCtx,
  before: number,
): Promise<void> {
  await ctx.runMutation(components.rateLimiter.lib.clearAll, { before });
}

function hourly(rate: number) {
  return { kind: "token bucket", rate, period: HOUR } as const;
}

function waitOf(status: { ok: boolean; retryAfter?: number }): Wait {
  return status.ok ? null : Math.ceil((status.retryAfter ?? HOUR) / 1000);
}

function refuseIfAny(waitSeconds: Wait): void {
  if (waitSeconds !== null) refuse("rate_limited", { waitSeconds });
}
