/**
 * Decides who may sign up or in, begin a sign-in by Google, ask for a reset, write to the
 * organisers or subscribe now. Anyone may try, and nobody may spoil it for others. So up
 * to a calm rate calls are free; above it each must carry a solved bot check, and then
 * passes whatever others did. With a bot check, too, mail to one address is limited,
 * because it disturbs its reader, and so is the hashing of passwords.
 */
import { MINUTE, HOUR } from "@convex-dev/rate-limiter";
import type { GenericActionCtx } from "convex/server";
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { DataModel } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { BotCheckPurpose } from "./shared";
import { refuse } from "../platform/shared/errors";
import * as BotChecks from "./botChecks";
import { warnUnlessNumber, wholeNumber } from "../platform/environment";
import * as RateLimits from "../platform/rateLimits";
import * as Users from "../people/users";
import { literals } from "../platform/shared/input";

type Limit = RateLimits.RateLimitName;

type Policy = {
  /**
   * How many calls of all people in a period need no bot check, unless the environment
   * variable `setting` says otherwise. With 0, every call needs one.
   */
  calm: { setting: string; rate: number; period: number };
  /** Per address: attempts without a bot check, all of which may be guesses. */
  guesses?: Limit;
  /** Per address: calls without a bot check. */
  free?: Limit;
  /** Per address: calls, with and without a bot check. */
  mails?: Limit;
  /** Whether a call hashes a password. */
  hashes?: true;
};

const POLICIES: Record<BotCheckPurpose, Policy> = {
  signUp: {
    calm: hourly("ALTCHA_SIGN_UPS_PER_HOUR", 60),
    free: "signUpByAddress",
    hashes: true,
  },
  signIn: {
    calm: { setting: "ALTCHA_SIGN_INS_PER_MINUTE", rate: 120, period: MINUTE },
    guesses: "signIn",
    // Right passwords are counted, too: otherwise somebody with accounts could keep the
    // deployment hashing, and everyone would wait.
    free: "signInByAddress",
    hashes: true,
  },
  google: { calm: hourly("ALTCHA_GOOGLE_SIGN_INS_PER_HOUR", 600) },
  reset: {
    calm: hourly("ALTCHA_RESETS_PER_HOUR", 20),
    mails: "resetByAddress",
  },
  contact: {
    calm: hourly("ALTCHA_MESSAGES_PER_HOUR", 30),
    free: "contactBySender",
  },
  subscribe: { calm: hourly("ALTCHA_SUBSCRIPTIONS_PER_HOUR", 60) },
};

for (const { calm } of Object.values(POLICIES))
  warnUnlessNumber(calm.setting, calm.rate);

export const refusalValidator = v.union(
  v.object({
    code: literals("too_many_requests", "rate_limited", "too_busy"),
    waitSeconds: v.number(),
  }),
  v.object({ code: literals("bot_check_required", "bot_check_failed") }),
);
type Refusal = Infer<typeof refusalValidator>;

/** What `requireAdmission` decides; signIn/accounts.ts decides sign-ins with a password. */
export const callValidator = v.object({
  purpose: literals("signUp", "google", "reset", "contact", "subscribe"),
  /** The address that was entered, if any. */
  email: v.optional(v.string()),
  proof: v.optional(BotChecks.proofValidator),
});
type Call = Infer<typeof callValidator>;

/**
 * Resolves if the call may proceed. What it counts stays counted if an action fails
 * afterwards. If a mutation fails, it is rolled back: so refused calls are free, and an
 * answer is used up by a call that succeeds.
 * @param botCheck the answer to an earlier challenge, as the page sent it
 * @throws `rate_limited`, `too_busy`, `bot_check_required` with a challenge,
 *   `bot_check_failed`
 */
export async function requireAdmission(
  ctx: Pick<GenericActionCtx<DataModel>, "runMutation">,
  { botCheck, ...call }: Omit<Call, "proof"> & { botCheck: unknown },
): Promise<void> {
  const { purpose } = call;
  const proof = await BotChecks.verifyIfGiven(botCheck, purpose);
  const { admit } = internal.signIn.jobs;
  const refusal = await ctx.runMutation(admit, { ...call, proof });
  if (refusal !== null) await refuseFor(purpose, refusal);
}

/** Throws the refusal, with a challenge if a bot check would help. */
export async function refuseFor(
  purpose: BotCheckPurpose,
  refusal: Refusal,
): Promise<never> {
  if (refusal.code === "bot_check_failed") return refuse(refusal.code);
  const newChallenge = async () => BotChecks.newChallenge(purpose);
  if (!("waitSeconds" in refusal))
    return refuse(refusal.code, { challenge: await newChallenge() });
  const { code, waitSeconds } = refusal;
  return code === "too_many_requests"
    ? refuse(code, { waitSeconds, challenge: await newChallenge() })
    : refuse(code, { waitSeconds });
}

/**
 * Decides and counts the call of someone who has entered this address. A reset for an
 * address that nobody has sends no mail, and has no limit of its own.
 */
export async function admit(ctx: MutationCtx, { purpose, email, proof }: Call) {
  const hasOwner =
    email !== undefined &&
    (purpose !== "reset" || (await Users.findByEmail(ctx, email)) !== null);
  return decide(ctx, { purpose, address: hasOwner ? email : null, proof });
}

/**
 * Decides and counts in one transaction, which returns the refusal instead of throwing
 * it, so that it can commit.
 * @param call `address` is the one whose limits count; null if the call affects nobody's.
 *   Strangers make up addresses, and a counter for each would fill the memory
 * @returns null if the call may proceed
 */
export async function decide(
  ctx: MutationCtx,
  call: {
    purpose: BotCheckPurpose;
    address: string | null;
    proof?: BotChecks.Proof;
  },
): Promise<Refusal | null> {
  const { purpose, address, proof } = call;
  const { guesses, free, mails, hashes } = POLICIES[purpose];
  const take = async (limit: Limit | undefined) =>
    limit === undefined || address === null
      ? null
      : RateLimits.take(ctx, limit, address);
  if (proof === undefined) {
    const waitSeconds = await take(guesses);
    if (waitSeconds !== null) return { code: "too_many_requests", waitSeconds };
    // Where mails count, a call that sends none does not use up the calm rate.
    const isCounted = mails === undefined || address !== null;
    const isFree =
      (await isCalm(ctx, purpose, isCounted)) && (await take(free)) === null;
    if (!isFree) return { code: "bot_check_required" };
  } else if (!(await BotChecks.redeem(ctx, proof)))
    return { code: "bot_check_failed" };
  const mailWait = await take(mails);
  if (mailWait !== null) return { code: "rate_limited", waitSeconds: mailWait };
  if (!hashes || address === null) return null;
  const hashWait = await RateLimits.take(ctx, "hashing");
  return hashWait === null ? null : { code: "too_busy", waitSeconds: hashWait };
}

/** Returns true if the call is within the calm rate, and counts it if it is to be counted. */
async function isCalm(
  ctx: MutationCtx,
  purpose: BotCheckPurpose,
  isCounted: boolean,
): Promise<boolean> {
  const { setting, rate, period } = POLICIES[purpose].calm;
  return RateLimits.isWithin(ctx, `${purpose}WithoutBotCheck`, {
    rate: wholeNumber(setting, rate),
    period,
    isCounted,
  });
}

function hourly(setting: string, rate: number) {
  return { setting, rate, period: HOUR };
}
