/** A leader's functions, which everyone else is refused. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  asUser,
  codeOf,
  expectIntegrity,
  expectRefusal,
  formTeam,
  people,
  teamIdOf,
  teamSeenBy,
  type Calls,
  type Person,
} from "./setup";

let asha: Person;
let ravi: Person;
let maya: Person;
let omar: Person;
let inviteCode: string;
/** Asha leads Nova with Ravi and Maya; Omar leads Vega alone. */
beforeEach(async () => {
  [asha, ravi, maya, omar] = await people("Asha", "Ravi", "Maya", "Omar");
  inviteCode = await formTeam([asha, ravi, maya]);
  await formTeam([omar], "Vega");
});

async function lostBy(person: Person) {
  return (await person.users.me())?.lostTeam;
}

async function closeChanges() {
  const rita = await asUser("Rita", { role: "organiser" });
  await rita.settings.change({ teamChangesOpen: false });
}

type Caller = Calls;

/** Every function for leaders, with arguments that are valid for Nova's leader. */
const calls: [string, (by: Caller) => Promise<unknown>, boolean][] = [
  ["edit", (by) => by.teams.edit({ name: "Mine" }), true],
  ["removeMember", (by) => by.teams.removeMember({ uid: ravi.uid }), false],
  ["handOver", (by) => by.teams.handOver({ uid: ravi.uid }), true],
  ["renewCode", (by) => by.teams.renewCode(), true],
  ["disband", (by) => by.teams.disband({ name: "Nova" }), false],
];

describe.each(calls)("teams.%s", (_name, call, worksWhileClosed) => {
  test("is for the team's own leader only", async () => {
    const before = await asha.teams.mine();
    const visha = await asUser("Visha");
    await expectRefusal(call(maya), "not_leader");
    await expectRefusal(call(visha), "not_in_team");
    await call(omar).catch(() => null);
    expect(await asha.teams.mine()).toEqual(before);
  });

  test(`${worksWhileClosed ? "works" : "is refused"} while team changes are closed`, async () => {
    await closeChanges();
    const code = await codeOf(call(asha)).catch(() => "done");
    expect(code).toBe(worksWhileClosed ? "done" : "team_changes_closed");
  });
});

test("teams.edit changes what is given, for every member", async () => {
  const args = { name: " Super  Nova ", description: " Robots.\r\n" };
  expect(await asha.teams.edit(args)).toBeNull();
  await asha.teams.edit({ isOpen: false });
  await asha.teams.edit();
  expect(await ravi.teams.mine()).toMatchObject({
    name: "Super Nova",
    description: "Robots.",
    isOpen: false,
  });
});

test.each([
  [{ name: " " }, "required", "name"],
  [{ name: "x".repeat(51) }, "too_long", "name"],
  [{ name: "No\u202eva" }, "hidden_text", "name"],
  [{ description: "x".repeat(501) }, "too_long", "description"],
])("teams.edit refuses %j as %s", async (args, code, field) => {
  const call = asha.teams.edit(args);
  await expectRefusal(call, { code, field });
});

test("a leader's second tab replaces no words that were changed since it showed them, and keeps other fields", async () => {
  const seen = { name: "Nova", description: "" };
  const rita = await asUser("Rita", { role: "organiser" });
  await rita.organiser.mendTeam({
    teamId: await teamIdOf(asha),
    change: { kind: "rename", name: "Nova 2" },
  });
  const change = { name: "Nova One", description: "Robots." };
  await expectRefusal(asha.teams.edit({ ...change, seen }), {
    code: "changed_since",
    message: "The name is “Nova 2” now. Please look again.",
  });
  const later = { ...seen, name: "Nova 2" };
  await asha.teams.edit({ ...change, seen: later });
  // Sent again: it is so already.
  await asha.teams.edit({ ...change, seen: later });
  await asha.teams.edit({
    name: "Nova One",
    description: "Rovers.",
    seen: { name: "Nova 2", description: "Robots." },
  });
  expect(await ravi.teams.mine()).toMatchObject({
    name: "Nova One",
    description: "Rovers.",
  });
});

test("a leader's second tab makes no second code", async () => {
  const seen = inviteCode;
  const code = await asha.teams.renewCode({ seen });
  expect(await asha.teams.renewCode({ seen })).toBe(code);
  expect(await asha.teams.renewCode({ seen: code })).not.toBe(code);
});

test("a leader's second tab ends no team that somebody has joined since", async () => {
  const end = (members: number) =>
    asha.teams.disband({ name: "Nova", members });
  await expectRefusal(end(2), "changed_since");
  await end(3);
  expect(await teamSeenBy(ravi)).toBeNull();
});

test("teams.removeMember takes a member out, who reads that the leader did it", async () => {
  const remove = asha.teams.removeMember({ uid: ravi.uid });
  expect(await remove).toBeNull();
  expect(await teamSeenBy(asha)).toEqual(["Asha, leader", "Maya, member"]);
  expect(await teamSeenBy(ravi)).toBeNull();
  expect(await lostBy(ravi)).toEqual({
    name: "Nova",
    how: "removed by leader",
  });
  expect(await lostBy(maya)).toBeNull();
  await expectIntegrity();

  await ravi.teams.join({ inviteCode });
  expect(await lostBy(ravi)).toBeNull();
});

test("teams.removeMember with a new code, ends the old one in the same commit", async () => {
  const call = { uid: ravi.uid, renewsCode: true };
  await asha.teams.removeMember(call);
  expect(await teamSeenBy(asha)).toEqual(["Asha, leader", "Maya, member"]);
  expect(await ravi.teams.join({ inviteCode })).toBeNull();
});

test("teams.removeMember refuses whoever is not in the team, without telling a name", async () => {
  for (const { uid } of [omar, await asUser("Visha")])
    await expectRefusal(asha.teams.removeMember({ uid }), {
      code: "not_in_team",
      message: "This person is no longer in your team.",
    });
});

test("teams.removeMember lets leaders who name themselves leave", async () => {
  await asha.teams.removeMember({ uid: asha.uid });
  expect(await teamSeenBy(ravi)).toEqual(["Ravi, leader", "Maya, member"]);
  expect(await lostBy(asha)).toBeNull();
  await expectIntegrity();
});

test("teams.forgetLost ends the news of a lost team, whoever ended it", async () => {
  const rita = await asUser("Rita", { role: "organiser" });
  await rita.organiser.mendTeam({
    teamId: await teamIdOf(asha),
    change: { kind: "remove", userId: maya.uid },
  });
  const how = "removed by organiser";
  expect(await lostBy(maya)).toEqual({ name: "Nova", how });
  for (let time = 0; time < 2; time++) {
    expect(await maya.teams.forgetLost()).toBeNull();
    expect(await lostBy(maya)).toBeNull();
  }
});

test("teams.renewCode is limited to twenty an hour", async () => {
  for (let count = 0; count < 20; count++) await asha.teams.renewCode();
  const call = asha.teams.renewCode();
  await expectRefusal(call, "rate_limited");
});

test("teams.disband needs the team's name, and takes the spaces around it off", async () => {
  const disband = (name: string) => asha.teams.disband({ name });
  for (const name of ["", "nova", "Nov", "N".repeat(100_000)])
    await expectRefusal(disband(name), "name_does_not_match");
  await disband(" Nova ");
  expect(await lostBy(asha)).toBeNull();
  expect(await lostBy(ravi)).toEqual({ name: "Nova", how: "disbanded" });
  expect(await ravi.teams.join({ inviteCode })).toBeNull();
  await expectIntegrity();
});
