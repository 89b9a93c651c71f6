import fc from "fast-check";
import { expect, test } from "vitest";
import { api, internal } from "#convex/_generated/api";
import { isAppError } from "#convex/platform/shared/errors";
import { asUser, backend, crowd, must, newBackend, type Person } from "./setup";

const PEOPLE = 7;

/**
 * One step: a person creates a team, joins another person's or leaves, or leads the
 * team; or an organiser changes the team of one person with another. People who lead
 * nothing try to lead, too. Anyone shows a card or an opening, asks, and answers or
 * withdraws the first request they have; and asks the organisers, who approve.
 */
const step = fc.record({
  who: fc.nat(PEOPLE - 1),
  what: fc.oneof(
    fc.constant("create" as const),
    fc.constant("leave" as const),
    fc.nat(PEOPLE - 1).map((whose) => ({ join: whose })),
    fc.nat(PEOPLE - 1).map((whose) => ({ join: whose })),
    fc.constantFrom("renew" as const, "disband" as const, "edit" as const),
    fc.record({
      lead: fc.constantFrom("removeMember" as const, "handOver" as const),
      whom: fc.nat(PEOPLE - 1),
    }),
    fc.constantFrom("look" as const, "seek" as const, "approve" as const),
    fc.record({
      answer: fc.constantFrom(
        "accept" as const,
        "accept" as const,
        "decline" as const,
        "withdraw" as const,
      ),
    }),
    fc.nat(PEOPLE - 1).map((ask) => ({ ask })),
    fc.nat(PEOPLE - 1).map((ask) => ({ ask })),
    fc.record({
      change: fc.constantFrom(
        "leave" as const,
        "swap" as const,
        "join" as const,
      ),
      whose: fc.nat(PEOPLE - 1),
    }),
    fc.record({
      mend: fc.constantFrom("add", "remove", "lead"),
      whose: fc.nat(PEOPLE - 1),
    }),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test("teams stay consistent under any sequence of sequential and concurrent calls", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
        maxLength: 15,
      }),
      async (rounds) => {
        await newBackend();
        const people = await crowd(PEOPLE);
        const rita = await asUser("Rita", { role: "organiser" });
        for (const round of rounds) {
          const calls = await Promise.all(
            round.map((one) => prepare(people, rita, one)),
          );
          await Promise.all(calls.map((call) => call()));
          await expectSound();
        }
      },
    ),
    { numRuns: 30 },
  );
});

/** Reads first what the step needs, so that the mutations of one round are concurrent. */
async function prepare(people: Person[], rita: Person, { who, what }: Step) {
  const person = must(people[who]);
  if (what === "create")
    return () => tolerate(person.teams.create({ name: "Nova" }));
  if (what === "leave") return () => tolerate(person.teams.leave());
  if (what === "renew") return () => tolerate(person.teams.renewCode());
  if (what === "disband")
    return () => tolerate(person.teams.disband({ name: "Nova" }));
  if (what === "look")
    return () => tolerate(person.listings.showCard({ text: "" }));
  if (what === "seek")
    return () => tolerate(person.listings.showOpening({ text: "Games" }));
  if (what === "approve") {
    const [first] = await rita.changeRequests.list();
    if (first === undefined) return async () => {};
    const requestId = first._id;
    return () => tolerate(rita.changeRequests.approve({ requestId }));
  }
  if (what === "edit") {
    const team = await person.teams.mine();
    const isOpen = !team?.isOpen;
    return () => tolerate(person.teams.edit({ isOpen }));
  }
  if ("answer" in what) {
    const [first] = (await person.requests.mine()) ?? [];
    if (first === undefined) return async () => {};
    const answer = api.requests[what.answer];
    return () => tolerate(person.mutation(answer, { requestId: first._id }));
  }
  if ("ask" in what) {
    const other = people[what.ask];
    const me = await person.users.me();
    const they = await other?.query(api.users.me, {});
    const teamId = they?.teamId;
    if (!other || (me?.teamId === null && !teamId)) return async () => {};
    const target = me?.teamId === null && teamId ? teamId : other.uid;
    return () => tolerate(person.requests.send({ target }));
  }
  if ("change" in what) {
    const team = await people[what.whose]?.query(api.teams.mine, {});
    const inviteCode = team?.inviteCode ?? "NOCODE";
    const args = { kind: what.change, inviteCode, reason: "Please" };
    return () => tolerate(person.changeRequests.send(args));
  }
  if ("lead" in what) {
    const uid = people[what.whom]?.uid ?? person.uid;
    return () => tolerate(person.mutation(api.teams[what.lead], { uid }));
  }
  if ("mend" in what) {
    const team = await people[what.whose]?.query(api.teams.mine, {});
    if (!team) return async () => {};
    const change = { kind: what.mend, userId: person.uid };
    const args = { teamId: team._id, change };
    return () => tolerate(rita.organiser.mendTeam(args));
  }
  const team = await people[what.join]?.query(api.teams.mine, {});
  const inviteCode = team?.inviteCode ?? "NOCODE";
  return () => tolerate(person.teams.join({ inviteCode }));
}

/** Ignores refusals, which are valid outcomes of a step, and rethrows other errors. */
async function tolerate(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!isAppError(error)) throw error;
  });
}

/**
 * Expects integrity, and what it does not check: unique codes, member lists in the
 * order of joining, and no one in a team who is told that they lost one.
 */
async function expectSound(): Promise<void> {
  const { findings, teamsChecked, peopleChecked } = await backend.query(
    internal.organiser.jobs.check,
    {},
  );
  expect(findings).toEqual([]);
  // The organiser, too.
  expect(peopleChecked).toBe(PEOPLE + 1);
  const teams = await backend.run(async (ctx) =>
    ctx.db.query("teams").collect(),
  );
  expect(teams).toHaveLength(teamsChecked);
  const people = await backend.run(async (ctx) =>
    ctx.db.query("users").collect(),
  );
  const misled = people.filter(
    ({ teamId, lostTeam }) => teamId !== null && lostTeam !== undefined,
  );
  expect(misled).toEqual([]);
  const codes = teams.map(({ inviteCode }) => inviteCode);
  expect(new Set(codes).size).toBe(codes.length);
  for (const { members } of teams) {
    const joined = members.map(({ joinedAt }) => joinedAt);
    expect(joined).toEqual(joined.toSorted((a, b) => a - b));
  }
}
