import { describe, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { searchRows } from "../../src/lib/search-rows";
import {
  cutPage,
  nextSorting,
  sortRows,
} from "../../src/routes/organiser/list/arrange";
import { addressColumns } from "../../src/routes/organiser/teams/teams";

describe("searching", () => {
  const people = ["Zoë Rao, Night Owls", "Ravi Iyer", "Asha Rao"];
  const found = (search: string) => searchRows(people, search, (row) => row);

  test.each([
    ["nothing wanted finds everything", "  ", people],
    ["the case does not matter", "RAVI", ["Ravi Iyer"]],
    ["accents do not matter", "zoe", ["Zoë Rao, Night Owls"]],
    ["every word must be there, in any order", "owls rao", [people[0]]],
    ["a part of a word is enough", "ash", ["Asha Rao"]],
    ["a strange word finds nothing", "zebra", []],
  ])("%s", (_, search, expected) => {
    expect(found(search)).toEqual(expected);
  });

  const noTeam = { "no team": (row: string) => !row.includes(",") };
  test.each([
    ["no team", ["Ravi Iyer", "Asha Rao"]],
    ["  No  TEAM rao ", ["Asha Rao"]],
    ["no teams", []],
    ["owls", [people[0]]],
  ])("%j is understood, and the rest is searched for", (search, expected) => {
    expect(searchRows(people, search, (row) => row, noTeam)).toEqual(expected);
  });

  test("signs of other scripts are kept apart", () => {
    const rows = ["किरण", "करण"];
    expect(searchRows(rows, "करण", (row) => row)).toEqual(["करण"]);
  });
});

describe("sorting", () => {
  const sorted = (
    rows: (string | number | null)[],
    direction: "ascending" | "descending" = "ascending",
  ) => sortRows(rows, direction, (row) => row);

  test("figures within words count as figures", () => {
    const names = ["team 1", "Team 9", "Team 10"];
    expect(sorted(names.toReversed())).toEqual(names);
  });

  test("numbers are compared as numbers", () => {
    expect(sorted([10, 9, 100], "descending")).toEqual([100, 10, 9]);
  });

  test.each(["ascending", "descending"] as const)(
    "rows without a value stand last, %s",
    (direction) => {
      expect(sorted([null, "b", "a"], direction).at(-1)).toBeNull();
    },
  );

  test("equal rows stay in order, and the list itself as it was", () => {
    const rows = [
      { id: 1, key: "a" },
      { id: 2, key: "A" },
    ];
    const ids = sortRows(rows, "descending", ({ key }) => key);
    expect(ids.map(({ id }) => id)).toEqual([1, 2]);
    expect(rows.map(({ id }) => id)).toEqual([1, 2]);
  });

  test("a second press on a heading turns the direction, another one starts anew", () => {
    const first = { columnId: "name", direction: "ascending" } as const;
    const second = nextSorting(first, "name");
    expect(second).toEqual({ columnId: "name", direction: "descending" });
    expect(nextSorting(second, "name")).toEqual(first);
    const anew = { columnId: "email", direction: "ascending" };
    expect(nextSorting(second, "email")).toEqual(anew);
  });

  test("each of 4,000 rows is read once to search it and once to sort it", () => {
    const rows = Array.from(
      { length: 4_000 },
      (_, row) => `Team ${(row * 7_919) % 4_000} of someone`,
    );
    const textOf = vi.fn((row: string) => row);
    const found = searchRows(rows, "team some", textOf);
    expect(textOf).toHaveBeenCalledTimes(4_000);
    const keyOf = vi.fn((row: string) => row);
    expect(sortRows(found, "ascending", keyOf)).toHaveLength(4_000);
    expect(keyOf).toHaveBeenCalledTimes(4_000);
  });
});

describe("a page of a list", () => {
  const rows = Array.from({ length: 120 }, (_, row) => row);

  test.each([
    [1, 1, 1, 50],
    [3, 3, 101, 120],
    // Fewer rows than a moment ago: the page that was looked at is gone.
    [9, 3, 101, 120],
    [0, 1, 1, 50],
  ])("page %i is page %i, rows %i to %i", (wanted, page, from, to) => {
    const cut = cutPage(rows, wanted, 50);
    expect(cut).toMatchObject({ page, pages: 3, from, to });
    expect(cut.rows.at(0)).toBe(from - 1);
    expect(cut.rows.at(-1)).toBe(to - 1);
  });

  test("nothing is one page of nothing", () => {
    const nothing = { rows: [], page: 1, pages: 1, from: 0, to: 0 };
    expect(cutPage([], 1, 50)).toEqual(nothing);
  });
});

test("the file of teams has the addresses of leader and members", () => {
  const person = (uid: string, role: "leader" | "member") => ({
    uid: uid as Id<"users">,
    hasConfirmedPlace: false,
    name: uid,
    role,
    joinedAt: 0,
  });
  const addresses = ["asha", "ravi"].map(
    (name) => [name, `${name}@example.in`] as const,
  );
  const columns = addressColumns(new Map(addresses));
  const team = {
    _id: "team" as Id<"teams">,
    name: "Nova",
    description: "",
    createdAt: 0,
    isHiddenInHall: false,
    members: [
      person("ravi", "member"),
      person("asha", "leader"),
      person("gone", "member"),
    ],
  };
  expect(Object.values(columns).map((cell) => cell(team))).toEqual([
    "asha@example.in",
    "ravi@example.in, asha@example.in",
  ]);
});
