import type { JSONValue } from "convex/values";
import type { Caller } from "../functions/execution/function-call";
import { canonicalPath } from "../functions/definitions/function-path";
import { identityOf } from "../functions/identity/identity";

/** A query that somebody watches, and on whose behalf. */
export type LiveQuery = {
  component: string;
  path: string;
  args: JSONValue[];
  caller: Caller;
  journal: string | null;
  /** Equal for queries whose results are equal if no identity is used. */
  sharedKey: string;
  /** Equal for callers that look the same to functions. */
  identityKey: string;
  /** Both together: equal for queries whose results are equal in any case. */
  ownKey: string;
};

/** Takes what a client asked for and returns it with its cache keys. */
export function liveQuery(query: {
  component: string;
  path: string;
  args: JSONValue[];
  caller: Caller;
  journal: string | null;
}): LiveQuery {
  const { component, path, args, journal, caller } = query;
  const parts = [component, canonicalPath(path), args, journal];
  const sharedKey = JSON.stringify(parts);
  const identity = identityKey(caller);
  const ownKey = `${sharedKey} ${identity}`;
  return { ...query, sharedKey, identityKey: identity, ownKey };
}

/**
 * Returns one text per identity that functions can tell apart. The time of
 * expiry is not theirs to see: a renewed token changes nothing for queries.
 */
export function identityKey(caller: Caller): string {
  const identity = identityOf(caller);
  if (identity === null) return caller.kind;
  const { tokenIdentifier, claims } = identity;
  return `${caller.kind} ${JSON.stringify([tokenIdentifier, claims])}`;
}
