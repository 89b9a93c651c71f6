import { expect, test } from "vitest";
import { standingOf, type Standing } from "../../src/routes/join/standing";
import type { Id } from "#convex/_generated/dataModel";

const ours = "ours" as Id<"teams">;
const theirs = "theirs" as Id<"teams">;
const open: Parameters<typeof standingOf>[0] = {
  me: { teamId: null },
  teamId: ours,
  team: { freeSlots: 2, isOpen: true },
  areChangesOpen: true,
};
const full = { freeSlots: 0, isOpen: true };

test.each<[string, Partial<typeof open>, Standing]>([
  ["a free slot", {}, "free"],
  ["no slot", { team: full }, "full"],
  [
    "a closed team, full or not",
    { team: { ...full, isOpen: false } },
    "teamClosed",
  ],
  ["closed changes", { areChangesOpen: false, team: full }, "changesClosed"],
  [
    "another team",
    { me: { teamId: theirs }, areChangesOpen: false },
    "inAnother",
  ],
  ["a team that is gone", { team: null, me: { teamId: theirs } }, "outdated"],
  [
    "this very team, with a new code",
    { me: { teamId: ours }, team: null },
    "own",
  ],
  ["nothing known yet", { team: undefined }, "pending"],
  ["unknown settings", { areChangesOpen: undefined }, "pending"],
  ["a session that ends", { me: null }, "pending"],
])("%s", (_, state, standing) => {
  expect(standingOf({ ...open, ...state })).toBe(standing);
});
