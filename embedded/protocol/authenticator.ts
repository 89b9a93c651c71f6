import type { JSONValue } from "convex/values";
import { RequestError } from "../base/errors";
import { isSameSecret } from "../base/same-secret";
import type { Caller, Identity } from "../functions/execution/function-call";
import { actingIdentity } from "./acting-identity";

/** How a request says who it comes from. */
export type Credential =
  | { kind: "none" }
  | { kind: "user"; token: string }
  | { kind: "admin"; key: string; actingAs?: Identity };

/** What is said of a key that is not, or no longer, the admin key. */
export const BAD_ADMIN_KEY =
  "The provided admin key was invalid for this instance";

type Options = {
  /** The admin key as it is now. */
  adminKey: () => string;
  /** Rejects with a RequestError when the token is not valid now. */
  verifyToken(token: string): Promise<Identity>;
};

/** Turns credentials into callers: the one place that knows the admin key. */
export class Authenticator {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Throws RequestError (401 or 403) for a credential that is not good. */
  async authenticate(credential: Credential): Promise<Caller> {
    switch (credential.kind) {
      case "none":
        return { kind: "user", identity: null };
      case "admin":
        this.requireAdminKey(credential.key);
        return credential.actingAs === undefined
          ? { kind: "admin" }
          : { kind: "admin", actingAs: credential.actingAs };
      case "user": {
        const { token } = credential;
        const identity = await this.#options.verifyToken(token);
        return { kind: "user", identity, token };
      }
    }
  }

  /** Throws RequestError 403 unless `key` is the deployment's admin key. */
  requireAdminKey(key: string): void {
    if (this.isAdminKey(key)) return;
    throw new RequestError(403, "BadAdminKey", BAD_ADMIN_KEY);
  }

  /** Whether `key` is the deployment's admin key, as it is now. */
  isAdminKey(key: string): boolean {
    const given = withoutDeploymentType(key);
    return isSameSecret(given, this.#options.adminKey());
  }
}

/**
 * Reads an `Authorization` header: `Bearer <token>`, `Convex <admin key>`, or
 * none. Throws RequestError 401 for anything else.
 */
export function credentialOf(header: string | undefined): Credential {
  if (header === undefined || header === "") return { kind: "none" };
  const space = header.indexOf(" ");
  const scheme = header.slice(0, space).toLowerCase();
  const value = header.slice(space + 1).trim();
  if (scheme === "bearer") return { kind: "user", token: value };
  if (scheme === "convex") return adminCredential(value);
  throw new RequestError(
    401,
    "AuthenticationError",
    "The Authorization header must be Bearer <token> or Convex <admin key>",
  );
}

/** After the key there may be on whose behalf, as JSON in base64. */
function adminCredential(value: string): Credential {
  const [, key = value, encoded] = /^(.*\|[^:]*):(.+)$/.exec(value) ?? [];
  if (encoded === undefined) return { kind: "admin", key };
  try {
    const text = Buffer.from(encoded, "base64").toString();
    const actingAs = actingIdentity(JSON.parse(text) as JSONValue);
    return { kind: "admin", key, actingAs };
  } catch {
    throw new RequestError(
      401,
      "AuthenticationError",
      "The admin key is followed by something that is no identity",
    );
  }
}

/** The CLI may put the kind of deployment before a key, as in `prod:name|…`. */
function withoutDeploymentType(key: string): string {
  const colon = key.indexOf(":");
  return colon >= 0 && colon < key.indexOf("|") ? key.slice(colon + 1) : key;
}
