/** Signs passes with a key that is derived from the deployment's secret: there is nothing to set up. */
import type { Doc } from "../../_generated/dataModel";
import { publicKeyOf, signPass } from "../../shared/passes";
import { secretFor } from "../platform/digest";

/** Returns the key with which phones verify passes of this deployment. */
export async function publicKey(): Promise<string> {
  return publicKeyOf(await secret());
}

/** Returns the text of a person's pass. */
export async function passOf(user: Pick<Doc<"users">, "_id">): Promise<string> {
  return signPass(user._id, await secret());
}

async function secret(): Promise<Uint8Array> {
  const base64 = await secretFor("passes");
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
