import type { JSONValue } from "convex/values";
import { messageOf, RequestError } from "../base/errors";
import { isSameSecret } from "../base/same-secret";
import type { Caller, Identity } from "../functions/calls/call-and-outcome";
import { actingIdentity } from "./acting-identity";

/** The credential of an HTTP request or of an Authenticate message. */
export type Credential =
  | { kind: "none" }
  | { kind: "user"; token: string }
  | { kind: "admin"; key: string; actingAs?: Identity };

/** The error message for a wrong or replaced admin key. */
export const BAD_ADMIN_KEY =
  "The provided admin key was invalid for this instance";

type Options = {
  adminKey: () => string;
  /** Rejects with a RequestError when the token is invalid or expired. */
  verifyToken(token: string): Promise<Identity>;
};

/** Turns credentials into callers. Admin keys are compared only here. */
export class Authenticator {
  constructor(private readonly options: Options) {}

  /** @throws RequestError 401 or 403 when the credential is invalid */
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
        const identity = await this.options.verifyToken(token);
        return { kind: "user", identity, token };
      }
    }
  }

  /** Returns whom an `Authorization` header names. @throws RequestError 401 or 403 when it is invalid */
  async callerOf(header: string | undefined): Promise<Caller> {
    return this.authenticate(credentialOf(header));
  }

  /**
   * The same for the request of an HTTP action, which runs without an identity if the header is
   * invalid: its route may need none, or the header may be the app's own.
   */
  async httpCallerOf(header: string | undefined): Promise<Caller> {
    try {
      const isToken = header === undefined || /^Bearer ./i.test(header);
      if (isToken) return await this.callerOf(header);
      throw new Error("Invalid admin key");
    } catch (error) {
      return { kind: "user", identity: null, whyUnknown: messageOf(error) };
    }
  }

  /** @throws RequestError 403 unless `key` is the current admin key */
  requireAdminKey(key: string): void {
    if (this.isAdminKey(key)) return;
    throw new RequestError(403, "BadAdminKey", BAD_ADMIN_KEY);
  }

  isAdminKey(key: string): boolean {
    const given = withoutDeploymentType(key);
    return isSameSecret(given, this.options.adminKey());
  }
}

/** Returns the name of a caller who has shown who they are; null for others. */
export function personOf(caller: Caller): string | null {
  if (caller.kind !== "user") return "";
  return caller.identity?.tokenIdentifier ?? null;
}

/**
 * Parses an `Authorization` header: `Bearer <token>`, `Convex <admin key>`, or
 * none.
 *
 * @throws RequestError 401 for anything else
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

/**
 * Parses a key, which `:` and an identity (JSON in base64) may follow. Anyone may send
 * a text of 16 KiB, for which a regular expression would take a fifth of a second.
 */
function adminCredential(value: string): Credential {
  const bar = value.lastIndexOf("|");
  const colon = value.indexOf(":", bar + 1);
  if (bar < 0 || colon < 0) return { kind: "admin", key: value };
  const [key, encoded] = [value.slice(0, colon), value.slice(colon + 1)];
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

/** Strips the deployment type that the CLI may prepend: `prod:name|…`. */
function withoutDeploymentType(key: string): string {
  const colon = key.indexOf(":");
  return colon >= 0 && colon < key.indexOf("|") ? key.slice(colon + 1) : key;
}
