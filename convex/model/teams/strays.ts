/**
 * Finds cards, openings and requests that should have ended when someone came into a
 * team or a team changed (membership.ts ends them). Writes nothing.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  MAX_REQUESTS_OF_PERSON,
  MAX_REQUESTS_OF_TEAM,
} from "../../shared/limits";
import * as Roster from "../../shared/roster";
import { readBounded } from "../platform/boundedRead";

/**
 * Finds a row by id. Null: the row does not exist. Undefined: unknown, because the read
 * was bounded.
 */
export type Lookup<Row> = (id: string) => Row | null | undefined;

type Person = Pick<Doc<"users">, "_id" | "displayName" | "teamId">;
type Team = Pick<Doc<"teams">, "_id" | "name" | "members" | "isOpen">;

/** Cards, openings and open requests. */
export type Shown = {
  cards: Doc<"cards">[];
  openings: Doc<"openings">[];
  /** Under way. */
  requests: Doc<"requests">[];
  /** Waiting for organisers. */
  changeRequests: Doc<"changeRequests">[];
};

/** Less than for people and teams, so that all reads fit into one query. */
const LIMIT = { rows: 1_000, bytes: 2 ** 19 };

/** Reads cards, openings and open requests, up to a bound. */
export async function read(
  ctx: QueryCtx,
): Promise<{ shown: Shown; isComplete: boolean }> {
  const cards = await readBounded(
    ctx.db.query("cards").withIndex("by_creation_time"),
    LIMIT,
  );
  const openings = await readBounded(
    ctx.db.query("openings").withIndex("by_creation_time"),
    LIMIT,
  );
  const requests = await readBounded(
    ctx.db
      .query("requests")
      .withIndex("by_settled_at", (q) => q.eq("settledAt", undefined)),
    LIMIT,
  );
  const changeRequests = await readBounded(
    ctx.db
      .query("changeRequests")
      .withIndex("by_settled_at", (q) => q.eq("settledAt", undefined)),
    LIMIT,
  );
  return {
    shown: {
      cards: cards.rows,
      openings: openings.rows,
      requests: requests.rows,
      changeRequests: changeRequests.rows,
    },
    isComplete: [cards, openings, requests, changeRequests].every(
      ({ isComplete }) => isComplete,
    ),
  };
}

/** Returns a sentence for each card, opening or request that should not be there. */
export function examine(
  shown: Shown,
  people: Lookup<Person>,
  teams: Lookup<Team>,
): string[] {
  return [
    ...shown.cards.flatMap(({ _id, userId }) =>
      said(`The card ${_id}`, whyNotLooking(people(userId))),
    ),
    ...repeated(shown.cards.map(({ userId }) => userId)).map(
      (id) => `The person ${id} has more than one card.`,
    ),
    ...shown.openings.flatMap((opening) =>
      said(
        `The opening ${opening._id}`,
        whyNoPlace(teams(opening.teamId)) ??
          whyStale(opening, teams(opening.teamId)),
      ),
    ),
    ...repeated(shown.openings.map(({ teamId }) => teamId)).map(
      (id) => `The team ${id} has more than one opening.`,
    ),
    ...shown.requests.flatMap(({ _id, uid, teamId }) =>
      said(
        `The request ${_id}`,
        whyNotLooking(people(uid)) ?? whyNoPlace(teams(teamId)),
      ),
    ),
    ...beyond(
      shown.requests.map(({ uid }) => uid),
      MAX_REQUESTS_OF_PERSON,
    ).map((id) => `The person ${id} has too many requests under way.`),
    ...beyond(
      shown.requests.map(({ teamId }) => teamId),
      MAX_REQUESTS_OF_TEAM,
    ).map((id) => `The team ${id} has too many requests under way.`),
    ...shown.changeRequests.flatMap((row) =>
      said(`The change request ${row._id}`, whyOvertaken(row, people)),
    ),
    ...repeated(shown.changeRequests.map(({ userId }) => userId)).map(
      (id) => `The person ${id} has more than one change request.`,
    ),
  ];
}

function whyNotLooking(person: Person | null | undefined): string | null {
  if (person === undefined) return null;
  if (person === null) return "is of someone who has no account";
  return person.teamId === null
    ? null
    : `is of ${person.displayName}, who is in a team`;
}

function whyNoPlace(team: Team | null | undefined): string | null {
  if (team === undefined) return null;
  if (team === null) return "is of a team that does not exist";
  if (Roster.isFull(team.members)) return `is of "${team.name}", which is full`;
  return team.isOpen === false ? `is of "${team.name}", which is closed` : null;
}

function whyStale(
  { teamName, freeSlots }: Doc<"openings">,
  team: Team | null | undefined,
): string | null {
  if (!team) return null;
  return teamName === team.name && freeSlots === Roster.freeSlots(team.members)
    ? null
    : `does not say what "${team.name}" is`;
}

function whyOvertaken(
  { kind, userId, teamId }: Doc<"changeRequests">,
  people: Lookup<Person>,
): string | null {
  const person = people(userId);
  if (person === undefined) return null;
  if (person === null) return "is of someone who has no account";
  return kind === "other" || person.teamId === teamId
    ? null
    : `of ${person.displayName} was made before their team changed`;
}

function said(what: string, why: string | null): string[] {
  return why === null ? [] : [`${what} ${why}.`];
}

function repeated<Key extends Id<"users"> | Id<"teams">>(keys: Key[]): Key[] {
  return beyond(keys, 1);
}

/** Returns each key that occurs more than `most` times. */
function beyond<Key>(keys: Key[], most: number): Key[] {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > most).map(([key]) => key);
}
