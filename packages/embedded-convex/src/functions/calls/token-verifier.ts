import {
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
} from "jose";
import { MAX_TOKEN_LENGTH } from "../../base/client-limits";
import type { Clock } from "../../base/clock";
import { RequestError } from "../../base/errors";
import type { AuthProvider } from "../app/auth-config";
import type { Identity } from "./call-and-outcome";
import { customClaims, identityClaims } from "./identity";
import { issuerUrl, type KeySets } from "./key-sets";

const CUSTOM_LEEWAY_SECONDS = 5;

/** Verifies tokens of the providers in `auth.config`. */
export class TokenVerifier {
  constructor(
    private readonly providers: readonly AuthProvider[],
    private readonly keySets: KeySets,
    private readonly options: { clock: Clock; isProduction: boolean },
  ) {}

  /**
   * Verifies a token's signature, issuer, audience and times as Convex does
   * (`validate_id_token` of its crate `authentication`).
   *
   * @returns the user whom it represents
   * @throws RequestError with status 401 and the reason
   */
  async verify(token: string): Promise<Identity> {
    const claimed = decode(token);
    if (claimed.iss === undefined) {
      throw invalidToken(
        "Missing issuer claim ('iss') in JWT payload. The JWT must include an 'iss' claim that matches one of your configured auth providers.",
      );
    }
    const provider = this.#findProvider(claimed);
    if (provider.type === "oidc") requireOpenIdClaims(claimed);
    await this.#verifySignature(token, provider);
    const now = Math.floor(this.options.clock.now() / 1000);
    if (provider.type === "oidc") checkOpenId(claimed, now);
    else checkCustom(claimed, now);
    const { iss, sub = "", exp = 0 } = claimed;
    return {
      tokenIdentifier: `${iss}|${sub}`,
      issuer: iss,
      subject: sub,
      expiresAtMs: exp * 1000,
      claims:
        provider.type === "oidc"
          ? identityClaims(claimed)
          : customClaims(claimed),
    };
  }

  #findProvider(payload: JWTPayload): AuthProvider {
    const provider = this.providers.find((candidate) =>
      matches(candidate, payload),
    );
    if (provider !== undefined) return provider;
    throw new RequestError(401, "NoAuthProvider", this.#whyNoProvider());
  }

  /** Only developers may see the configured providers. */
  #whyNoProvider(): string {
    const why = "No auth provider found matching the given token";
    if (this.options.isProduction) return why;
    if (this.providers.length === 0) {
      return `${why} (no providers configured). Check convex/auth.config.ts.`;
    }
    const configured = this.providers.map(describe).join(", ");
    return `${why}. Check that your JWT's issuer and audience match one of your configured providers: [${configured}]`;
  }

  async #verifySignature(token: string, provider: AuthProvider): Promise<void> {
    const isCustom = provider.type === "customJwt";
    const algorithms = isCustom ? [provider.algorithm] : ["RS256", "EdDSA"];
    try {
      const keys = this.keySets.keysOf(provider);
      if (isCustom && decodeProtectedHeader(token).kid === undefined) {
        throw new errors.JWSInvalid("the token does not name its key");
      }
      const verify = () => compactVerify(token, keys, { algorithms });
      await verify().catch(async (error: unknown) => {
        // The issuer may have given another key the same name.
        if (!isOtherKey(error) || keys.coolingDown) throw error;
        await keys.reload();
        await verify();
      });
    } catch (error) {
      throw this.#refusal(error, token, provider);
    }
  }

  /** @returns Convex's words for why a token is refused */
  #refusal(
    error: unknown,
    token: string,
    { type }: AuthProvider,
  ): RequestError {
    if (error instanceof RequestError) return error;
    if (type === "oidc") return unverifiedOpenId();
    const { kid } = decodeProtectedHeader(token);
    if (kid === undefined) {
      return invalidToken(
        "Could not decode token. JWT may be missing a 'kid' (key ID) header.",
      );
    }
    // Only developers may see which keys exist.
    return invalidToken(
      this.options.isProduction
        ? "Could not decode token. The JWT's 'kid' (key ID) header doesn't match any key in the provider's JWKS, or the JWT signature is invalid."
        : `Could not decode token. The JWT's 'kid' (key ID) header is '${kid}', does this key match any key in the provider's JWKS?`,
    );
  }
}

function isOtherKey(error: unknown): boolean {
  return error instanceof errors.JWSSignatureVerificationFailed;
}

/** @throws RequestError for a token that has expired, or also has another audience */
function checkOpenId({ exp = 0, aud }: JWTPayload, now: number): void {
  const isForUsAlone = typeof aud === "string" || aud?.length === 1;
  if (now >= exp || !isForUsAlone) throw unverifiedOpenId();
}

/** @throws RequestError for a token outside its time, or without a subject */
function checkCustom({ sub, exp, nbf, iat }: JWTPayload, now: number): void {
  if (exp !== undefined && now - exp > CUSTOM_LEEWAY_SECONDS) {
    const ago = Math.trunc(now - exp);
    throw invalidToken(
      `Could not validate token: Token expired ${ago} seconds ago`,
    );
  }
  for (const from of [nbf, iat]) {
    if (from === undefined || from - now <= CUSTOM_LEEWAY_SECONDS) continue;
    const wait = Math.trunc(from - now);
    throw invalidToken(
      `Could not validate token: Token will be valid in ${wait} seconds`,
    );
  }
  if (sub !== undefined && exp !== undefined) return;
  throw invalidToken(
    "Could not verify token claim. Check that the JWT contains valid claims and matches your auth provider configuration.",
  );
}

/** @returns a token's claims, after checking the types of those that are read here */
function decode(token: string): JWTPayload {
  try {
    if (token.length > MAX_TOKEN_LENGTH) throw new Error("it is too long");
    const payload = decodeJwt(token);
    const { iss, sub, exp, nbf, iat } = payload;
    const areTexts = [iss, sub].every((claim) => isMissingOr("string", claim));
    const areTimes = [exp, nbf, iat].every((claim) =>
      isMissingOr("number", claim),
    );
    if (areTexts && areTimes) return payload;
  } catch {
    // Refused below.
  }
  throw invalidToken(
    "Could not parse JWT payload. Check that the token is a valid JWT format with three base64-encoded parts separated by dots.",
  );
}

function isMissingOr(type: "string" | "number", claim: unknown): boolean {
  return claim === undefined || typeof claim === type;
}

/** @throws RequestError for a token without a claim that OpenID requires */
function requireOpenIdClaims({ sub, exp, iat }: JWTPayload): void {
  if (sub !== undefined && exp !== undefined && iat !== undefined) return;
  throw invalidToken(
    "Could not parse as OIDC ID token. Token might not be an OIDC-compliant JWT.",
  );
}

function matches(provider: AuthProvider, { iss, aud }: JWTPayload): boolean {
  const audience = typeof aud === "string" ? [aud] : (aud ?? []);
  const { applicationId } = provider;
  const isForUs = applicationId === null || audience.includes(applicationId);
  const issuer = provider.type === "oidc" ? provider.domain : provider.issuer;
  return iss !== undefined && isForUs && issuerUrl(iss) === issuerUrl(issuer);
}

function describe(provider: AuthProvider): string {
  const { applicationId } = provider;
  return provider.type === "oidc"
    ? `OIDC(domain=${provider.domain}, app_id=${applicationId})`
    : `CustomJWT(issuer=${provider.issuer}, app_id=${applicationId ?? "none"})`;
}

function unverifiedOpenId(): RequestError {
  return new RequestError(
    401,
    "Unauthenticated",
    "Could not verify OIDC token claim. Check that the token signature is valid and the token hasn't expired.",
  );
}

function invalidToken(message: string): RequestError {
  return new RequestError(401, "InvalidAuthHeader", message);
}
