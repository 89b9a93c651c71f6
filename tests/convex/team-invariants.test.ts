import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { MAX_TEAM_SIZE } from "../../convex/shared/limits";
import { isAppError } from "../../convex/shared/errors";
import { crowd, newBackend, type Backend, type Person } from "./setup";

const PEOPLE = 7;

/** One step of one person: found a team, join that of another, or leave. */
const step = fc.record({
  who: fc.nat(PEOPLE - 1),
  what: fc.oneof(
    fc.constant("create" as const),
    fc.constant("leave" as const),
    fc.nat(PEOPLE - 1).map((whose) => ({ join: whose })),
    fc.nat(PEOPLE - 1).map((whose) => ({ join: whose })),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test("teams stay sound whatever people do, one by one or at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
        maxLength: 15,
      }),
      async (rounds) => {
        const backend = newBackend();
        const people = await crowd(backend, PEOPLE);
        for (const round of rounds) {
          const calls = await Promise.all(
            round.map((one) => prepare(people, one)),
          );
          await Promise.all(calls.map((call) => call()));
          const { teams, users } = await everything(backend);
          for (const team of teams) expectSoundTeam(team);
          expect(unique(teams.map(({ inviteCode }) => inviteCode))).toBe(true);
          expect(placesIn(teams)).toEqual(placesOf(users));
        }
      },
    ),
    { numRuns: 30 },
  );
});

/** Reads what the step needs first, so that the steps of one round really meet. */
async function prepare(people: Person[], { who, what }: Step) {
  const person = people[who];
  if (person === undefined) throw new Error(`no person ${who}`);
  if (what === "create")
    return () => tolerate(person.mutation(api.teams.create, { name: "Nova" }));
  if (what === "leave")
    return () => tolerate(person.mutation(api.teams.leave, {}));
  const team = await people[what.join]?.query(api.teams.mine, {});
  const inviteCode = team?.inviteCode ?? "NOCODE";
  return () => tolerate(person.mutation(api.teams.join, { inviteCode }));
}

/** A refusal is a fine outcome of a step; anything else thrown is not. */
async function tolerate(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!isAppError(error)) throw error;
  });
}

async function everything(backend: Backend) {
  return backend.run(async (ctx) => ({
    teams: await ctx.db.query("teams").collect(),
    users: await ctx.db.query("users").collect(),
  }));
}

function expectSoundTeam({ members }: Doc<"teams">): void {
  expect(members.length).toBeGreaterThanOrEqual(1);
  expect(members.length).toBeLessThanOrEqual(MAX_TEAM_SIZE);
  expect(members.filter(({ role }) => role === "leader")).toHaveLength(1);
  const joined = members.map(({ joinedAt }) => joinedAt);
  expect(joined).toEqual(joined.toSorted((a, b) => a - b));
}

function unique(values: string[]): boolean {
  return new Set(values).size === values.length;
}

/** Who is where, according to the teams; a person in two would appear twice. */
function placesIn(teams: Doc<"teams">[]) {
  return teams
    .flatMap(({ _id, members }) =>
      members.map(({ uid, role }) => `${uid} ${_id} ${role}`),
    )
    .toSorted();
}

/** Who is where, according to the people. */
function placesOf(users: Doc<"users">[]) {
  return users
    .filter(({ teamId }) => teamId !== null)
    .map(({ _id, teamId, teamRole }) => `${_id} ${teamId} ${teamRole}`)
    .toSorted();
}
