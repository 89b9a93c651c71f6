import fc from "fast-check";
import { expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
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
          await expectSound(backend);
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

/** What integrity leaves open: codes are unique, and lists are in the order of joining. */
async function expectSound(backend: Backend): Promise<void> {
  const { findings, teamsChecked, peopleChecked } = await backend.query(
    internal.internal.integrity.check,
    {},
  );
  expect(findings).toEqual([]);
  expect(peopleChecked).toBe(PEOPLE);
  const teams = await backend.run(async (ctx) =>
    ctx.db.query("teams").collect(),
  );
  expect(teams).toHaveLength(teamsChecked);
  const codes = teams.map(({ inviteCode }) => inviteCode);
  expect(new Set(codes).size).toBe(codes.length);
  for (const { members } of teams) {
    const joined = members.map(({ joinedAt }) => joinedAt);
    expect(joined).toEqual(joined.toSorted((a, b) => a - b));
  }
}
