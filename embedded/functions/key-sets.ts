import type { JSONWebKeySet } from "jose";
import type { Clock } from "../base/clock";
import { RequestError } from "../base/errors";
import type { AuthProvider } from "./auth-config";

type Options = {
  clock: Clock;
  /** The deployment's own issuer, if it issues tokens. */
  siteUrl: string | undefined;
  /** The deployment's own keys, if they are in its environment. */
  ownKeys: string | undefined;
  /** Asks the app's own HTTP routes; null when none matches. */
  askOwnSite(path: string): Promise<Response | null>;
};

type CachedKeys = { keys: JSONWebKeySet; fetchedAtMs: number };

const KEEP_MS = 10 * 60 * 1000;
/** A forged key id must not make us fetch more often than this. */
const REFRESH_AFTER_MS = 30 * 1000;

/**
 * The public keys of token issuers. Those of the deployment itself are found
 * inside the process: it may not be able to reach its own public address.
 */
export class KeySets {
  readonly #options: Options;
  readonly #cache = new Map<string, CachedKeys>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * The keys of a provider.
   *
   * @param isStale whether keys known so far did not fit
   * @throws RequestError when they cannot be had
   */
  async keysOf(
    provider: AuthProvider,
    isStale: boolean,
  ): Promise<JSONWebKeySet> {
    const source =
      provider.type === "oidc" ? issuerUrl(provider.domain) : provider.jwks;
    const now = this.#options.clock.now();
    const cached = this.#cache.get(source);
    const maxAgeMs = isStale ? REFRESH_AFTER_MS : KEEP_MS;
    if (cached && now - cached.fetchedAtMs < maxAgeMs) return cached.keys;
    const keys = await this.#fetchKeys(provider, source);
    this.#cache.set(source, { keys, fetchedAtMs: now });
    return keys;
  }

  async #fetchKeys(
    provider: AuthProvider,
    source: string,
  ): Promise<JSONWebKeySet> {
    const { siteUrl, ownKeys } = this.#options;
    const isOwn = siteUrl !== undefined && issuerUrl(siteUrl) === source;
    try {
      if (provider.type === "customJwt")
        return await this.#getJson(source, false);
      if (isOwn && ownKeys !== undefined) return toKeySet(JSON.parse(ownKeys));
      return await this.#discover(source, isOwn);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new RequestError(
        401,
        "AuthProviderDiscoveryFailed",
        `The keys of auth provider ${source} cannot be fetched: ${why}`,
      );
    }
  }

  async #discover(issuer: string, isOwn: boolean): Promise<JSONWebKeySet> {
    const configuration = await this.#getJson(
      `${issuer}/.well-known/openid-configuration`,
      isOwn,
    );
    const { issuer: named, jwks_uri: keysUrl } = Object(configuration);
    if (issuerUrl(String(named)) !== issuer) {
      throw new Error(`it calls itself ${String(named)}`);
    }
    return toKeySet(await this.#getJson(String(keysUrl), isOwn));
  }

  async #getJson(url: string, isOwn: boolean): Promise<JSONWebKeySet> {
    const { siteUrl = "" } = this.#options;
    const response =
      isOwn && url.startsWith(siteUrl)
        ? await this.#options.askOwnSite(url.slice(siteUrl.length))
        : await fetch(url, { signal: AbortSignal.timeout(10_000) });
    if (response?.ok) return (await response.json()) as JSONWebKeySet;
    throw new Error(`${url} answered ${response?.status ?? 404}`);
  }
}

/** An issuer without the differences that do not count. */
export function issuerUrl(domain: string): string {
  const url = /^https?:\/\//.test(domain) ? domain : `https://${domain}`;
  return url.replace(/\/$/, "");
}

function toKeySet(json: unknown): JSONWebKeySet {
  const keys: unknown = Object(json).keys;
  if (Array.isArray(keys)) return { keys } as JSONWebKeySet;
  throw new Error("it is no JSON Web Key Set");
}
