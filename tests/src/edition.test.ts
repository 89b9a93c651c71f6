import { expect, test } from "vitest";
import { facts } from "#edition/facts";
import { TRACKS } from "#edition/tracks";
import { prizes, specialAwards } from "../../src/content/prizes";
import { faultsOf } from "../../src/content/edition-schema";
import { facts as others } from "../fixtures/another-edition/facts";

test.each([facts, others])("$edition holds together", (edition) => {
  expect(faultsOf(edition)).toEqual([]);
});

test("tracks are the special awards, and what is awarded besides has the ids that judging knows", () => {
  expect(specialAwards.map(({ id }) => id)).toEqual([...TRACKS]);
  expect(prizes.map(({ id }) => id)).toEqual([
    "first-place",
    "second-place",
    "special-awards",
  ]);
});

test.each([
  [
    { firstDay: facts.lastDay, lastDay: facts.firstDay },
    "The first day must come before the last.",
  ],
  [{ lastDay: "2025-06-29" }, "lastDay: "],
  [{ team: { min: 2, max: 7 } }, "team.max: A team has room for six at most."],
  [
    { team: { min: 5, max: 4 } },
    "The smallest team must fit into the largest.",
  ],
  [{ hours: 100 }, "The hours must fit between the first day and the last."],
  [{ name: "Hacks" }, "The lines of the name must spell the name."],
  [
    { teamFinalization: facts.lastDay },
    "Teams must be final before the first day.",
  ],
])("%o is refused in a sentence", (changed, sentence) => {
  const faults = faultsOf({ ...facts, ...changed }).join("\n");
  expect(faults).toContain(sentence);
});
