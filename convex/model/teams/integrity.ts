/**
 * The invariants that hold between tables: teams and people agree, no card, opening or
 * request has outlived its purpose, and hand-ins belong to projects. Mutations maintain
 * them (teams.ts, membership.ts), but an edit in the data browser can break them. Writes
 * nothing.
 */
import type { Value } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MAX_TEAM_SIZE } from "../../shared/teams";
import {
  MAX_REQUESTS_OF_PERSON,
  MAX_REQUESTS_OF_TEAM,
} from "../../shared/listings";
import type { Integrity } from "../../shared/organiser";
import * as Roster from "../../shared/teams";
import { readBounded } from "../platform/boundedRead";
import * as HandIns from "../projects/handIns";

type Teams = ReadonlyMap<string, Doc<"teams">>;
type People = ReadonlyMap<string, Doc<"users">>;

/** How many violations are described; all are counted. */
const MAX_TOLD = 20;

/** Less than for people and teams, so that all reads fit into one query. */
const LIMIT = { rows: 1_000, bytes: 2 ** 20 };

/** Reads teams, people and what belongs to them, and checks them. */
export async function check(ctx: QueryCtx): Promise<Integrity> {
  const rows = await read(ctx);
  const found = [...violations(rows)];
  return {
    count: found.length,
    findings: found.slice(0, MAX_TOLD),
    teamsChecked: rows.teams.length,
    peopleChecked: rows.people.length,
    isComplete: rows.isComplete,
  };
}

type Rows = Awaited<ReturnType<typeof read>>;

/** Returns the rows, and whether they are all: then one that is not here does not exist. */
async function read(ctx: QueryCtx) {
  const { db } = ctx;
  const some = <Row extends Record<string, Value>>(rows: AsyncIterable<Row>) =>
    readBounded(rows, LIMIT);
  const reads = [
    await readBounded(db.query("teams").withIndex("by_creation_time")),
    await readBounded(db.query("users").withIndex("by_creation_time")),
    await some(db.query("listings").withIndex("by_creation_time")),
    await some(
      db
        .query("requests")
        .withIndex("by_settled_at", (q) => q.eq("settledAt", undefined)),
    ),
    await some(
      db
        .query("changeRequests")
        .withIndex("by_settled_at", (q) => q.eq("settledAt", undefined)),
    ),
    await some(db.query("projects").withIndex("by_creation_time")),
    await some(HandIns.queryCurrent(ctx)),
  ] as const;
  const [teams, people, listings, requests, changes, projects, current] = reads;
  return {
    teams: teams.rows,
    people: people.rows,
    listings: listings.rows,
    requests: requests.rows,
    changeRequests: changes.rows,
    projects: projects.rows,
    handIns: current.rows,
    isComplete: reads.every(({ isComplete }) => isComplete),
  };
}

/** Yields a sentence with ids for each violation. */
export function* violations(rows: Rows): Generator<string> {
  const teams = new Map<string, Doc<"teams">>(
    rows.teams.map((team) => [team._id, team]),
  );
  const people = new Map<string, Doc<"users">>(
    rows.people.map((person) => [person._id, person]),
  );
  yield* ofTeams(rows, teams, people);
  yield* ofOffers(rows, teams, people);
  yield* ofProjects(rows, teams);
}

function* ofTeams({ isComplete }: Rows, teams: Teams, people: People) {
  for (const team of teams.values()) {
    const { members } = team;
    const named = `Team "${team.name}" (${team._id})`;
    const leaders = members.filter(({ role }) => role === "leader").length;
    if (members.length === 0 || members.length > MAX_TEAM_SIZE)
      yield `${named} has ${members.length} members.`;
    if (members.length > 0 && leaders !== 1)
      yield `${named} has ${leaders} leaders.`;
    for (const uid of beyond(1, members, "uid"))
      yield `${named} lists ${uid} more than once.`;
    for (const { uid, name, role } of members) {
      const person = people.get(uid);
      const listed = `${named} lists ${name} (${uid}) as ${role}`;
      if (person === undefined) {
        if (isComplete) yield `${listed}, who has no account.`;
      } else if (person.teamId !== team._id || person.teamRole !== role)
        yield `${listed}, whose own row says ${placeOf(person)}.`;
    }
  }
  for (const person of people.values()) {
    const { _id, displayName, teamId, teamRole } = person;
    const said = `The row of ${displayName} (${_id}) says ${placeOf(person)}`;
    if (teamId === null) {
      if (teamRole !== null) yield `${said}.`;
      continue;
    }
    const team = teams.get(teamId);
    const isListed = team?.members.some(({ uid }) => uid === _id);
    if (!(isListed ?? !isComplete)) yield `${said}, which does not list them.`;
  }
}

function* ofOffers(rows: Rows, teams: Teams, people: People) {
  const { listings, requests, changeRequests, isComplete } = rows;
  const isLooking = (id: string) => {
    const person = people.get(id);
    return person === undefined ? !isComplete : person.teamId === null;
  };
  const hasPlace = (id: string) => {
    const team = teams.get(id);
    if (team === undefined) return !isComplete;
    return team.isOpen !== false && !Roster.isFull(team.members);
  };
  for (const listing of listings) {
    const { _id, kind, subject, name, freeSlots } = listing;
    if (kind === "person") {
      if (!isLooking(subject))
        yield `The card ${_id} is of someone who does not look for a team.`;
      continue;
    }
    const team = teams.get(subject);
    if (!hasPlace(subject))
      yield `The opening ${_id} is of a team that takes nobody.`;
    else if (
      team !== undefined &&
      (team.name !== name || Roster.freeSlots(team.members) !== freeSlots)
    )
      yield `The opening ${_id} does not say what "${team.name}" is.`;
  }
  for (const id of beyond(1, listings, "subject"))
    yield `${id} has more than one card or opening.`;

  for (const { _id, uid, teamId } of requests)
    if (!isLooking(uid) || !hasPlace(teamId))
      yield `The request ${_id} cannot be accepted.`;
  for (const id of beyond(MAX_REQUESTS_OF_PERSON, requests, "uid"))
    yield `The person ${id} has too many requests under way.`;
  for (const id of beyond(MAX_REQUESTS_OF_TEAM, requests, "teamId"))
    yield `The team ${id} has too many requests under way.`;

  for (const { _id, kind, userId, teamId } of changeRequests) {
    const person = people.get(userId);
    const isOvertaken =
      person === undefined
        ? isComplete
        : kind !== "other" && person.teamId !== teamId;
    if (isOvertaken)
      yield `The change request ${_id} was made before their team changed.`;
  }
  for (const id of beyond(1, changeRequests, "userId"))
    yield `The person ${id} has more than one change request.`;
}

function* ofProjects({ projects, handIns, isComplete }: Rows, teams: Teams) {
  for (const id of beyond(1, projects, "teamId"))
    yield `The team ${id} has more than one project.`;
  if (!isComplete) return;
  const current = new Set(handIns.map(({ _id }) => _id));
  for (const { _id, name, teamId, handInId } of projects) {
    if (handInId === undefined && !teams.has(teamId))
      yield `Project "${name}" (${_id}) is of a team that does not exist.`;
    if (handInId !== undefined && !current.has(handInId))
      yield `Project "${name}" (${_id}) names a hand-in that is not current.`;
  }
  const named = new Set(projects.map(({ handInId }) => handInId));
  for (const { _id } of handIns)
    if (!named.has(_id)) yield `No project names the current hand-in ${_id}.`;
}

function placeOf({ teamId, teamRole }: Doc<"users">): string {
  return `${teamRole ?? "no role"} of ${teamId === null ? "no team" : `team ${teamId}`}`;
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
