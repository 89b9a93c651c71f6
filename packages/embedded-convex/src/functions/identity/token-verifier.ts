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
import { identityClaims } from "./identity";
import { issuerUrl, type KeySets } from "./key-sets";

const CUSTOM_LEEWAY_SECONDS = 5;

/** Verifies tokens of the providers in `auth.config`. */
export class TokenVerifier {
  readonly #providers: readonly AuthProvider[];
  readonly #keySets: KeySets;
  readonly #clock: Clock;

  constructor(
    providers: readonly AuthProvider[],
    keySets: KeySets,
    clock: Clock,
  ) {
    this.#providers = providers;
    this.#keySets = keySets;
    this.#clock = clock;
  }

  /**
   * Verifies a token's signature, issuer, audience and times.
   *
   * @returns the user whom it represents
   * @throws RequestError with status 401 and the reason
   */
  async verify(token: string): Promise<Identity> {
    const provider = this.#findProvider(decode(token));
    const payload = await this.#verify(token, provider);
    const { iss = "", sub = "", exp = 0 } = payload;
    return {
      tokenIdentifier: `${iss}|${sub}`,
      issuer: iss,
      subject: sub,
      expiresAtMs: exp * 1000,
      claims: identityClaims(payload),
    };
  }

  #findProvider(payload: JWTPayload): AuthProvider {
    const provider = this.#providers.find((candidate) =>
      matches(candidate, payload),
    );
    if (provider !== undefined) return provider;
    throw new RequestError(
      401,
      "NoAuthProvider",
      `No auth provider found matching the given token (issuer ${payload.iss ?? "missing"}). Check auth.config.ts.`,
    );
  }

  async #verify(token: string, provider: AuthProvider): Promise<JWTPayload> {
    try {
      return await this.#verifyWith(token, provider, false);
    } catch (error) {
      const isUnknownKey =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWSSignatureVerificationFailed;
      if (!isUnknownKey) throw unauthenticated(error);
    }
    try {
      return await this.#verifyWith(token, provider, true);
    } catch (error) {
      throw unauthenticated(error);
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
      throw new Error('the token\'s header has no "kid"');
    }
    const { payload } = await jwtVerify(token, keys, {
      algorithms: isCustom ? [provider.algorithm] : ["RS256", "EdDSA"],
      clockTolerance: isCustom ? CUSTOM_LEEWAY_SECONDS : 0,
      currentDate: new Date(this.#clock.now()),
      requiredClaims: ["sub", "iss", "exp", "iat"],
    });
    return payload;
  }
}

function decode(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new RequestError(
      401,
      "InvalidAuthHeader",
      "Could not parse the token: it is no JWT",
    );
  }
}

function matches(provider: AuthProvider, { iss, aud }: JWTPayload): boolean {
  const audience = typeof aud === "string" ? [aud] : (aud ?? []);
  const isForUs =
    provider.applicationId === null ||
    (audience.length === 1 && audience[0] === provider.applicationId);
  const issuer = provider.type === "oidc" ? provider.domain : provider.issuer;
  return iss !== undefined && isForUs && issuerUrl(iss) === issuerUrl(issuer);
}

function unauthenticated(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const isExpired = error instanceof errors.JWTExpired;
  const why = error instanceof Error ? error.message : String(error);
  return new RequestError(
    401,
    "Unauthenticated",
    isExpired
      ? "Could not verify token claim: the token has expired"
      : `Could not verify token: ${why}`,
  );
}
