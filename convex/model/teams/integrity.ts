/**
 * Checks that teams and people agree, that no card, opening or request has outlived its
 * purpose, and that projects belong to teams. Mutations maintain this (model/teams/teams.ts,
 * model/teams/membership.ts), but an edit in the data browser can break it. Writes nothing.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MAX_TEAM_SIZE } from "../../shared/limits";
import type { Integrity } from "../../shared/organiserValidators";
import type { TeamMember } from "../../shared/validators";
import { readBounded, type BoundedRead } from "../platform/boundedRead";
import * as ProjectIntegrity from "../projects/integrity";
import * as Strays from "./strays";
import type { Lookup } from "./strays";

type Team = Pick<Doc<"teams">, "_id" | "name" | "members" | "isOpen">;
type Person = Pick<Doc<"users">, "_id" | "displayName" | "teamId" | "teamRole">;

type Rule = keyof Pick<
  Integrity,
  | "overfullTeams"
  | "disagreeingMembers"
  | "leaderlessTeams"
  | "orphans"
  | "strays"
>;
type Finding = { rule: Rule; sentence: string };

/** How many findings are described; all are counted. */
const MAX_TOLD = 20;

/** Reads all teams, people, cards, openings and requests, and checks them. */
export async function check(ctx: QueryCtx): Promise<Integrity> {
  const teams = await readBounded(
    ctx.db.query("teams").withIndex("by_creation_time"),
  );
  const people = await readBounded(
    ctx.db.query("users").withIndex("by_creation_time"),
  );
  const { shown, isComplete } = await Strays.read(ctx);
  const work = await ProjectIntegrity.read(ctx);
  const found = examine({ teams, people, shown, ...work });
  return {
    ...found,
    isComplete: found.isComplete && isComplete && work.isComplete,
  };
}

/**
 * Counts the violations of each rule. If a read was bounded, a row that it did
 * not return counts as present.
 */
export function examine(rows: {
  teams: BoundedRead<Team>;
  people: BoundedRead<Person>;
  shown?: Strays.Shown;
  work?: ProjectIntegrity.Work;
  /** Whether `work` has all projects and hand-ins. */
  isComplete?: boolean;
}): Integrity {
  const teams = indexed(rows.teams);
  const people = indexed(rows.people);
  const findings = [
    ...rows.teams.rows.flatMap((team) => examineTeam(team, people)),
    ...rows.people.rows.flatMap((person) => examinePerson(person, teams)),
    ...(rows.shown === undefined
      ? []
      : Strays.examine(rows.shown, people, teams).map((sentence) =>
          found("strays", sentence),
        )),
    ...(rows.work === undefined
      ? []
      : ProjectIntegrity.examine(
          rows.work,
          teams,
          rows.isComplete ?? false,
        ).map((sentence) => found("strays", sentence))),
  ];
  const count = (wanted: Rule) =>
    findings.filter(({ rule }) => rule === wanted).length;
  return {
    overfullTeams: count("overfullTeams"),
    disagreeingMembers: count("disagreeingMembers"),
    leaderlessTeams: count("leaderlessTeams"),
    orphans: count("orphans"),
    strays: count("strays"),
    findings: findings.slice(0, MAX_TOLD).map(({ sentence }) => sentence),
    teamsChecked: rows.teams.rows.length,
    peopleChecked: rows.people.rows.length,
    isComplete: rows.teams.isComplete && rows.people.isComplete,
  };
}

function indexed<Row extends { _id: string }>({
  rows,
  isComplete,
}: BoundedRead<Row>): Lookup<Row> {
  const byId = new Map<string, Row>(rows.map((row) => [row._id, row]));
  return (id) => byId.get(id) ?? (isComplete ? null : undefined);
}

function examineTeam(team: Team, people: Lookup<Person>): Finding[] {
  const { members } = team;
  if (members.length === 0)
    return [found("orphans", `${named(team)} has no members.`)];
  const leaders = members.filter(({ role }) => role === "leader").length;
  return [
    ...(members.length > MAX_TEAM_SIZE
      ? [
          found(
            "overfullTeams",
            `${named(team)} has ${members.length} members.`,
          ),
        ]
      : []),
    ...(leaders === 1
      ? []
      : [found("leaderlessTeams", `${named(team)} has ${leaders} leaders.`)]),
    ...members.flatMap((member, place) =>
      examineMember(team, member, place, people),
    ),
  ];
}

function examineMember(
  team: Team,
  member: TeamMember,
  place: number,
  people: Lookup<Person>,
): Finding[] {
  const timesListedBefore = team.members
    .slice(0, place)
    .filter(({ uid }) => uid === member.uid).length;
  if (timesListedBefore > 1) return [];
  if (timesListedBefore === 1)
    return [
      found(
        "disagreeingMembers",
        `${named(team)} lists ${member.name} (${member.uid}) more than once.`,
      ),
    ];
  const person = people(member.uid);
  if (person === undefined) return [];
  if (person === null)
    return [
      found(
        "orphans",
        `${named(team)} lists ${member.name} (${member.uid}), who has no account.`,
      ),
    ];
  if (person.teamId === team._id && person.teamRole === member.role) return [];
  return [
    found(
      "disagreeingMembers",
      `${named(team)} lists ${called(person)} as ${member.role}, whose own row says ${placeOf(person)}.`,
    ),
  ];
}

function examinePerson(person: Person, teams: Lookup<Team>): Finding[] {
  if (person.teamId === null)
    return person.teamRole === null
      ? []
      : [
          found(
            "disagreeingMembers",
            `The row of ${called(person)} says ${placeOf(person)}.`,
          ),
        ];
  const team = teams(person.teamId);
  if (team === undefined) return [];
  if (team === null)
    return [
      found(
        "orphans",
        `${called(person)} is in team ${person.teamId}, which does not exist.`,
      ),
    ];
  if (team.members.some(({ uid }) => uid === person._id)) return [];
  return [
    found(
      "disagreeingMembers",
      `The row of ${called(person)} says ${placeOf(person)}, but ${named(team)} does not list them.`,
    ),
  ];
}

function found(rule: Rule, sentence: string): Finding {
  return { rule, sentence };
}

function named({ _id, name }: Team): string {
  return `Team "${name}" (${_id})`;
}

function called({ _id, displayName }: Person): string {
  return `${displayName} (${_id})`;
}

function placeOf({ teamId, teamRole }: Person): string {
  return `${teamRole ?? "no role"} of ${teamId === null ? "no team" : `team ${teamId}`}`;
}
