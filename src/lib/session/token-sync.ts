/**
 * Tells another system who signed in here, so that people need not do so twice: POST with the access token on
 * sign-in, DELETE on sign-out. It is not this site's business whether that works, so nobody is told when it fails.
 */

/** How old a token may be to count as a sign-in, unless the deployment says otherwise. */
const DEFAULT_MAX_AGE_SECONDS = 300;

type Settings = { url: string; maxAgeSeconds: number };

/** Reads what the page was built with. */
export function tokenSyncSettings(env: ImportMetaEnv): Settings {
  const chosen = Number.parseInt(env.VITE_TOKEN_SYNC_MAX_AGE_SECONDS ?? "", 10);
  return {
    url: env.VITE_TOKEN_SYNC_URL ?? "",
    maxAgeSeconds: Number.isNaN(chosen) ? DEFAULT_MAX_AGE_SECONDS : chosen,
  };
}

/** Tells of a sign-in, unless the token is so old that this is only a later visit. */
export async function syncSignIn(
  token: string,
  { url, maxAgeSeconds } = tokenSyncSettings(import.meta.env),
): Promise<void> {
  if (ageInSeconds(token) <= maxAgeSeconds) await send("POST", url, token);
}

/** Tells of a sign-out, however old the token is. */
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
      // A window that signs in with Google closes at once.
      keepalive: true,
    });
  } catch {
    // Unreachable, or it does not want to be asked from here.
  }
}

/** Infinite for what is no token. */
function ageInSeconds(token: string): number {
  try {
    const [, payload = ""] = token.split(".");
    const base64 = payload.replaceAll("-", "+").replaceAll("_", "/");
    const { iat }: { iat?: unknown } = JSON.parse(atob(base64));
    return typeof iat === "number"
      ? Date.now() / 1000 - iat
      : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
