import { expect, test } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { needsOf } from "../../src/routes/organiser/overview/needs";

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;

type Facts = Parameters<typeof needsOf>[0];
type Judging = NonNullable<Facts["judging"]>;

const calm: Facts = {
  overview: {
    registered: 8,
    inTeams: 8,
    teams: 2,
    teamsBySize: [0, 0, 0, 2],
    registrations: [],
    messagesWaiting: 0,
    urgentMessages: 0,
    otherMessagesAt: [],
    projects: 2,
    handedIn: 0,
    notHandedIn: 2,
    subscribers: 0,
    isComplete: true,
  },
  waiting: { messages: 0, requests: 0, reports: 0, help: 0 },
  submissions: "not open",
  judging: undefined,
  now: NOW,
};

/** Judges by how many of ten scorecards they have filled in. */
function judgingOf(scored: number[], more: Partial<Judging> = {}): Judging {
  return {
    closedAt: null,
    publishedAt: null,
    scored: scored.reduce((sum, one) => sum + one, 0),
    total: 10 * scored.length,
    judges: scored.map((done, nth) => ({
      _id: `judge-${nth}` as Id<"users">,
      name: `Judge ${nth}`,
      email: "",
      tracks: [],
      conflicts: [],
      scored: done,
      total: 10,
      lastScoredAt: null,
    })),
    ...more,
  };
}

const wordsOf = (facts: Partial<Facts>) =>
  needsOf({ ...calm, ...facts }).map(({ count, words }) =>
    count === undefined ? words : `${count} ${words}`,
  );

test("nothing is needed while nobody waits and nothing is open", () => {
  expect(wordsOf({})).toEqual([]);
});

test("people who wait come first, and who has waited for a day", () => {
  expect(
    wordsOf({
      overview: {
        ...calm.overview,
        urgentMessages: 1,
        otherMessagesAt: [NOW - 25 * HOUR, NOW - 23 * HOUR],
      },
      waiting: { messages: 3, requests: 2, reports: 1, help: 2 },
      submissions: "open",
    }),
  ).toEqual([
    "1 urgent message",
    "2 teams wait too long for help",
    "1 report of a person or a team",
    "2 requests for changes",
    "1 message has waited for a day",
    "2 teams have not handed in",
  ]);
});

test.each<[string, Judging, string[]]>([
  ["has not begun", judgingOf([]), []],
  ["is even", judgingOf([4, 5, 3]), []],
  ["is not", judgingOf([9, 8, 3]), ["1 judge is behind"]],
  [
    "is done",
    judgingOf([10, 10]),
    ["Every scorecard is filled in: close judging"],
  ],
  [
    "is closed",
    judgingOf([10, 9], { closedAt: NOW }),
    ["Judging is closed: publish the results"],
  ],
  ["is over", judgingOf([10, 9], { closedAt: NOW, publishedAt: NOW }), []],
])("what judging needs when it %s", (_, judging, words) => {
  expect(wordsOf({ judging })).toEqual(words);
});
