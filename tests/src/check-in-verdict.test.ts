import { expect, test } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import type { DeskPerson } from "#convex/judging/shared/desk";
import {
  findPeople,
  verdictOn,
  withWaiting,
} from "../../src/routes/check-in/verdict";
import { teamInWords } from "../../src/routes/check-in/words";

const id = (text: string) => text as Id<"users">;
const team = "t1" as Id<"teams">;

const person = (name: string, more: Partial<DeskPerson> = {}): DeskPerson => ({
  uid: id(name),
  name,
  college: "IIT Delhi",
  teamId: null,
  teamName: null,
  checkedIn: null,
  guardianFormSeen: false,
  ...more,
});

const asha = person("Asha Rao", { teamId: team, teamName: "Byte Force" });
const kiran = person("Kiran Das", { teamId: team, teamName: "Byte Force" });
const people = [asha, kiran];

const checkIn = (uid: string, at: number, desk = "Desk 1") => ({
  args: { uid: id(uid), at, desk, isByList: true },
});
const undo = (uid: string, at: number) => ({
  args: { uid: id(uid), at },
});
const note = (uid: string, isSeen: boolean) => ({
  args: { uid: id(uid), at: 120, isSeen },
});
const checkedIn = (list: readonly DeskPerson[]) =>
  list.map((it) => it.checkedIn);

test("a pass is valid, and a person found by name is another thing", () => {
  const { uid } = asha;
  expect(verdictOn({ by: "pass", uid }, people).kind).toBe("valid");
  expect(verdictOn({ by: "name", uid }, people).kind).toBe("found");
});

test("a check-in that waits on this phone counts here at once, and says when and where", () => {
  const now = withWaiting(people, [checkIn("Asha Rao", 100)]);
  expect(verdictOn({ by: "pass", uid: asha.uid }, now)).toMatchObject({
    kind: "already",
    first: { at: 100, desk: "Desk 1" },
  });
  expect(teamInWords(now, asha)).toBe("1 of 2 here. Missing: Kiran Das");
  const all = withWaiting(now, [checkIn("Kiran Das", 200)]);
  expect(teamInWords(all, asha)).toBe("All 2 here");
});

test("the earliest check-in stays the first, wherever it was made", () => {
  const elsewhere = { at: 50, desk: "Desk 2" };
  const list = [{ ...asha, checkedIn: elsewhere }];
  expect(checkedIn(withWaiting(list, [checkIn("Asha Rao", 100)]))).toEqual([
    elsewhere,
  ]);
  expect(checkedIn(withWaiting(list, [checkIn("Asha Rao", 20)]))).toEqual([
    { at: 20, desk: "Desk 1" },
  ]);
});

test("an undo takes back what was before it, and not what came after", () => {
  const waiting = [checkIn("Asha Rao", 100), undo("Asha Rao", 150)];
  expect(checkedIn(withWaiting([asha], waiting))).toEqual([null]);
  const again = [...waiting, checkIn("Asha Rao", 200)];
  expect(checkedIn(withWaiting([asha], again))).toEqual([
    { at: 200, desk: "Desk 1" },
  ]);
  const later = [{ ...asha, checkedIn: { at: 300, desk: "Desk 2" } }];
  expect(checkedIn(withWaiting(later, [undo("Asha Rao", 150)]))).toEqual([
    { at: 300, desk: "Desk 2" },
  ]);
});

test("a guardian's form is seen or not by the last word about it, and goes with an undo", () => {
  const words = [checkIn("Asha Rao", 100), note("Asha Rao", true)];
  const isSeen = (...more: ReturnType<typeof note | typeof undo>[]) =>
    withWaiting([asha], [...words, ...more])[0]?.guardianFormSeen;
  expect(isSeen()).toBe(true);
  expect(isSeen(note("Asha Rao", false))).toBe(false);
  expect(isSeen(undo("Asha Rao", 150))).toBe(false);
});

test("a refused check-in does not count, and a stranger's changes nothing", () => {
  const refused = {
    ...checkIn("Asha Rao", 100),
    refusal: "The desk is closed.",
  };
  expect(withWaiting(people, [refused, checkIn("nobody", 1)])).toEqual(people);
});

test("people of one name are told apart, and found without accents and by team", () => {
  const list = [
    person("Kiran Das", { college: "NIT Trichy" }),
    person("José Kiran"),
    kiran,
  ];
  expect(findPeople(list, "kiran").map(({ college }) => college)).toEqual([
    "NIT Trichy",
    "IIT Delhi",
    "IIT Delhi",
  ]);
  expect(findPeople(list, "jose")).toEqual([list[1]]);
  expect(findPeople(list, "kiran byte")).toEqual([kiran]);
  expect(findPeople(list, " ")).toEqual([]);
});
