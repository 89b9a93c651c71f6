/** The specification's figures, of which every other test takes what the content and the limits say. */
import { expect, test } from "vitest";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { event } from "../../src/content/event";
import { aboutStats, teamPlaces } from "../../src/content/stats";

test("240 people in 60 teams of four come for 36 hours at the end of June", () => {
  expect({ MAX_TEAM_SIZE, teamPlaces, hours: event.hours }).toEqual({
    MAX_TEAM_SIZE: 4,
    teamPlaces: 60,
    hours: 36,
  });
  expect(aboutStats.map(({ id, value }) => [id, value])).toEqual([
    ["hours", 36],
    ["teams", 60],
    ["hackers", 240],
    ["mentors", 50],
  ]);
});

test("the days are those of the announcement", () => {
  const {
    registrationOpens,
    registrationDeadline,
    preEventDay,
    teamFinalization,
    firstDay,
    lastDay,
  } = event;
  const days = [
    registrationOpens,
    registrationDeadline,
    preEventDay,
    teamFinalization,
    firstDay,
    lastDay,
  ];
  expect(days).toEqual(
    ["04-30", "05-15", "05-25", "06-15", "06-28", "06-29"].map(
      (day) => `2025-${day}T00:00:00+05:30`,
    ),
  );
});
