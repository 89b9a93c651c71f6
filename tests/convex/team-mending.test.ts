import { beforeEach, expect, test } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { MAX_TEAM_SIZE, type TeamChange } from "#convex/teams/shared/teams";
import {
  asUser,
  crowd,
  expectIntegrity,
  expectRefusal,
  formTeam,
  people,
  teamIdOf,
  teamSeenBy,
  type Person,
} from "./setup";

let rita: Person;
let asha: Person;
let ravi: Person;
let maya: Person;
let teamId: Id<"teams">;
/** Rita is an organiser; Asha leads Nova, Ravi is its other member; Maya has no team. */
beforeEach(async () => {
  rita = await asUser("Rita", { role: "organiser" });
  [asha, ravi, maya] = await people("Asha", "Ravi", "Maya");
  await formTeam([asha, ravi]);
  teamId = await teamIdOf(asha);
});

async function mend(change: TeamChange) {
  return rita.organiser.mendTeam({ teamId, change });
}

async function audit() {
  const rows = await rita.organiser.auditLog();
  return rows.map(({ action, target, before, after }) => ({
    action,
    target,
    before,
    after,
  }));
}

test("organiser.mendTeam adds a person without a team as the last member", async () => {
  expect(await mend({ kind: "add", userId: maya.uid })).toBeNull();
  const members = ["Asha, leader", "Ravi, member", "Maya, member"];
  expect(await teamSeenBy(maya)).toEqual(members);
  expect(await teamSeenBy(asha)).toEqual(members);
  expect(await audit()).toEqual([
    {
      action: "team member added",
      target: "Nova",
      before: null,
      after: { teamId, userId: maya.uid, member: "Maya" },
    },
  ]);
  await expectIntegrity();
});

test("organiser.mendTeam removes the leader, whom the first remaining member follows", async () => {
  await mend({ kind: "remove", userId: asha.uid });
  expect(await teamSeenBy(ravi)).toEqual(["Ravi, leader"]);
  expect(await teamSeenBy(asha)).toBeNull();
  expect(await audit()).toEqual([
    {
      action: "team member removed",
      target: "Nova",
      before: { teamId, userId: asha.uid, member: "Asha", leader: "Asha" },
      after: { teamId, leader: "Ravi" },
    },
  ]);
  await expectIntegrity();
});

test("organiser.mendTeam deletes the team with its last member", async () => {
  for (const { uid } of [ravi, asha])
    await mend({ kind: "remove", userId: uid });
  expect((await rita.organiser.teams()).teams).toEqual([]);
  expect(await audit()).toMatchObject([
    { action: "team member removed", after: { teamDeleted: true } },
    { action: "team member removed", after: { leader: "Asha" } },
  ]);
  await expectIntegrity();
});

test("organiser.mendTeam makes a member the leader, and the leader a member", async () => {
  await mend({ kind: "lead", userId: ravi.uid });
  expect(await teamSeenBy(asha)).toEqual(["Asha, member", "Ravi, leader"]);
  expect(await asha.users.me()).toMatchObject({ teamRole: "member" });
  expect(await audit()).toEqual([
    {
      action: "team leader changed",
      target: "Nova",
      before: { teamId, leader: "Asha" },
      after: { teamId, leader: "Ravi", userId: ravi.uid },
    },
  ]);
  await expectIntegrity();
});

test("organiser.mendTeam renames a team with the rules for its name", async () => {
  await mend({ kind: "rename", name: "  Super \n Nova " });
  expect(await asha.teams.mine()).toMatchObject({ name: "Super Nova" });
  expect(await audit()).toMatchObject([
    {
      action: "team renamed",
      target: "Nova",
      before: { name: "Nova" },
      after: { name: "Super Nova" },
    },
  ]);
});

test("organiser.mendTeam replaces no name and no leader that the organiser has not seen", async () => {
  await mend({ kind: "rename", name: "Comet", seen: "Nova" });
  await expectRefusal(mend({ kind: "rename", name: "Vega", seen: "Nova" }), {
    code: "changed_since",
    message: "The team is called Comet now. Please look again.",
  });
  // What both mean is done once.
  await mend({ kind: "rename", name: "Comet", seen: "Nova" });
  await mend({ kind: "add", userId: maya.uid });
  await mend({ kind: "lead", userId: ravi.uid, seen: asha.uid });
  await expectRefusal(
    mend({ kind: "lead", userId: maya.uid, seen: asha.uid }),
    { message: "Ravi leads the team now. Please look again." },
  );
  expect(await audit()).toHaveLength(3);
});

test("organiser.mendTeam records nothing if nothing changes", async () => {
  await mend({ kind: "rename", name: "Nova " });
  await mend({ kind: "lead", userId: asha.uid });
  expect(await audit()).toEqual([]);
});

test("organiser.mendTeam works while team changes are closed", async () => {
  await rita.settings.change({ teamChangesOpen: false });
  await mend({ kind: "rename", name: "Vega" });
  await mend({ kind: "add", userId: maya.uid });
  await mend({ kind: "lead", userId: maya.uid });
  await mend({ kind: "remove", userId: asha.uid });
  expect(await teamSeenBy(maya)).toEqual(["Ravi, member", "Maya, leader"]);
});

test("organiser.mendTeam refuses one member too many", async () => {
  for (const { uid } of await crowd(MAX_TEAM_SIZE - 2))
    await mend({ kind: "add", userId: uid });
  await expectRefusal(mend({ kind: "add", userId: maya.uid }), "team_full");
  expect(await teamSeenBy(maya)).toBeNull();
});

test("organiser.mendTeam refuses to add whoever is in a team, this one or another", async () => {
  await formTeam([maya], "Vega");
  for (const { uid } of [maya, ravi])
    await expectRefusal(mend({ kind: "add", userId: uid }), "person_in_team");
  await expectRefusal(mend({ kind: "add", userId: maya.uid }), {
    message: "Maya is already in a team.",
  });
  expect(await audit()).toEqual([]);
});

test.each(["remove", "lead"] as const)(
  "organiser.mendTeam refuses to %s whoever is not in the team",
  async (kind) => {
    const refusal = {
      code: "person_not_in_team",
      message: "Maya is no longer in this team.",
    };
    const call = () => mend({ kind, userId: maya.uid });
    await expectRefusal(call(), refusal);
    await formTeam([maya], "Vega");
    await expectRefusal(call(), refusal);
    expect(await audit()).toEqual([]);
  },
);

test.each([
  ["", "required"],
  ["\u200b", "required"],
  ["x".repeat(51), "too_long"],
  ["No\u202eva", "hidden_text"],
])("organiser.mendTeam refuses the name %j as %s", async (name, code) => {
  await expectRefusal(mend({ kind: "rename", name }), {
    code,
    field: "name",
  });
});

test("organiser.mendTeam refuses a team or an account that is gone", async () => {
  await maya.account.remove();
  await expectRefusal(mend({ kind: "add", userId: maya.uid }), {
    message: "This account no longer exists.",
  });
  await ravi.teams.leave();
  await asha.teams.leave();
  await expectRefusal(mend({ kind: "rename", name: "Vega" }), {
    code: "not_found",
    message: "This team no longer exists.",
  });
});
