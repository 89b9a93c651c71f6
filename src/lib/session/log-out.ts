import { callOverHttp } from "../connection/deployment-url";
import { retryOnDisconnect } from "../connection/host";
import { claimsOf } from "./token-claims";
import {
  announce,
  storedNames,
  storedToken,
  tokenStorage,
} from "./token-storage";

/** What Convex Auth keeps: the tokens, and the key to an answer of Google. */
const AUTH_PREFIX = "__convexAuth";

/** Whose session was ended last on this page. */
let ended: string | undefined;

/**
 * Ends the session: on this device at once, in all tabs, whatever the line does (Convex Auth's own `signOut`
 * waits for the deployment first), and then on the deployment, if there is a token. Whoever leaves a borrowed laptop
 * leaves nothing that opens it again.
 */
export function endSession(token: string | null): void {
  ended = whoseOf(storedToken() ?? "") ?? ended;
  for (const key of storedNames()) {
    if (!key.startsWith(AUTH_PREFIX)) continue;
    const before = tokenStorage.getItem(key);
    tokenStorage.removeItem(key);
    announce({ key, before, after: null });
  }
  if (token !== null) void endOnDeployment(token);
}

/** Whether a token is of the session that was ended: a renewal that was on its way brings one all the same. */
export function isEnded(token: string): boolean {
  return ended !== undefined && whoseOf(token) === ended;
}

function whoseOf(token: string): string | undefined {
  return claimsOf(token).sub;
}

/** Ends the deployment's session when the line is back, if the page still lives and its token does; it expires otherwise. */
async function endOnDeployment(token: string): Promise<void> {
  const call = { path: "auth:signOut", args: {}, format: "json" };
  // The page may be left right after.
  const how = { token, keepalive: true };
  const tell = async () => callOverHttp("action", call, how);
  // It expires.
  await retryOnDisconnect(tell, 1).catch(() => {});
}
