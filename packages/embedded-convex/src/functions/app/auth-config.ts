import type { ModuleExports } from "./module";

/** A token issuer that `auth.config` trusts. */
export type AuthProvider =
  | { type: "oidc"; domain: string; applicationId: string }
  | {
      type: "customJwt";
      issuer: string;
      jwks: string;
      algorithm: "RS256" | "ES256";
      applicationId: string | null;
    };

/**
 * @param exports of the module `auth.config`
 * @throws Error when a provider is incomplete
 */
export function parseAuthConfig(exports: ModuleExports): AuthProvider[] {
  const config = exports.default;
  const providers: unknown = Object(config).providers;
  if (!Array.isArray(providers)) {
    throw new Error("auth.config must export { providers: [...] } as default");
  }
  return providers.map(parseProvider);
}

function parseProvider(provider: Record<string, unknown>): AuthProvider {
  if (provider.type !== "customJwt") {
    return {
      type: "oidc",
      domain: requireText(provider, "domain"),
      applicationId: requireText(provider, "applicationID"),
    };
  }
  const algorithm = provider.algorithm;
  if (algorithm !== "RS256" && algorithm !== "ES256") {
    throw new Error('auth.config: "algorithm" must be RS256 or ES256');
  }
  return {
    type: "customJwt",
    issuer: requireText(provider, "issuer"),
    jwks: requireText(provider, "jwks"),
    algorithm,
    applicationId:
      typeof provider.applicationID === "string"
        ? provider.applicationID
        : null,
  };
}

function requireText(provider: Record<string, unknown>, field: string): string {
  const value = provider[field];
  if (typeof value === "string" && value !== "") return value;
  throw new Error(
    `auth.config: "${field}" is missing. Is an environment variable not set?`,
  );
}
