import { expect, test } from "vitest";
import {
  asUser,
  deleteRow,
  expectRefusal,
  formTeam,
  people,
  type Calls,
} from "./setup";

type Caller = Calls;

test("users.me returns null after the person is deleted", async () => {
  const asha = await asUser("Asha");
  await deleteRow("users", asha.uid);
  expect(await asha.users.me()).toBeNull();
});

test("users.rename changes the name in the profile and in the team", async () => {
  const [asha, ravi] = await people("Asha", "Ravi");
  await formTeam([asha, ravi]);
  const name = "  Ravi \n Kumar ";
  expect(await ravi.users.rename({ name })).toBeNull();
  expect(await ravi.users.me()).toMatchObject({
    name: "Ravi Kumar",
    displayName: "Ravi Kumar",
  });
  const team = await asha.teams.mine();
  expect(team?.members.map((member) => member.name)).toEqual([
    "Asha",
    "Ravi Kumar",
  ]);
});

test("users.rename refuses a name that nobody can read", async () => {
  const asha = await asUser("Asha");
  const call = asha.users.rename({ name: " \u200b " });
  const refusal = { code: "required", field: "name" };
  await expectRefusal(call, refusal);
  expect((await asha.users.me())?.name).toBe("Asha");
});

test("users.notePlace keeps the caller's own tick, and takes it back", async () => {
  const [asha, ravi] = await people("Asha", "Ravi");
  for (const hasRegisteredPlace of [true, true, false]) {
    await asha.users.notePlace({ hasRegisteredPlace });
    expect(await asha.users.me()).toMatchObject({ hasRegisteredPlace });
  }
  expect(await ravi.users.me()).toMatchObject({ hasRegisteredPlace: false });
});

test.each([
  ["a name", (by: Caller) => by.users.rename({ name: "Ravi Kumar" })],
  ["a tick", (by: Caller) => by.users.notePlace({ hasRegisteredPlace: true })],
  ["the profile", (by: Caller) => by.users.update({ about: "Builds" })],
])("%s changes sixty times an hour", async (_what, change) => {
  const ravi = await asUser("Ravi");
  for (let count = 0; count < 60; count++) await change(ravi);
  await expectRefusal(change(ravi), "rate_limited");
});

const told = {
  college: "NSUT Delhi",
  graduationYear: 2026,
  skills: ["React", "Soldering"],
  about: "Builds robots",
  links: {
    github: "https://github.com/asha-rao",
    portfolio: "https://asha.example/work",
  },
};

test("users.update merges what is given, and completes the profile by itself", async () => {
  const [asha, ravi] = await people("Asha", "Ravi");
  await formTeam([ravi, asha]);
  const me = async () => asha.users.me();
  const { graduationYear, ...rest } = told;
  expect(await asha.users.update(rest)).toBe(true);
  expect(await me()).toMatchObject({ ...rest, isProfileComplete: false });
  await asha.users.update({ graduationYear });
  expect(await me()).toMatchObject({ ...told, isProfileComplete: true });
  await asha.users.update({
    displayName: " Asha  Rao ",
    college: "",
    about: "",
    links: { github: "" },
  });
  expect(await me()).toMatchObject({
    ...told,
    name: "Asha Rao",
    displayName: "Asha Rao",
    college: "",
    about: "",
    links: { github: "", portfolio: told.links.portfolio },
    isProfileComplete: false,
  });
  const team = await ravi.teams.mine();
  expect(team?.members[1]?.name).toBe("Asha Rao");
  expect(await ravi.users.me()).toMatchObject({ college: "" });
  const stored = await asha.account.exportData();
  expect(stored?.profile).toMatchObject({ skills: told.skills });
});

test("users.update tidies skills and addresses", async () => {
  const asha = await asUser("Asha");
  await asha.users.update({
    skills: [" React ", "react", "C++", "UI  design"],
    links: { github: "github.com/asha-rao", portfolio: " asha.example " },
  });
  expect(await asha.users.me()).toMatchObject({
    skills: ["React", "C++", "UI design"],
    links: {
      github: "https://github.com/asha-rao",
      portfolio: "https://asha.example",
    },
  });
});

const github = (address: string) => ({ links: { github: address } });
const at = (address: string) => ({ links: { portfolio: address } });
test.each([
  [{ displayName: " " }, "required", "displayName"],
  [{ displayName: "x".repeat(81) }, "too_long", "displayName"],
  [{ college: "x".repeat(121) }, "too_long", "college"],
  [{ college: "NSUT\u202eihleD" }, "hidden_text", "college"],
  [{ graduationYear: 1979 }, "impossible_year", "graduationYear"],
  [{ graduationYear: 2026.5 }, "impossible_year", "graduationYear"],
  [{ skills: "a b c d e f g h i".split(" ") }, "too_many", "skills"],
  [{ skills: Array<string>(1000).fill("a") }, "too_many", "skills"],
  [{ skills: [""] }, "required", "skills.0"],
  [{ skills: ["a", "x".repeat(31)] }, "too_long", "skills.1"],
  [{ about: "x".repeat(161) }, "too_long", "about"],
  [github("https://example.in/asha"), "invalid_link", "links.github"],
  [at("javascript:alert(1)"), "invalid_link", "links.portfolio"],
  [at("https://me:secret@example.in"), "invalid_link", "links.portfolio"],
  [at(`https://a.in/${"x".repeat(200)}`), "too_long", "links.portfolio"],
])("users.update refuses %j as %s", async (args, code, field) => {
  const asha = await asUser("Asha");
  const before = await asha.users.me();
  const call = asha.users.update(args);
  await expectRefusal(call, { code, field });
  expect(await asha.users.me()).toEqual(before);
});
