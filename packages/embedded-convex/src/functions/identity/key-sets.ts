import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import type { Clock } from "../../base/clock";
import { RequestError, messageOf } from "../../base/errors";
import type { AuthProvider } from "../definitions/auth-config";

type Options = {
  clock: Clock;
  /** The deployment's own issuer URL, if it issues tokens. */
  siteUrl: string | undefined;
  /** The deployment's own JWKS as JSON, if its environment has it. */
  ownKeys: string | undefined;
  /** Requests a path of the app's own HTTP routes; null when none matches. */
  askOwnSite(path: string): Promise<Response | null>;
};

/** Looks up a token's key in a key set, and caches imported keys. */
export type KeyFinder = ReturnType<typeof createLocalJWKSet>;

type CachedKeys = { keys: KeyFinder; fetchedAtMs: number };

const KEEP_MS = 10 * 60 * 1000;
/** Bounds the refetching that tokens with unknown key ids cause. */
const REFRESH_AFTER_MS = 30 * 1000;
const FETCH_TIMEOUT_MS = 10_000;

/**
 * Caches the public keys of token issuers. Keys that the deployment itself
 * serves are read in-process, since it may not be able to reach its own public
 * URL.
 */
export class KeySets {
  readonly #ownOrigin: string | null;
  readonly #cache = new Map<string, CachedKeys>();
  /** Pending requests, shared by concurrent callers. */
  readonly #fetching = new Map<string, Promise<KeyFinder>>();

  constructor(private readonly options: Options) {
    this.#ownOrigin = originOf(options.siteUrl ?? "");
  }

  /**
   * @param isStale true when the cached keys did not verify the token
   * @returns the keys of a provider, from the cache while they are fresh
   * @throws RequestError when they cannot be fetched
   */
  async keysOf(provider: AuthProvider, isStale: boolean): Promise<KeyFinder> {
    const source =
      provider.type === "oidc" ? issuerUrl(provider.domain) : provider.jwks;
    const cached = this.#cache.get(source);
    const ageMs = this.options.clock.now() - (cached?.fetchedAtMs ?? 0);
    const maxAgeMs = isStale ? REFRESH_AFTER_MS : KEEP_MS;
    if (cached && ageMs < maxAgeMs) return cached.keys;
    return this.#fetching.get(source) ?? this.#refresh(provider, source);
  }

  #refresh(provider: AuthProvider, source: string): Promise<KeyFinder> {
    const fetching = this.#fetchKeys(provider, source).finally(() =>
      this.#fetching.delete(source),
    );
    this.#fetching.set(source, fetching);
    return fetching;
  }

  async #fetchKeys(provider: AuthProvider, source: string): Promise<KeyFinder> {
    const fetchedAtMs = this.options.clock.now();
    const json =
      provider.type === "oidc"
        ? await this.#discover(source)
        : await this.#getCustomKeys(source);
    const keys = createLocalJWKSet(json);
    this.#cache.set(source, { keys, fetchedAtMs });
    return keys;
  }

  async #getCustomKeys(url: string): Promise<JSONWebKeySet> {
    const unreachable = (why: string) =>
      new RequestError(
        401,
        "InvalidAuthHeader",
        `Could not fetch JWKS from URL '${url}': ${why}. Check that the URL is correct and accessible.`,
      );
    const response = await this.#get(url).catch((error: unknown) => {
      throw unreachable(messageOf(error));
    });
    if (!response?.ok) throw unreachable(`HTTP ${response?.status ?? 404}`);
    try {
      return toKeySet(await response.json());
    } catch {
      throw new RequestError(
        401,
        "InvalidAuthHeader",
        `Invalid JWKS response body from '${url}'. The response is not valid JSON or doesn't match the expected JWKS format.`,
      );
    }
  }

  async #discover(issuer: string): Promise<JSONWebKeySet> {
    const { siteUrl, ownKeys } = this.options;
    const isOwn = siteUrl !== undefined && issuerUrl(siteUrl) === issuer;
    try {
      if (isOwn && ownKeys !== undefined) return toKeySet(JSON.parse(ownKeys));
      const configuration = await this.#getJson(
        `${issuer}/.well-known/openid-configuration`,
      );
      const { issuer: named, jwks_uri: keysUrl } = Object(configuration);
      if (issuerUrl(String(named)) !== issuer) {
        throw new Error(`it calls itself ${String(named)}`);
      }
      return toKeySet(await this.#getJson(String(keysUrl)));
    } catch (error) {
      throw new RequestError(
        401,
        "AuthProviderDiscoveryFailed",
        `Auth provider discovery of ${issuer} failed: ${messageOf(error)}`,
      );
    }
  }

  async #getJson(url: string): Promise<unknown> {
    const response = await this.#get(url);
    if (response?.ok) return response.json();
    throw new Error(`${url} answered ${response?.status ?? 404}`);
  }

  #get(url: string): Promise<Response | null> {
    if (this.#ownOrigin === null || originOf(url) !== this.#ownOrigin) {
      return fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    }
    const { pathname, search } = new URL(url);
    return this.options.askOwnSite(pathname + search);
  }
}

/** Normalises an issuer: adds `https://` and removes a trailing slash. */
export function issuerUrl(domain: string): string {
  const url = /^https?:\/\//.test(domain) ? domain : `https://${domain}`;
  return url.replace(/\/$/, "");
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

function toKeySet(json: unknown): JSONWebKeySet {
  const keys: unknown = Object(json).keys;
  if (Array.isArray(keys)) return { keys } as JSONWebKeySet;
  throw new Error("it is no JSON Web Key Set");
}
