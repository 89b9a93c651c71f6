import { useQuery } from "convex/react";
import { adminApi, type TableDocument } from "../../admin/admin-api";

/** As Convex Auth names its tables. */
const USERS = "users";
const SESSIONS = "authSessions";
const SUGGESTED = 300;

/** Somebody whom the deployment knows, as a token would name them. */
export type KnownUser = { subject: string; name: string };

/**
 * The newest users of a deployment with Convex Auth, whose tokens name a user
 * and a session; nobody elsewhere. Who has no session is named without one.
 */
export function useKnownUsers(): KnownUser[] {
  const tables = useQuery(adminApi.tables, {});
  const names = tables?.page.map(({ name }) => name) ?? [];
  const users = useNewest(USERS, names);
  const sessions = useNewest(SESSIONS, names);
  // The newest session of each comes first, and is the one to stay.
  const sessionOf = new Map(
    sessions.toReversed().map(({ userId, _id }) => [userId, _id]),
  );
  return users.map((user) => {
    const session = sessionOf.get(user._id);
    const subject = session === undefined ? user._id : `${user._id}|${session}`;
    return { subject, name: nameOf(user) };
  });
}

function useNewest(table: string, names: readonly string[]): TableDocument[] {
  const paginationOpts = { numItems: SUGGESTED, cursor: null };
  const found = useQuery(
    adminApi.documents,
    names.includes(table) ? { table, filters: null, paginationOpts } : "skip",
  );
  return found?.page ?? [];
}

function nameOf({ name, email, displayName }: TableDocument): string {
  return [displayName ?? name, email]
    .filter((text) => typeof text === "string")
    .join(", ");
}
