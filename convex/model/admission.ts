/**
 * Who may sign up or ask for a reset now. Both are open to everybody, so both
 * are limited per address and for the deployment, and beyond a calm rate each
 * must come with an answered bot check.
 */
import type { GenericActionCtx } from "convex/server";
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { DataModel } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { BotCheckPurpose } from "../shared/botCheck";
import { refuse } from "../shared/errors";
import * as BotChecks from "./botChecks";
import * as RateLimits from "./rateLimits";

/** How many an hour need no bot check; 0: every one does. Settings of the deployment. */
const CALM_RATES = {
  signUp: { setting: "ALTCHA_SIGN_UPS_PER_HOUR", perHour: 60 },
  reset: { setting: "ALTCHA_RESETS_PER_HOUR", perHour: 20 },
} as const satisfies Record<
  BotCheckPurpose,
  { setting: string; perHour: number }
>;

export const purposeValidator = v.union(
  v.literal("signUp"),
  v.literal("reset"),
);

export const proofValidator = v.object({
  nonce: v.string(),
  expiresAt: v.number(),
});

export const admissionValidator = v.union(
  v.object({ kind: v.literal("admitted") }),
  v.object({ kind: v.literal("limited"), waitSeconds: v.number() }),
  v.object({ kind: v.literal("botCheckRequired") }),
  v.object({ kind: v.literal("botCheckUsed") }),
);
export type Admission = Infer<typeof admissionValidator>;

/**
 * Asks for admission, from an action: what was counted must stay counted though
 * the call is refused, and a mutation that throws keeps nothing.
 * @param botCheck the answer to an earlier challenge, as the page sent it
 * @throws `rate_limited`, `bot_check_required` with a challenge, `bot_check_failed`
 */
export async function requireAdmission(
  ctx: GenericActionCtx<DataModel>,
  request: { purpose: BotCheckPurpose; email: string; botCheck: unknown },
): Promise<void> {
  const { purpose, email, botCheck } = request;
  const proof =
    botCheck === undefined
      ? undefined
      : await BotChecks.verify(botCheck, purpose);
  const admission = await ctx.runMutation(internal.internal.accounts.admit, {
    purpose,
    email,
    proof,
  });
  switch (admission.kind) {
    case "admitted":
      return;
    case "limited":
      return refuse("rate_limited", { waitSeconds: admission.waitSeconds });
    case "botCheckRequired": {
      const challenge = await BotChecks.newChallenge(purpose);
      return refuse("bot_check_required", { challenge });
    }
    case "botCheckUsed":
      return refuse("bot_check_failed");
    default:
      admission satisfies never;
  }
}

/** Decides and counts, in one transaction that commits whatever the decision is. */
export async function decide(
  ctx: MutationCtx,
  request: {
    purpose: BotCheckPurpose;
    email: string;
    proof?: BotChecks.Proof;
  },
): Promise<Admission> {
  const { purpose, email, proof } = request;
  if (proof === undefined) {
    if (!(await isCalm(ctx, purpose))) return { kind: "botCheckRequired" };
  } else if (!(await BotChecks.redeem(ctx, proof))) {
    return { kind: "botCheckUsed" };
  }
  const waitSeconds =
    (await RateLimits.take(ctx, `${purpose}ByAddress`, email)) ??
    (await RateLimits.take(ctx, purpose));
  return waitSeconds === null
    ? { kind: "admitted" }
    : { kind: "limited", waitSeconds };
}

async function isCalm(
  ctx: MutationCtx,
  purpose: BotCheckPurpose,
): Promise<boolean> {
  const { setting, perHour } = CALM_RATES[purpose];
  const chosen = Number.parseInt(process.env[setting] ?? "", 10);
  return RateLimits.isWithin(
    ctx,
    `${purpose}WithoutBotCheck`,
    Number.isNaN(chosen) ? perHour : chosen,
  );
}
