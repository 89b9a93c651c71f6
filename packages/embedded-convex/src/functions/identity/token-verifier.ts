import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
} from "jose";
import type { Clock } from "../../base/clock";
import { RequestError } from "../../base/errors";
import type { AuthProvider } from "../definitions/auth-config";
import type { Identity } from "../calls/function-call";
import { customClaims, identityClaims } from "./identity";
import { issuerUrl, type KeySets } from "./key-sets";

const CUSTOM_LEEWAY_SECONDS = 5;

/** Verifies tokens of the providers in `auth.config`. */
export class TokenVerifier {
  readonly #providers: readonly AuthProvider[];
  readonly #keySets: KeySets;
  readonly #clock: Clock;
  readonly #isProduction: boolean;

  constructor(
    providers: readonly AuthProvider[],
    keySets: KeySets,
    { clock, isProduction }: { clock: Clock; isProduction: boolean },
  ) {
    this.#providers = providers;
    this.#keySets = keySets;
    this.#clock = clock;
    this.#isProduction = isProduction;
  }

  /**
   * Verifies a token's signature, issuer, audience and times.
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
    const payload = await this.#verify(token, provider);
    const { iss = "", sub = "", exp = 0 } = payload;
    return {
      tokenIdentifier: `${iss}|${sub}`,
      issuer: iss,
      subject: sub,
      expiresAtMs: exp * 1000,
      claims:
        provider.type === "oidc"
          ? identityClaims(payload)
          : customClaims(payload),
    };
  }

  #findProvider(payload: JWTPayload): AuthProvider {
    const provider = this.#providers.find((candidate) =>
      matches(candidate, payload),
    );
    if (provider !== undefined) return provider;
    throw new RequestError(401, "NoAuthProvider", this.#whyNoProvider());
  }

  /** Providers are told to developers alone. */
  #whyNoProvider(): string {
    const why = "No auth provider found matching the given token";
    if (this.#isProduction) return why;
    if (this.#providers.length === 0) {
      return `${why} (no providers configured). Check convex/auth.config.ts.`;
    }
    const configured = this.#providers.map(describe).join(", ");
    return `${why}. Check that your JWT's issuer and audience match one of your configured providers: [${configured}]`;
  }

  async #verify(token: string, provider: AuthProvider): Promise<JWTPayload> {
    try {
      return await this.#verifyWith(token, provider, false);
    } catch (error) {
      const isUnknownKey =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWSSignatureVerificationFailed;
      if (!isUnknownKey) throw refusal(error, provider);
    }
    try {
      return await this.#verifyWith(token, provider, true);
    } catch (error) {
      throw refusal(error, provider);
    }
  }

  async #verifyWith(
    token: string,
    provider: AuthProvider,
    isStale: boolean,
  ): Promise<JWTPayload> {
    const keys = await this.#keySets.keysOf(provider, isStale);
    const isCustom = provider.type === "customJwt";
    if (isCustom && decodeProtectedHeader(token).kid === undefined) {
      throw invalidToken(
        "Could not decode token. JWT may be missing a 'kid' (key ID) header.",
      );
    }
    const nowMs = this.#clock.now();
    const { payload } = await jwtVerify(token, keys, {
      algorithms: isCustom ? [provider.algorithm] : ["RS256", "EdDSA"],
      clockTolerance: isCustom ? CUSTOM_LEEWAY_SECONDS : 0,
      currentDate: new Date(nowMs),
      requiredClaims: ["sub", "iss", "exp", ...(isCustom ? [] : ["iat"])],
    });
    const { iat = 0 } = payload;
    if (isCustom && iat > nowMs / 1000 + CUSTOM_LEEWAY_SECONDS) {
      throw invalidToken("Could not validate token: it was issued later");
    }
    return payload;
  }
}

function decode(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw invalidToken(
      "Could not parse JWT payload. Check that the token is a valid JWT format with three base64-encoded parts separated by dots.",
    );
  }
}

function matches(provider: AuthProvider, { iss, aud }: JWTPayload): boolean {
  const audience = typeof aud === "string" ? [aud] : (aud ?? []);
  const { applicationId } = provider;
  const isForUs =
    applicationId === null ||
    (audience.includes(applicationId) &&
      (provider.type === "customJwt" || audience.length === 1));
  const issuer = provider.type === "oidc" ? provider.domain : provider.issuer;
  return iss !== undefined && isForUs && issuerUrl(iss) === issuerUrl(issuer);
}

function describe(provider: AuthProvider): string {
  const { applicationId } = provider;
  return provider.type === "oidc"
    ? `OIDC(domain=${provider.domain}, app_id=${applicationId})`
    : `CustomJWT(issuer=${provider.issuer}, app_id=${applicationId ?? "none"})`;
}

/** @returns the refusal of a token that a provider's rules do not permit */
function refusal(error: unknown, { type }: AuthProvider): RequestError {
  if (error instanceof RequestError) return error;
  if (type === "oidc") {
    return new RequestError(
      401,
      "Unauthenticated",
      "Could not verify OIDC token claim. Check that the token signature is valid and the token hasn't expired.",
    );
  }
  const why = error instanceof Error ? error.message : String(error);
  return invalidToken(`Could not validate token: ${why}`);
}

function invalidToken(message: string): RequestError {
  return new RequestError(401, "InvalidAuthHeader", message);
}
