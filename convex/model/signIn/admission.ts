/**
 * Decides who may sign up, begin a sign-in by Google, ask for a reset, write to the organisers or subscribe now.
 * Anyone may try, and nobody may spoil it for others. So up to a calm rate calls are
 * free; above it each must carry a solved bot check, and then passes whatever others
 * did. Only mail to one address is limited for good, because it disturbs its reader.
 * (model/signIn/passwordAttempts.ts decides who may sign in, by the same rule.)
 */
import { MINUTE, HOUR } from "@convex-dev/rate-limiter";
import type { GenericActionCtx } from "convex/server";
import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { DataModel } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { BotCheckPurpose } from "../../shared/botCheck";
import { refuse } from "../../shared/errors";
import * as BotChecks from "./botChecks";
import { warnUnlessNumber, wholeNumber } from "../platform/environment";
import * as RateLimits from "../platform/rateLimits";
import * as Users from "../people/users";

/**
 * How many calls in a period need no bot check, unless the environment variable
 * `setting` says otherwise. With 0, every call needs one.
 */
const CALM_RATES = {
  signUp: { setting: "ALTCHA_SIGN_UPS_PER_HOUR", rate: 60, period: HOUR },
  google: {
    setting: "ALTCHA_GOOGLE_SIGN_INS_PER_HOUR",
    rate: 600,
    period: HOUR,
  },
  reset: { setting: "ALTCHA_RESETS_PER_HOUR", rate: 20, period: HOUR },
  contact: { setting: "ALTCHA_MESSAGES_PER_HOUR", rate: 30, period: HOUR },
  subscribe: {
    setting: "ALTCHA_SUBSCRIPTIONS_PER_HOUR",
    rate: 60,
    period: HOUR,
  },
  signIn: { setting: "ALTCHA_SIGN_INS_PER_MINUTE", rate: 120, period: MINUTE },
} as const satisfies Record<
  BotCheckPurpose,
  { setting: string; rate: number; period: number }
>;

for (const { setting, rate } of Object.values(CALM_RATES))
  warnUnlessNumber(setting, rate);

/** What is decided here, with the limits that are kept for one address. */
const LIMITS_BY_ADDRESS = {
  signUp: "signUpByAddress",
  google: null,
  reset: "resetByAddress",
  contact: "contactBySender",
  subscribe: null,
} as const satisfies Record<
  Exclude<BotCheckPurpose, "signIn">,
  RateLimits.RateLimitName | null
>;
type Purpose = keyof typeof LIMITS_BY_ADDRESS;

/** The purposes that are decided for an action. */
export const actionPurposeValidator = v.union(
  v.literal("signUp"),
  v.literal("google"),
  v.literal("reset"),
);

export const proofValidator = v.object({
  nonce: v.string(),
  expiresAt: v.number(),
});

export const admissionValidator = v.union(
  v.object({ kind: v.literal("admitted") }),
  v.object({ kind: v.literal("limited"), waitSeconds: v.number() }),
  v.object({ kind: v.literal("busy"), waitSeconds: v.number() }),
  v.object({ kind: v.literal("botCheckRequired"), isDear: v.boolean() }),
  v.object({ kind: v.literal("botCheckUsed") }),
);
type Admission = Infer<typeof admissionValidator>;

type Request<For extends Purpose = Purpose> = {
  purpose: For;
  /** Empty for a sign-in by Google, which has no address yet. */
  email: string;
  proof?: BotChecks.Proof;
};

/** `botCheck` is the answer to an earlier challenge, as the page sent it. */
type Call<For extends Purpose> = {
  purpose: For;
  email: string;
  botCheck: unknown;
};

/**
 * Resolves if the call of an action may proceed. What it counts stays counted if the
 * action fails.
 * @throws `rate_limited`, `too_busy`, `bot_check_required` with a challenge,
 *   `bot_check_failed`
 */
export async function requireAdmission(
  ctx: GenericActionCtx<DataModel>,
  { purpose, email, botCheck }: Call<Infer<typeof actionPurposeValidator>>,
): Promise<void> {
  const proof = await BotChecks.verifyIfGiven(botCheck, purpose);
  const request = { purpose, email, proof };
  const admission = await ctx.runMutation(
    internal.jobs.accounts.admit,
    request,
  );
  await settle(purpose, admission);
}

/**
 * Does the same within a mutation. What it counts is rolled back with the mutation,
 * so refused calls are free, and an answer is used up by a call that succeeds.
 * @throws `rate_limited`, `bot_check_required` with a challenge, `bot_check_failed`
 */
export async function requireInMutation(
  ctx: MutationCtx,
  { purpose, email, botCheck }: Call<"contact" | "subscribe">,
): Promise<void> {
  const proof = await BotChecks.verifyIfGiven(botCheck, purpose);
  await settle(purpose, await decide(ctx, { purpose, email, proof }));
}

async function settle(purpose: Purpose, admission: Admission): Promise<void> {
  switch (admission.kind) {
    case "admitted":
      return;
    case "limited":
      return refuse("rate_limited", { waitSeconds: admission.waitSeconds });
    case "busy":
      return refuse("too_busy", { waitSeconds: admission.waitSeconds });
    case "botCheckRequired": {
      const challenge = await BotChecks.newChallenge(purpose, admission);
      return refuse("bot_check_required", { challenge });
    }
    case "botCheckUsed":
      return refuse("bot_check_failed");
    default:
      admission satisfies never;
  }
}

/**
 * Decides and counts in one transaction, which returns instead of throwing, so
 * that it can commit.
 */
export async function decide(
  ctx: MutationCtx,
  request: Request,
): Promise<Admission> {
  const refused =
    request.proof === undefined
      ? await refusalOfFree(ctx, request)
      : await refusalOfPaid(ctx, request, request.proof);
  if (refused !== null) return refused;
  const { purpose, email } = request;
  if (purpose === "reset" && (await isMailed(ctx, request))) {
    const waitSeconds = await RateLimits.take(ctx, "resetByAddress", email);
    if (waitSeconds !== null) return { kind: "limited", waitSeconds };
  }
  if (purpose === "signUp") {
    const waitSeconds = await RateLimits.take(ctx, "hashing");
    if (waitSeconds !== null) return { kind: "busy", waitSeconds };
  }
  return { kind: "admitted" };
}

/**
 * Counts a call without a bot check. A reset for an address that nobody has sends no
 * mail, so it is not counted: strangers could use up the rate with made-up addresses.
 */
async function refusalOfFree(
  ctx: MutationCtx,
  request: Request,
): Promise<Admission | null> {
  const { purpose, email } = request;
  const isCounted = await isMailed(ctx, request);
  const limit = LIMITS_BY_ADDRESS[purpose];
  const isFree =
    (await isCalm(ctx, purpose, { isCounted })) &&
    (purpose === "reset" ||
      limit === null ||
      (await RateLimits.take(ctx, limit, email)) === null);
  if (isFree) return null;
  const isDear = (await RateLimits.waitFor(ctx, purpose)) !== null;
  return { kind: "botCheckRequired", isDear };
}

/** Takes the answer, and counts the call for the price of later checks. */
async function refusalOfPaid(
  ctx: MutationCtx,
  { purpose }: Request,
  proof: BotChecks.Proof,
): Promise<Admission | null> {
  if (!(await BotChecks.redeem(ctx, proof))) return { kind: "botCheckUsed" };
  await RateLimits.take(ctx, purpose);
  return null;
}

/** Returns true for every call but a reset for an address that nobody has. */
async function isMailed(
  ctx: MutationCtx,
  { purpose, email }: Request,
): Promise<boolean> {
  return purpose !== "reset" || (await Users.findByEmail(ctx, email)) !== null;
}

/**
 * Returns true if the call is within the calm rate, and counts it unless `isCounted`
 * is false.
 */
export async function isCalm(
  ctx: MutationCtx,
  purpose: BotCheckPurpose,
  { isCounted = true } = {},
): Promise<boolean> {
  const { setting, rate, period } = CALM_RATES[purpose];
  return RateLimits.isWithin(ctx, `${purpose}WithoutBotCheck`, {
    rate: wholeNumber(setting, rate),
    period,
    isCounted,
  });
}
