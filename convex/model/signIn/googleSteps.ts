/**
 * The requests of a browser on its way to Google and back. Convex Auth calls Google for
 * each before it looks whether such a sign-in has begun. So strangers could have this
 * deployment call Google without end, until Google answers nobody here. Hence the library
 * only gets requests of a sign-in that has begun, and few of each.
 */
import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import * as RateLimits from "../platform/rateLimits";
import { ownAddress } from "../platform/siteAddress";

/** What names the sign-in: on the way to Google its verifier, on the way back its secrets. */
export const stepValidator = v.union(
  v.object({ verifier: v.string() }),
  v.object({ signature: v.string() }),
);
type Step = Infer<typeof stepValidator>;

type Handler = (ctx: ActionCtx, request: Request) => Promise<Response>;

/** No right verifier, state or PKCE secret is longer. */
const MAX_LENGTH = 200;

/** Returns the library's handler; other requests return to the page. */
export function guarded(handler: Handler): Handler {
  return async (ctx, request) => {
    const step = stepOf(request);
    const isAdmitted =
      step !== null &&
      (await ctx.runMutation(internal.jobs.accounts.admitStep, { step }));
    return isAdmitted
      ? handler(ctx, request)
      : Response.redirect(ownAddress(cookieOf(request, "RedirectTo") ?? "/"));
  };
}

/** Returns true if the step is of a sign-in that has begun, and counts it. */
export async function admit(ctx: MutationCtx, step: Step): Promise<boolean> {
  const begun = await find(ctx, step);
  return (
    begun !== null &&
    (await RateLimits.take(ctx, "googleStep", begun._id)) === null
  );
}

async function find(
  ctx: QueryCtx,
  step: Step,
): Promise<Doc<"authVerifiers"> | null> {
  if ("signature" in step)
    return ctx.db
      .query("authVerifiers")
      .withIndex("signature", (q) => q.eq("signature", step.signature))
      .unique();
  const id = ctx.db.normalizeId("authVerifiers", step.verifier);
  return id && ctx.db.get("authVerifiers", id);
}

function stepOf(request: Request): Step | null {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/api/auth/signin/google") {
    const verifier = searchParams.get("code");
    return isShort(verifier) ? { verifier } : null;
  }
  if (pathname !== "/api/auth/callback/google") return null;
  const secret = cookieOf(request, "OAuthpkce");
  const state = searchParams.get("state");
  return isShort(secret) && isShort(state)
    ? { signature: `${secret} ${state}` }
    : null;
}

function isShort(text: string | null): text is string {
  return text !== null && text.length <= MAX_LENGTH;
}

/**
 * Returns a cookie that the library has set. On a deployment that other machines reach,
 * its name begins with `__Host-`, so that no other site can set it.
 */
function cookieOf({ headers }: Request, name: string): string | null {
  const cookies = headers.get("Cookie") ?? "";
  for (const prefix of ["__Host-", ""]) {
    const pattern = new RegExp(`(?:^|; *)${prefix}google${name}=([^;]*)`, "u");
    const [, value] = pattern.exec(cookies) ?? [];
    if (value !== undefined) return decoded(value);
  }
  return null;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
