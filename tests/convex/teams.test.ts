import { beforeEach, expect, test } from "vitest";
import {
  backend,
  expectRefusal,
  formTeam,
  people,
  refusalOf,
  rowsIn,
  teamSeenBy,
  type Person,
} from "./setup";

let asha: Person;
let ravi: Person;
beforeEach(async () => {
  [asha, ravi] = await people("Asha", "Ravi");
});

test("teams.create makes the caller the leader of a new team", async () => {
  const teamId = await asha.teams.create({
    name: "  Nova   Prime ",
    description: " builds\r\nthings ",
  });
  const me = await asha.users.me();
  expect(me).toMatchObject({ teamId, teamRole: "leader" });
  expect(await asha.teams.mine()).toEqual({
    _id: teamId,
    name: "Nova Prime",
    description: "builds\nthings",
    inviteCode: expect.stringMatching(/^[A-Z0-9]{6}$/),
    isOpen: true,
    createdAt: expect.any(Number),
    members: [
      {
        uid: asha.uid,
        name: "Asha",
        role: "leader",
        joinedAt: expect.any(Number),
      },
    ],
    arrived: [],
  });
  expect(await rowsIn("teams")).toMatchObject([{ createdBy: asha.uid }]);
});

test.each([
  [{ name: " \u200b " }, "required", "name", "Team name is required"],
  [
    { name: "x".repeat(51) },
    "too_long",
    "name",
    "Team name must be at most 50 characters long.",
  ],
  [
    { name: "Nova", description: "x".repeat(501) },
    "too_long",
    "description",
    "Description must be at most 500 characters long.",
  ],
])("teams.create refuses %j as %s", async (args, code, field, message) => {
  const refusal = await refusalOf(asha.teams.create(args));
  expect(refusal).toMatchObject({ code, field, message });
  expect(await rowsIn("teams")).toEqual([]);
});

test("teams.create accepts the longest name and description", async () => {
  const args = { name: "x".repeat(50), description: "y".repeat(500) };
  await asha.teams.create(args);
  expect(await asha.teams.mine()).toMatchObject(args);
});

test.each([
  ["Twin", "twin"],
  ["null pointers", "Nu11-Pointers"],
  ["Loop", "L\u043e0p"],
  ["Ａrena", "arena"],
  ["KITE", "ΚΙΤΕ"],
  ["MOTH", "МОТН"],
])(
  "who names a team as another, %s and %s, is told so, and so is the other",
  async (first, second) => {
    await asha.teams.create({ name: first });
    expect(await asha.teams.mine()).not.toHaveProperty("namesake");
    await ravi.teams.create({ name: "Comet" });
    expect(await ravi.teams.mine()).not.toHaveProperty("namesake");
    await ravi.teams.edit({ name: second });
    expect(await ravi.teams.mine()).toMatchObject({
      namesake: { name: first, inHall: `${second} · 2` },
    });
    expect(await asha.teams.mine()).toMatchObject({
      namesake: { name: second, inHall: first },
    });
    await ravi.teams.edit({ name: "Comet" });
    expect(await asha.teams.mine()).not.toHaveProperty("namesake");
  },
);

test("teams.join matches the letters of a code as typed, also by case", async () => {
  await formTeam([asha]);
  const teamId = await backend.run(async (ctx) => {
    const team = await ctx.db.query("teams").unique();
    if (team) await ctx.db.patch("teams", team._id, { inviteCode: "ABCD12" });
    return team?._id;
  });
  const join = (inviteCode: string) => ravi.teams.join({ inviteCode });
  for (const code of ["abcd12", "Abcd12", "ABCD1", "ABCD123"])
    expect(await join(code)).toBeNull();
  expect(await join("A".repeat(100_000))).toBeNull();
  await expectRefusal(join("  "), {
    code: "required",
    field: "inviteCode",
    message: "Invite code is required",
  });
  expect(await join("ABCD12")).toBe(teamId);
  expect(await teamSeenBy(ravi)).toEqual(["Asha, leader", "Ravi, member"]);
});
