/**
 * The invariants that hold between tables. Mutations maintain them (teams.ts,
 * consequences.ts), but an edit in the data browser can break them. Writes nothing.
 *
 * - A team has one to MAX_TEAM_SIZE members, each once, exactly one of them the leader; its list
 *   and the rows of the people agree.
 * - Whoever shows a card or has an open request is in no team; a team with an opening or
 *   an open request has a free slot and is open; an opening says what its team is.
 * - Nobody has more than one listing or change request, or too many open requests; a
 *   change request is about the team that its sender is in.
 * - A team has one project at most. Current hand-ins and the projects that name them
 *   agree, and a project without one belongs to a team.
 */
import type { Value } from "convex/values";
import type { Doc, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import {
  MAX_REQUESTS_OF_PERSON,
  MAX_REQUESTS_OF_TEAM,
} from "../listings/shared";
import type { Integrity } from "./shared";
import { MAX_TEAM_SIZE, freeSlots, isFull } from "../teams/shared/teams";
import { readBounded } from "../platform/boundedRead";
import * as HandIns from "../projects/handIns";

/** How many violations are described; all are counted. */
const MAX_TOLD = 20;

/** All seven reads fit into one query. */
const LIMIT = { rows: 4_000, bytes: 2 * 2 ** 20 };

/** Reads teams, people and what belongs to them, and checks them. */
export async function check(ctx: QueryCtx): Promise<Integrity> {
  const rows = await read(ctx);
  // Of rows beyond the limit nothing is known, so that others seem to miss them.
  const found = rows.isComplete ? [...violations(rows)] : [];
  return {
    count: found.length,
    findings: found.slice(0, MAX_TOLD),
    teamsChecked: rows.teams.length,
    peopleChecked: rows.people.length,
    isComplete: rows.isComplete,
  };
}

type Rows = Awaited<ReturnType<typeof read>>;

async function read(ctx: QueryCtx) {
  let isComplete = true;
  const some = async <Row extends Record<string, Value>>(
    source: AsyncIterable<Row>,
  ) => {
    const read = await readBounded(source, LIMIT);
    isComplete &&= read.isComplete;
    return read.rows;
  };
  const all = <Table extends TableNames>(table: Table) =>
    some(ctx.db.query(table).withIndex("by_creation_time"));
  const rows = {
    teams: await all("teams"),
    people: await all("users"),
    listings: await all("listings"),
    requests: (await all("requests")).filter(isOpen),
    changeRequests: (await all("changeRequests")).filter(isOpen),
    projects: await all("projects"),
    handIns: await some(HandIns.queryCurrent(ctx)),
  };
  return { ...rows, isComplete };
}

const isOpen = ({ settledAt }: { settledAt?: number }) =>
  settledAt === undefined;

/** Yields a sentence with ids for each violation. */
function* violations(rows: Rows): Generator<string> {
  const teams = new Map<string, Doc<"teams">>(
    rows.teams.map((team) => [team._id, team]),
  );
  const people = new Map<string, Doc<"users">>(
    rows.people.map((person) => [person._id, person]),
  );
  const handIns = new Set(rows.handIns.map(({ _id }) => _id));
  const isLooking = (uid: string) => people.get(uid)?.teamId === null;
  const takesPeople = (team: Doc<"teams"> | undefined) =>
    team !== undefined && team.isOpen !== false && !isFull(team.members);

  for (const { _id, name, members } of rows.teams) {
    const named = `Team "${name}" (${_id})`;
    const leaders = members.filter(({ role }) => role === "leader").length;
    if (members.length === 0 || members.length > MAX_TEAM_SIZE || leaders !== 1)
      yield `${named} has ${members.length} members and ${leaders} leaders.`;
    for (const uid of beyond(1, members, "uid"))
      yield `${named} lists ${uid} more than once.`;
    for (const { uid, role } of members) {
      const { teamId, teamRole } = people.get(uid) ?? {};
      if (teamId !== _id || teamRole !== role)
        yield `${named} lists ${uid} as ${role}, whose own row does not say so.`;
    }
  }
  for (const { _id, displayName, teamId, teamRole } of rows.people) {
    const members = teamId === null ? [] : teams.get(teamId)?.members;
    const isListed = members?.some(({ uid }) => uid === _id) ?? false;
    if (
      isListed !== (teamId !== null) ||
      (teamId === null) !== (teamRole === null)
    )
      yield `The row of ${displayName} (${_id}) says ${teamRole} of team ${teamId}, which ${teamId && !teams.has(teamId) ? "no longer exists" : "does not list them"}.`;
  }

  for (const { _id, kind, subject, name, freeSlots: said } of rows.listings) {
    const team = teams.get(subject);
    if (kind === "person" ? !isLooking(subject) : !takesPeople(team))
      yield `The listing ${_id} is of someone in a team, or of a team that takes nobody.`;
    else if (team && (team.name !== name || freeSlots(team.members) !== said))
      yield `The opening ${_id} does not say what "${team.name}" is.`;
  }
  for (const { _id, uid, teamId } of rows.requests)
    if (!isLooking(uid) || !takesPeople(teams.get(teamId)))
      yield `The request ${_id} cannot be accepted.`;
  for (const { _id, kind, userId, teamId } of rows.changeRequests) {
    const person = people.get(userId);
    if (!person || (kind !== "other" && person.teamId !== teamId))
      yield `The change request ${_id} was made before their team changed.`;
  }
  const tooMany = [
    ...beyond(1, rows.listings, "subject"),
    ...beyond(1, rows.changeRequests, "userId"),
    ...beyond(1, rows.projects, "teamId"),
    ...beyond(MAX_REQUESTS_OF_PERSON, rows.requests, "uid"),
    ...beyond(MAX_REQUESTS_OF_TEAM, rows.requests, "teamId"),
  ];
  for (const id of tooMany)
    yield `${id} has more listings, requests or projects than one may have.`;

  for (const { _id, name, teamId, handInId } of rows.projects)
    if (handInId === undefined ? !teams.has(teamId) : !handIns.delete(handInId))
      yield `Project "${name}" (${_id}) has neither a team nor a current hand-in.`;
  for (const _id of handIns) yield `No project names the hand-in ${_id}.`;
}

/** Returns each value of a field that more than `most` rows have. */
function beyond<Field extends string>(
  most: number,
  rows: Record<Field, string>[],
  field: Field,
): string[] {
  const counts = new Map<string, number>();
  for (const { [field]: key } of rows)
    counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > most).map(([key]) => key);
}
