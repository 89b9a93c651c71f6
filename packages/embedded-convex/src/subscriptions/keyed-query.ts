import type { JSONValue } from "convex/values";
import type { Asker } from "../base/fair-queue";
import type { Caller } from "../functions/calls/call-and-outcome";
import { canonicalPath } from "../functions/app/function-path";
import { identityOf } from "../functions/calls/identity";

/** A query that a client subscribes to, with its cache keys. */
export type KeyedQuery = {
  component: string;
  path: string;
  args: JSONValue[];
  caller: Caller;
  journal: string | null;
  asker?: Asker;
  /** Cache key of a result that does not depend on the caller's identity. */
  sharedKey: string;
  /** Equal for callers that functions cannot tell apart. */
  identityKey: string;
  /** Cache key of a result that depends on it: both of the above. */
  ownKey: string;
};

/** Adds the cache keys to a query. */
export function keyedQuery(
  query: Omit<KeyedQuery, "sharedKey" | "identityKey" | "ownKey">,
): KeyedQuery {
  const { component, path, args, journal, caller } = query;
  const parts = [component, canonicalPath(path), args, journal];
  const sharedKey = JSON.stringify(parts);
  const identity = identityKey(caller);
  const ownKey = `${sharedKey} ${identity}`;
  return { ...query, sharedKey, identityKey: identity, ownKey };
}

export function withCaller(query: KeyedQuery, caller: Caller): KeyedQuery {
  const identity = identityKey(caller);
  const ownKey =
    identity === query.identityKey
      ? query.ownKey
      : `${query.sharedKey} ${identity}`;
  return { ...query, caller, identityKey: identity, ownKey };
}

/**
 * Returns a text that is equal for callers that functions cannot tell apart.
 * Functions do not see when a token expires, so a renewed token keeps the key.
 */
function identityKey(caller: Caller): string {
  const identity = identityOf(caller);
  if (identity === null) return caller.kind;
  const known = identityKeys.get(caller);
  if (known !== undefined) return known;
  const { tokenIdentifier, claims } = identity;
  const key = `${caller.kind} ${JSON.stringify([tokenIdentifier, claims])}`;
  identityKeys.set(caller, key);
  return key;
}

/** One text for all queries of a connection. */
const identityKeys = new WeakMap<Caller, string>();
