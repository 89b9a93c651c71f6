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
    const claims: { iat?: unknown; exp?: unknown; sub?: unknown } = JSON.parse(
      atob(base64),
    );
    return {
      ...(typeof claims.iat === "number" && { iat: claims.iat }),
      ...(typeof claims.exp === "number" && { exp: claims.exp }),
      ...(typeof claims.sub === "string" && { sub: claims.sub }),
    };
  } catch {
    return {};
  }
}

/** By this computer's clock. */
export function hasExpired(token: string): boolean {
  return (claimsOf(token).exp ?? 0) * 1000 <= Date.now();
}
