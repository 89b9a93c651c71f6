/**
 * Change requests from sending to decision. An approval is carried out in the mutation
 * that records it, also while team changes are closed. Writes through
 * changeRequests.ts, teams.ts and the audit log.
 */
import { ConvexError } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refusal, refuse, type AppErrorData } from "../platform/shared/errors";
import type { ChangeKind } from "../teams/shared/changeRequests";
import type { AskedChange } from "./shared";
import * as Roster from "../teams/shared/teams";
import * as AuditLog from "../platform/auditLog";
import * as ChangeRequests from "../teams/changeRequests";
import * as Invitations from "../teams/invitations";
import * as Projects from "../projects/projects";
import * as RateLimits from "../platform/rateLimits";
import type { NotingCtx } from "../platform/facts";
import * as Teams from "../teams/teams";
import * as Viewer from "../platform/viewer";

type Row = Doc<"changeRequests">;
type User = Doc<"users">;
type Team = Doc<"teams">;

/** The documents that are needed to carry a request out. */
type Plan = {
  user: User;
  /** The team that the person leaves, and the one that they join. */
  left: Team | null;
  target: Team | null;
};

/**
 * Asks for a change.
 * @returns the id of the request; null, and counts it as `teams.join` does, if no team
 *   has the code
 * @throws `change_request_open`, `not_in_team`, `already_in_team`, `too_many_codes`,
 *   `rate_limited`
 */
export async function send(
  ctx: MutationCtx,
  user: User,
  {
    kind,
    inviteCode,
    reason,
  }: { kind: ChangeKind; inviteCode: string; reason: string },
): Promise<Row["_id"] | null> {
  if ((await ChangeRequests.findOpen(ctx, user._id)) !== null)
    refuse("change_request_open");
  if ((kind === "leave" || kind === "swap") && user.teamId === null)
    refuse("not_in_team");
  if (kind === "join" && user.teamId !== null) refuse("already_in_team");
  await RateLimits.requireAndTake(ctx, "askOrganisers", user._id);
  const needsCode = kind === "swap" || kind === "join";
  const target = needsCode
    ? await Invitations.open(ctx, user, inviteCode)
    : null;
  if (needsCode && target === null) return null;
  if (target !== null && target._id === user.teamId) refuse("already_in_team");
  const team = user.teamId && (await ctx.db.get("teams", user.teamId));
  return ChangeRequests.begin(ctx, {
    userId: user._id,
    personName: user.displayName,
    kind,
    reason,
    teamId: user.teamId,
    teamName: team?.name ?? null,
    targetTeamId: target?._id ?? null,
    targetTeamName: target?.name ?? null,
  });
}

/** Returns the requests; each pending one with whatever prevents its approval. */
export async function list(ctx: QueryCtx): Promise<AskedChange[]> {
  const rows = await ChangeRequests.listAll(ctx);
  return Promise.all(
    rows.map(async (row) => {
      const plan = row.settledAt === undefined ? await planOf(ctx, row) : null;
      const isBlocked = plan !== null && isObstacle(plan);
      return {
        ...ChangeRequests.fieldsOf(row),
        obstacle: isBlocked ? plan.message : null,
        ends: plan === null || isBlocked ? null : await endOf(ctx, plan),
        settledBy: row.settledBy ?? null,
      };
    }),
  );
}

/**
 * Carries a request out and records it. `withProject`: as in `Projects.mayEndTeam`.
 * @throws `not_found`, `request_over`, and whatever prevents its approval:
 *   `person_not_in_team`, `person_in_team`, `participants_only`, `team_closed`,
 *   `team_full`, `project_would_go`, `changed_since`
 */
export async function approve(
  ctx: NotingCtx,
  organiser: User,
  {
    requestId,
    answer,
    withProject,
    seen,
  }: {
    requestId: Row["_id"];
    answer: string;
    withProject: boolean;
    /** What the organiser was told that it ends. */
    seen?: AskedChange["ends"];
  },
): Promise<void> {
  const row = await ChangeRequests.getOpen(ctx, requestId);
  const plan = await planOf(ctx, row);
  if (isObstacle(plan)) throw new ConvexError(plan);
  if (seen !== undefined && (await endOf(ctx, plan)) !== seen)
    refuse("changed_since", {
      what: "What an approval would end is something else now.",
    });
  // Settled first: otherwise the change of the team would mark the request as
  // overtaken.
  await settle(ctx, organiser, { row, outcome: "approved", answer });
  await carryOut(ctx, plan, withProject);
}

export async function decline(
  ctx: MutationCtx,
  organiser: User,
  { requestId, answer }: { requestId: Row["_id"]; answer: string },
): Promise<void> {
  const row = await ChangeRequests.getOpen(ctx, requestId);
  await settle(ctx, organiser, { row, outcome: "declined", answer });
}

async function carryOut(
  ctx: NotingCtx,
  { user, left, target }: Plan,
  withProject: boolean,
): Promise<void> {
  const mayEnd = Projects.mayEndTeam(ctx, { byMembers: false, withProject });
  if (left !== null) await Teams.leave(ctx, user, mayEnd);
  if (target !== null)
    await Teams.admit(ctx, target, { ...user, teamId: null, teamRole: null });
}

/**
 * Returns the documents that a request concerns, or the refusal that prevents its
 * approval.
 */
async function planOf(ctx: QueryCtx, row: Row): Promise<Plan | AppErrorData> {
  const user = await ctx.db.get("users", row.userId);
  if (user === null) return refusal("not_found", { label: "This account" });
  const name = user.displayName;
  const isLeaving = row.kind === "leave" || row.kind === "swap";
  if (isLeaving && user.teamId !== row.teamId)
    return refusal("person_not_in_team", { name });
  if (row.kind === "join" && user.teamId !== null)
    return refusal("person_in_team", { name });
  const left =
    isLeaving && row.teamId ? await ctx.db.get("teams", row.teamId) : null;
  if (isLeaving && left === null)
    return refusal("not_found", { label: `Team ${row.teamName}` });
  if (row.targetTeamId === null) return { user, left, target: null };
  if (!Viewer.takesPart(user)) return refusal("participants_only", {});
  const target = await ctx.db.get("teams", row.targetTeamId);
  if (target === null)
    return refusal("not_found", { label: `Team ${row.targetTeamName}` });
  if (!Teams.isOpen(target)) return refusal("team_closed", {});
  if (Roster.isFull(target.members)) return refusal("team_full", {});
  return { user, left, target };
}

/** Returns what an approval ends: nothing, or a team with its project. */
async function endOf(ctx: QueryCtx, { left }: Plan) {
  if (left === null || left.members.length > 1) return null;
  return (await Projects.statusOf(ctx, left._id)) ?? "team";
}

function isObstacle(plan: Plan | AppErrorData): plan is AppErrorData {
  return "code" in plan;
}

async function settle(
  ctx: MutationCtx,
  organiser: User,
  {
    row,
    outcome,
    answer,
  }: { row: Row; outcome: "approved" | "declined"; answer: string },
): Promise<void> {
  await ChangeRequests.end(ctx, row, {
    outcome,
    answer,
    settledBy: organiser.displayName,
  });
  const { userId, personName, kind, teamName, targetTeamName } = row;
  await AuditLog.record(ctx, organiser, {
    action: `change request ${outcome}`,
    target: personName,
    before: { userId, kind, team: teamName, targetTeam: targetTeamName },
    after: { answer },
  });
}
