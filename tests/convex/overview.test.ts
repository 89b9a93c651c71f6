import { expect, test } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { summarize } from "#convex/model/people/overview";

/**
 * One person per letter, which is their team; "-" is no team. Capital letters and
 * "+" are organisers.
 */
function people(teams: string, createdAt = Date.parse("2025-05-01T12:00Z")) {
  return teams.split("").map((letter) => ({
    createdAt,
    role: /[A-Z+]/.test(letter)
      ? ("organiser" as const)
      : ("participant" as const),
    teamId: /[+-]/.test(letter) ? null : (letter.toLowerCase() as Id<"teams">),
  }));
}

test.each([
  { teams: "", inTeams: 0, count: 0, bySize: [0, 0, 0, 0] },
  { teams: "---", inTeams: 0, count: 0, bySize: [0, 0, 0, 0] },
  { teams: "a", inTeams: 1, count: 1, bySize: [1, 0, 0, 0] },
  { teams: "ab-a-cbab", inTeams: 7, count: 3, bySize: [1, 0, 2, 0] },
  { teams: "aaaabbbb", inTeams: 8, count: 2, bySize: [0, 0, 0, 2] },
  { teams: "aaaaa", inTeams: 5, count: 1, bySize: [0, 0, 0, 0, 1] },
])(
  'people in "$teams" are $count teams',
  ({ teams, inTeams, count, bySize }) => {
    expect(summarize(people(teams))).toMatchObject({
      registered: teams.length,
      inTeams,
      teams: count,
      teamsBySize: bySize,
    });
  },
);

test("organisers are not registered, with and without a team", () => {
  expect(summarize(people("aA-++"))).toMatchObject({
    registered: 2,
    inTeams: 1,
    teams: 1,
    teamsBySize: [0, 1, 0, 0],
    registrations: [{ day: "2025-05-01", count: 2 }],
  });
});

test("a day ends at midnight in India", () => {
  const instants = [
    "2025-05-01T18:29:59.999Z",
    "2025-05-01T18:30:00.000Z",
    "2025-04-30T18:30:00.000Z",
    "2025-05-02T03:00:00.000Z",
  ];
  const rows = instants.flatMap((at) => people("-", Date.parse(at)));
  expect(summarize(rows).registrations).toEqual([
    { day: "2025-05-01", count: 2 },
    { day: "2025-05-02", count: 2 },
  ]);
});

test("days are in order across months and years, without empty ones", () => {
  const instants = ["2026-01-02T00:00Z", "2025-12-31T00:00Z", "2025-02-10"];
  const rows = instants.flatMap((at) => people("-", Date.parse(at)));
  expect(summarize(rows).registrations.map(({ day }) => day)).toEqual([
    "2025-02-10",
    "2025-12-31",
    "2026-01-02",
  ]);
});

test.each([NaN, Infinity, -Infinity, -1, 8.64e15, 1e300])(
  "a person who signed up at %d is counted, but not on any day",
  (createdAt) => {
    const rows = [...people("a", createdAt), ...people("a")];
    expect(summarize(rows)).toMatchObject({
      registered: 2,
      teamsBySize: [0, 1, 0, 0],
      registrations: [{ day: "2025-05-01", count: 1 }],
    });
  },
);
