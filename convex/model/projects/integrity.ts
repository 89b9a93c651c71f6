/** Finds inconsistent projects and hand-ins. Writes nothing. */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { readBounded } from "../platform/boundedRead";
import * as HandIns from "./handIns";
import type { Lookup } from "../teams/strays";

type Project = Pick<Doc<"projects">, "_id" | "name" | "teamId" | "handInId">;
type HandIn = Pick<Doc<"handIns">, "_id" | "projectId" | "isCurrent">;

export type Work = { projects: Project[]; current: HandIn[] };

/** Less than for people and teams, so that all reads fit into one query. */
const LIMIT = { rows: 500, bytes: 2 ** 19 };

/** Reads all projects and current hand-ins, up to a bound. */
export async function read(
  ctx: QueryCtx,
): Promise<{ work: Work; isComplete: boolean }> {
  const projects = await readBounded(
    ctx.db.query("projects").withIndex("by_creation_time"),
    LIMIT,
  );
  const current = await readBounded(HandIns.queryCurrent(ctx), LIMIT);
  return {
    work: { projects: projects.rows, current: current.rows },
    isComplete: projects.isComplete && current.isComplete,
  };
}

/**
 * Returns a sentence for each draft without a team, for each project without the hand-in
 * that it names, and for each current hand-in that no project names.
 * @param isWhole whether `work` has all of them
 */
export function examine(
  { projects, current }: Work,
  teams: Lookup<object>,
  isWhole: boolean,
): string[] {
  const handedIn = new Set(current.map(({ _id }) => _id));
  const named = new Set(projects.map(({ handInId }) => handInId));
  const perTeam = new Map<string, number>();
  for (const { teamId } of projects)
    perTeam.set(teamId, (perTeam.get(teamId) ?? 0) + 1);
  return [
    ...projects.flatMap(({ _id, name, teamId, handInId }) => [
      ...(handInId === undefined && teams(teamId) === null
        ? [`Project "${name}" (${_id}) is of a team that does not exist.`]
        : []),
      ...(isWhole && handInId !== undefined && !handedIn.has(handInId)
        ? [`Project "${name}" (${_id}) names a hand-in that is not current.`]
        : []),
    ]),
    ...[...perTeam]
      .filter(([, count]) => count > 1)
      .map(([teamId]) => `The team ${teamId} has more than one project.`),
    ...(isWhole
      ? current
          .filter(({ _id }) => !named.has(_id))
          .map(({ _id }) => `No project names the current hand-in ${_id}.`)
      : []),
  ];
}
