/**
 * Tells another system of sign-ins, so that people need not sign in twice there: POST with the access token as bearer
 * on sign-in, DELETE on sign-out. Failures are ignored: they do not concern this site.
 */

import { claimsOf } from "./token-claims";

const DEFAULT_MAX_AGE_SECONDS = 300;

type Settings = { url: string; maxAgeSeconds: number };

/** Reads the build's settings. */
export function tokenSyncSettings(env: ImportMetaEnv): Settings {
  const chosen = Number.parseInt(env.VITE_TOKEN_SYNC_MAX_AGE_SECONDS ?? "", 10);
  return {
    url: env.VITE_TOKEN_SYNC_URL ?? "",
    maxAgeSeconds: Number.isNaN(chosen) ? DEFAULT_MAX_AGE_SECONDS : chosen,
  };
}

/** Sends a sign-in, unless the token is so old that this is a return visit. */
export async function syncSignIn(
  token: string,
  { url, maxAgeSeconds } = tokenSyncSettings(import.meta.env),
): Promise<void> {
  if (ageInSeconds(token) <= maxAgeSeconds) await send("POST", url, token);
}

/** Sends a sign-out, whatever the token's age. */
export async function syncSignOut(
  token: string,
  { url } = tokenSyncSettings(import.meta.env),
): Promise<void> {
  await send("DELETE", url, token);
}

async function send(method: string, url: string, token: string) {
  try {
    await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      // The Google popup closes right after its sign-in.
      keepalive: true,
    });
  } catch {
    // Unreachable, or CORS does not allow it.
  }
}

/** Infinite for an invalid token. */
function ageInSeconds(token: string): number {
  const { iat } = claimsOf(token);
  return iat === undefined ? Number.POSITIVE_INFINITY : Date.now() / 1000 - iat;
}
