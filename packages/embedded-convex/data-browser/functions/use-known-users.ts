import { useQuery } from "convex/react";
import { adminApi, type TableDocument } from "../../src/admin/admin-api";

/** Table names of Convex Auth. */
const USERS = "users";
const SESSIONS = "authSessions";
const SUGGESTED = 300;

/** A user of the deployment, with the subject that their token would have. */
type KnownUser = { subject: string; name: string };

/**
 * The newest users of a deployment with Convex Auth; empty without it. The
 * subject is "userId|sessionId", or the user's id alone if there is no session.
 */
export function useKnownUsers(): KnownUser[] {
  const tables = useQuery(adminApi.tables, {});
  const names = tables?.page.map(({ name }) => name) ?? [];
  const users = useNewest(USERS, names);
  const sessions = useNewest(SESSIONS, names);
  // Sessions are sorted from new to old; reversed, the newest one wins.
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
