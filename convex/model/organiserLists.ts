/** The lists that organisers see and take away. Writes nothing but the audit log. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import type {
  ExportedList,
  Participant,
  Subscriber,
  TeamOverview,
} from "../shared/validators";
import * as AuditLog from "./auditLog";
import { READ_LIMIT, readBounded } from "./boundedRead";

/** Everybody with an account, in the order of signing up. */
export async function listParticipants(
  ctx: QueryCtx,
): Promise<{ participants: Participant[]; isComplete: boolean }> {
  const people = await readBounded(
    ctx.db.query("users").withIndex("by_creation_time"),
  );
  const teams = await readBounded(
    ctx.db.query("teams").withIndex("by_creation_time"),
  );
  const names = new Map(teams.rows.map(({ _id, name }) => [_id, name]));
  return {
    participants: people.rows.map((user) => ({
      _id: user._id,
      name: user.displayName,
      email: user.email,
      createdAt: user.createdAt,
      role: user.role,
      teamName: (user.teamId && names.get(user.teamId)) ?? null,
      teamRole: user.teamRole,
    })),
    isComplete: people.isComplete && teams.isComplete,
  };
}

/** Every team, in the order of founding; without its invite code. */
export async function listTeams(
  ctx: QueryCtx,
): Promise<{ teams: TeamOverview[]; isComplete: boolean }> {
  const { rows, isComplete } = await readBounded(
    ctx.db.query("teams").withIndex("by_creation_time"),
  );
  const teams = rows.map(({ _id, name, description, createdAt, members }) => ({
    _id,
    name,
    description,
    createdAt,
    members,
  }));
  return { teams, isComplete };
}

/** Everybody who wants news, in the order of asking. */
export async function listSubscribers(
  ctx: QueryCtx,
): Promise<{ subscribers: Subscriber[]; isComplete: boolean }> {
  const { rows, isComplete } = await readBounded(
    ctx.db.query("subscribers").withIndex("by_creation_time"),
  );
  const subscribers = rows.map(({ _id, email, consentedAt }) => ({
    _id,
    email,
    consentedAt,
  }));
  return { subscribers, isComplete };
}

/**
 * Notes that a list of personal data left the site, and how much of it.
 * @throws `required` for a number of rows that no list has
 */
export async function recordExport(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { list, rows }: { list: ExportedList; rows: number },
): Promise<void> {
  const isPossible =
    Number.isInteger(rows) && rows >= 0 && rows <= READ_LIMIT.rows;
  if (!isPossible) refuse("required", { label: "Number of rows" });
  await AuditLog.record(ctx, organiser, {
    action: "list exported",
    target: list,
    before: null,
    after: { rows },
  });
}
