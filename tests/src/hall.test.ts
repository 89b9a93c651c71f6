import { describe, expect, test } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { versionIn } from "../../src/lib/connection/page-version";
import {
  lengthOf,
  momentsBetween,
  queued,
  type HallState,
  type HallTeam,
} from "../../src/routes/arena/moments";
import { standFor } from "../../src/routes/arena/seats";

describe("the stand", () => {
  test.each([
    [1, 16 / 9, 1],
    [7, 16 / 9, 1],
    [60, 16 / 9, 1],
    [60, 4 / 3, 1],
    [60, 360 / 740, 1],
    [160, 16 / 9, 2],
    [240, 16 / 9, 3],
    [1_000, 16 / 9, 3],
  ])(
    "of %i teams at %f has a place of its own for each, and the middle is the clock's",
    (count, aspect, rings) => {
      const stand = standFor(count, aspect);
      const { columns, rows, seats } = stand;
      expect(stand.rings).toBe(rings);
      expect(seats.length).toBeGreaterThanOrEqual(count);
      const cells = seats.map(({ column, row }) => column * 1_000 + row);
      expect(new Set(cells).size).toBe(seats.length);
      for (const { column, row } of seats) {
        const toEdge = Math.min(
          column,
          row,
          columns - 1 - column,
          rows - 1 - row,
        );
        expect(toEdge).toBeGreaterThanOrEqual(0);
        expect(toEdge).toBeLessThan(rings);
      }
      expect((Math.min(rows, columns) - 2 * rings) / rows).toBeGreaterThan(0.2);
    },
  );

  test("of sixty teams is one whole ring on a wide screen", () => {
    expect(standFor(60, 16 / 9).seats).toHaveLength(60);
  });

  test("fills from the middle of the bottom, up both sides alike", () => {
    const { columns, rows, seats } = standFor(7, 16 / 9);
    const first = seats.slice(0, 7);
    expect(first.every(({ row }) => row === rows - 1)).toBe(true);
    const sum = first.reduce((total, { column }) => total + column, 0);
    expect(sum / 7).toBe((columns - 1) / 2);
  });
});

const team = (
  name: string,
  { filled = 1, arrived = 0, handIn = "" } = {},
): HallTeam => ({
  id: name as Id<"teams">,
  name,
  filled,
  arrived,
  handIn: handIn === "" ? null : (handIn as Id<"handIns">),
});

const hall = (...teams: HallTeam[]): HallState => ({
  teams,
  notice: null,
  entries: [],
});

const labels = (before: HallState, after: HallState) =>
  momentsBetween(before, after).map(({ label }) => label);

describe("what takes the stage", () => {
  const two = team("Nova", { filled: 2 });

  test.each([
    ["a new team", [two, team("Lynx")], ["New team"]],
    ["a slot", [team("Nova", { filled: 3 })], ["P3 locked in"]],
    [
      "the last slot",
      [team("Nova", { filled: MAX_TEAM_SIZE })],
      ["Team complete"],
    ],
    ["the first of a team in the hall", [{ ...two, arrived: 1 }], []],
    ["all of a team in the hall", [{ ...two, arrived: 2 }], ["All here"]],
    [
      "a hand-in",
      [team("Nova", { filled: 2, handIn: "one" })],
      ["Handed in · 1 of 1"],
    ],
    ["a team that leaves", [], []],
  ])("%s", (_what, teams, expected) => {
    expect(labels(hall(two), hall(...teams))).toEqual(expected);
  });

  test("is no hand-in that replaces another", () => {
    const handedIn = (handIn: string) => hall(team("Nova", { handIn }));
    expect(labels(handedIn("one"), handedIn("two"))).toEqual([]);
  });

  test("is an announcement, and what begins, once", () => {
    const quiz = { _id: "quiz", title: "Midnight quiz" };
    const notice = { id: "lunch", title: "Lunch", body: "Upstairs" };
    const after = { ...hall(), notice, entries: [quiz] };
    expect(labels(hall(), after)).toEqual(["Announcement", "Now"]);
    expect(labels(after, { ...after })).toEqual([]);
  });

  test("waits behind words, and too much of it is left out", () => {
    const slots = momentsBetween(
      hall(),
      hall(...Array.from({ length: 20 }, (_, nth) => team(`T${nth}`))),
    );
    const [words] = momentsBetween(hall(), {
      ...hall(),
      notice: { id: "lunch", title: "Lunch", body: "" },
    });
    const waiting = queued(queued([], slots), words ? [words] : []);
    expect(waiting[0]).toBe(words);
    expect(waiting).toHaveLength(8);
  });

  test("has the stage for longer if there is more to read, and never for a minute", () => {
    const words = (body: string) =>
      momentsBetween(hall(), {
        ...hall(),
        notice: { id: "lunch", title: "Lunch", body },
      }).map((moment) => lengthOf(moment, 0))[0] ?? 0;
    expect(words("a".repeat(100))).toBeGreaterThan(words(""));
    expect(words("a".repeat(2_000))).toBeLessThan(60_000);
  });
});

test("a page's version is the hash of its first script", () => {
  const html = (hash: string) =>
    `<script type="module" crossorigin src="/assets/index-${hash}.js"></script>`;
  expect(versionIn(html("Dx_9-aBc"))).toBe("Dx_9-aBc");
  expect(versionIn("<p>Not found</p>")).toBe("");
});
