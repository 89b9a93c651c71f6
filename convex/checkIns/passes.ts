/** Signs passes with a secret that the deployment makes for itself: there is nothing to set up. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicKeyOf, signPass } from "./shared/passes";
import { secretOf } from "../platform/secrets";

/** Returns the key with which phones verify passes of this deployment. */
export async function publicKey(ctx: QueryCtx): Promise<string> {
  return publicKeyOf(await secret(ctx));
}

/** Returns the text of a person's pass. */
export async function passOf(
  ctx: QueryCtx,
  user: Pick<Doc<"users">, "_id">,
): Promise<string> {
  return signPass(user._id, await secret(ctx));
}

async function secret(ctx: QueryCtx): Promise<Uint8Array> {
  const base64 = await secretOf(ctx, "passes");
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
