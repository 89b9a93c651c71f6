import { createRemoteJWKSet, customFetch, type JSONWebKeySet } from "jose";
import { RequestError, messageOf } from "../../base/errors";
import type { AuthProvider } from "../app/auth-config";

type Options = {
  /** The deployment's own issuer URL, if it issues tokens. */
  siteUrl: string | undefined;
  /** The deployment's own JWKS as JSON, if its environment has it. */
  ownKeys: string | undefined;
  /** Requests a path of the app's own HTTP routes; null when none matches. */
  askOwnSite(path: string): Promise<Response | null>;
};

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

const FETCH_TIMEOUT_MS = 10_000;
/** The library asks for one, but what fetches the keys knows where they are. */
const NO_ADDRESS = new URL("about:blank");

/**
 * The public keys of token issuers, which the library fetches again after ten minutes,
 * and at most twice a minute when a token names another key. Keys that the deployment
 * itself serves are read in-process, since it may not be able to reach its own public
 * URL.
 */
export class KeySets {
  readonly #ownOrigin: string | null;
  readonly #keys = new Map<string, RemoteKeys>();

  constructor(private readonly options: Options) {
    this.#ownOrigin = originOf(options.siteUrl ?? "");
  }

  /** @returns the keys of a provider; using them throws RequestError if they cannot be fetched */
  keysOf(provider: AuthProvider): RemoteKeys {
    const isOpenId = provider.type === "oidc";
    const source = isOpenId ? issuerUrl(provider.domain) : provider.jwks;
    const known = this.#keys.get(source);
    if (known !== undefined) return known;
    const fetchKeys = () =>
      isOpenId ? this.#discover(source) : this.#getCustomKeys(source);
    const keys = createRemoteJWKSet(NO_ADDRESS, {
      [customFetch]: async () => Response.json(await fetchKeys()),
    });
    this.#keys.set(source, keys);
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
