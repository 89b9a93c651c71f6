import { expect, test } from "vitest";
import { MAX_PLACES } from "#convex/people/shared/people";
import type { Participant } from "#convex/organiser/shared";
import {
  addressColumnOf,
  addressesOf,
  compare,
  readTable,
  type Table,
} from "../../src/routes/organiser/places/read-places";

const file = (text: string) => new File([text], "places.csv");

async function tableOf(text: string): Promise<Table> {
  const table = await readTable(file(text));
  if (typeof table === "string") throw new Error(table);
  return table;
}

test.each([
  ["Name,E-mail,City\nAsha,asha@example.in,Delhi\n", 1],
  ["EMAIL ADDRESS;Name\nasha@example.in;Asha\n", 0],
  ["Email sent?,Login\nyes,asha@example.in\n", 1],
  ["\uFEFFParticipant,Contact\nAsha,asha@example.in\n", 1],
  ["Name,City\nAsha,Delhi\n", null],
])("finds the column of the addresses in %j", async (text, column) => {
  expect(addressColumnOf(await tableOf(text))).toBe(column);
});

test("reads each address once, as accounts spell it, and counts the rows without one", async () => {
  const table = await tableOf(
    'Name,Email\n"Rao, Asha", ASHA@example.in \nRavi,ravi@example.in\nAsha,asha@example.in\nMira,none\n\n',
  );
  expect(addressesOf(table, 1)).toEqual({
    emails: ["asha@example.in", "ravi@example.in"],
    unreadable: 1,
  });
});

test.each([
  ["", "places.csv holds no rows below its headings."],
  ["Email\n", "places.csv holds no rows below its headings."],
  [
    "Email\n" + "a@example.in\n".repeat(MAX_PLACES + 1),
    "places.csv holds more than 1000 rows. Export the confirmed registrations alone.",
  ],
  [
    "x".repeat(2 * 1024 * 1024 + 1),
    "places.csv is larger than 2 MB. Export the confirmed registrations alone.",
  ],
])("says what is wrong with a file (%#)", async (text, sentence) => {
  expect(await readTable(file(text))).toBe(sentence);
});

test("says who gets a place, keeps it and loses it, and who is missing on either side", () => {
  const person = (
    name: string,
    hasConfirmedPlace: boolean,
    role: Participant["role"] = "participant",
  ) =>
    ({
      name,
      email: `${name}@example.in`,
      hasConfirmedPlace,
      role,
    }) as Participant;
  const people = [
    person("asha", false),
    person("ravi", true),
    person("mira", true),
    person("dev", false),
    person("rita", false, "organiser"),
  ];
  const names = (list: Participant[]) => list.map(({ name }) => name);
  const { gain, keep, lose, strangers, without } = compare(
    ["asha@example.in", "ravi@example.in", "new@example.in"],
    people,
  );
  expect(names(gain)).toEqual(["asha"]);
  expect(names(keep)).toEqual(["ravi"]);
  expect(names(lose)).toEqual(["mira"]);
  expect(strangers).toEqual(["new@example.in"]);
  expect(names(without)).toEqual(["mira", "dev"]);
});
