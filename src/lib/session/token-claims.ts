/**
 * The times in an access token, in seconds since the epoch, and whose it is: the ids of the person and of the session,
 * with "|" between. Only the deployment can verify them.
 */
export type TokenClaims = { iat?: number; exp?: number; sub?: string };

/** Empty for an invalid token. */
export function claimsOf(token: string): TokenClaims {
  try {
    const [, payload = ""] = token.split(".");
    const base64 = payload.replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(base64)) as TokenClaims;
  } catch {
    return {};
  }
}

/** By this computer's clock. */
export function hasExpired(token: string): boolean {
  return (claimsOf(token).exp ?? 0) * 1000 <= Date.now();
}
