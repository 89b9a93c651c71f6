/**
 * The numbers of the event. Writes nothing. Teams are counted by their members'
 * rows in `users`, so that the query need not read `teams` as well
 * (organiser/integrity.ts checks that the two agree), and projects by their read keys
 * and hand-ins, so that it does not run again at each edit of a project.
 */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { indianDay } from "../platform/shared/indianTime";
import { MAX_TEAM_SIZE } from "../teams/shared/teams";
import type { Overview, Waiting } from "./shared";
import { isUrgent } from "../contact/shared";
import { readBounded } from "../platform/boundedRead";
import * as ProjectLists from "../projects/lists";
import * as ChangeRequests from "../teams/changeRequests";
import * as Reports from "../listings/reports";
import * as Help from "../help/requests";
import * as ContactMessages from "../contact/messages";
import * as Users from "../people/users";

/** How many rows of a kind are counted. */
const MAX_COUNTED = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

type Person = Pick<Doc<"users">, "createdAt" | "role" | "teamId">;

/** Reads the rows and returns the numbers. */
export async function read(ctx: QueryCtx): Promise<Overview> {
  const people = await Users.readAll(ctx);
  const waiting = await readBounded(ContactMessages.queryWaiting(ctx));
  const subscribers = await readBounded(
    ctx.db.query("subscribers").withIndex("by_creation_time"),
  );
  const projects = await ProjectLists.readAll(ctx);
  const doneTeamIds = new Set(projects.handIns.map(({ teamId }) => teamId));
  const teamIds = new Set(people.rows.flatMap(({ teamId }) => teamId ?? []));
  const others = waiting.rows.filter(({ subject }) => !isUrgent(subject));
  return {
    ...summarize(people.rows),
    messagesWaiting: waiting.rows.length,
    urgentMessages: waiting.rows.length - others.length,
    otherMessagesAt: others
      .slice(0, MAX_COUNTED)
      .map(({ createdAt }) => Date.parse(createdAt)),
    projects: projects.projectIds.length,
    handedIn: projects.handIns.length,
    notHandedIn: [...teamIds].filter((id) => !doneTeamIds.has(id)).length,
    subscribers: subscribers.rows.length,
    isComplete: [people, waiting, subscribers, projects].every(
      ({ isComplete }) => isComplete,
    ),
  };
}

/** Returns how much waits for organisers, from its indexes: every page of theirs asks. */
export async function countWaiting(ctx: QueryCtx): Promise<Waiting> {
  const messages = await ContactMessages.queryWaiting(ctx).take(MAX_COUNTED);
  const changes = await ChangeRequests.queryPending(ctx).take(MAX_COUNTED);
  const reports = await Reports.queryOpen(ctx).take(MAX_COUNTED);
  return {
    messages: messages.length,
    requests: changes.length,
    reports: reports.length,
    help: await Help.countLate(ctx),
  };
}

/**
 * Computes the numbers that depend on the people with an account only. Organisers,
 * judges and mentors do not take part, so they are not registered; they still count as
 * members of a team that they are in.
 */
function summarize(people: readonly Person[]) {
  const participants = people.filter(({ role }) => role === "participant");
  const teamIds = people.flatMap(({ teamId }) => teamId ?? []);
  const sizes = [...countEach(teamIds).values()];
  return {
    registered: participants.length,
    inTeams: participants.filter(({ teamId }) => teamId !== null).length,
    teams: sizes.length,
    teamsBySize: Array.from(
      { length: Math.max(MAX_TEAM_SIZE, ...sizes) },
      (_, index) => sizes.filter((size) => size === index + 1).length,
    ),
    registrations: registrationsPerDay(participants),
  };
}

/** Counts sign-ups per day in India. */
function registrationsPerDay(people: readonly Person[]) {
  const days = people.map(({ createdAt }) => indianDay(createdAt));
  return [...countEach(days)]
    .toSorted(([one], [other]) => one - other)
    .map(([day, count]) => ({ day: isoDate(day * DAY_MS), count }));
}

/** Formats an instant as its date in UTC: "2025-05-01". */
function isoDate(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function countEach<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
