/** The lists that organisers see and save as files. Writes only to the audit log. */
import { pick } from "convex-helpers";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import * as AuditLog from "../platform/auditLog";
import * as Users from "../people/users";
import { READ_LIMIT, readBounded } from "../platform/boundedRead";
import * as Teams from "../teams/teams";

/**
 * Returns everyone with an account, in the order of signing up, up to the
 * limit of one read.
 */
export async function listParticipants(ctx: QueryCtx) {
  const people = await Users.readAll(ctx);
  const teams = await Teams.readAll(ctx);
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
      hasConfirmedPlace: Users.hasConfirmedPlace(user),
      ...Users.textsOf(user),
    })),
    isComplete: people.isComplete && teams.isComplete,
  };
}

/**
 * Returns every team without its invite code, in the order of creation, up to
 * the limit of one read.
 */
export async function listTeams(ctx: QueryCtx) {
  const { rows, isComplete } = await Teams.readAll(ctx);
  const people = await Users.listWithConfirmedPlace(ctx);
  const confirmed = new Set(people.map(({ _id }) => _id));
  const teams = rows.map((team) => ({
    ...pick(team, ["_id", "name", "description", "createdAt"]),
    isHiddenInHall: team.isHiddenInHall ?? false,
    members: team.members.map((member) => ({
      ...member,
      hasConfirmedPlace: confirmed.has(member.uid),
    })),
  }));
  return { teams, isComplete };
}

/** Returns every subscriber, in the order of subscribing, up to the limit of one read. */
export async function listSubscribers(ctx: QueryCtx) {
  const { rows, isComplete } = await readBounded(
    ctx.db.query("subscribers").withIndex("by_creation_time"),
  );
  const subscribers = rows.map((row) =>
    pick(row, ["_id", "email", "consentedAt"]),
  );
  return { subscribers, isComplete };
}

/**
 * Records in the audit log that the organiser saved or copied `rows` rows of a
 * list.
 * @throws `required` if `rows` is not a possible number of rows
 */
export async function recordExport(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  {
    list,
    form,
    rows,
  }: { list: string; form: "file" | "addresses"; rows: number },
): Promise<void> {
  const isPossible =
    Number.isInteger(rows) && rows >= 0 && rows <= READ_LIMIT.rows;
  if (!isPossible) refuse("required", { label: "Number of rows" });
  await AuditLog.record(ctx, organiser, {
    action: form === "file" ? "list exported" : "addresses copied",
    target: list,
    after: { rows },
  });
}
