import { expect, test } from "vitest";
import { internal } from "#convex/_generated/api";
import type { Doc, Id } from "#convex/_generated/dataModel";
import type { MutationCtx } from "#convex/_generated/server";
import { MAX_TEAM_SIZE, type TeamMember } from "#convex/teams/shared/teams";
import {
  asUser,
  backend,
  crowd,
  deleteRow,
  formTeam,
  must,
  people,
  teamIdOf,
} from "./setup";

const CARD = {
  kind: "person" as const,
  name: "Zoya",
  college: "",
  freeSlots: 0,
  facet: "",
  text: "",
  skills: [],
};
const OPENING = {
  kind: "team" as const,
  name: "Nova",
  college: "",
  text: "A game",
  skills: [],
};
const REQUEST = {
  personName: "",
  teamName: "",
  sentBy: "person" as const,
  note: "",
};

const check = () => backend.query(internal.organiser.jobs.check, {});

/** Creates a team of three led by Asha, and Zoya without a team. */
async function stage() {
  const [asha, ravi, maya, zoya] = await people("Asha", "Ravi", "Maya", "Zoya");
  await formTeam([asha, ravi, maya]);
  return {
    asha: asha.uid,
    ravi: ravi.uid,
    maya: maya.uid,
    zoya: zoya.uid,
    teamId: await teamIdOf(asha),
  };
}
type Stage = Awaited<ReturnType<typeof stage>>;
type Damage = (ctx: MutationCtx, on: Stage) => Promise<unknown>;

/** Changes the team's member list, and the rows of people. */
function damaged(
  members: (members: TeamMember[], on: Stage) => TeamMember[],
  rows: (on: Stage) => [Id<"users">, Partial<Doc<"users">>][] = () => [],
): Damage {
  return async ({ db }, on) => {
    const team = must(await db.get("teams", on.teamId));
    await db.patch("teams", team._id, { members: members(team.members, on) });
    for (const [uid, row] of rows(on)) await db.patch("users", uid, row);
  };
}

const same = (members: TeamMember[]) => members;
const led =
  (...roles: TeamMember["role"][]) =>
  (members: TeamMember[]) =>
    members.map((member, nth) => ({ ...member, role: roles[nth] ?? "member" }));

const NOT_LISTED = "which does not list them.";
const DISAGREES = "whose own row does not say so.";

test.each<[what: string, damage: Damage, ...finds: string[]]>([
  [
    "a team without a leader",
    damaged(led(), ({ asha }) => [[asha, { teamRole: "member" }]]),
    'Team "Nova" (ID) has 3 members and 0 leaders.',
  ],
  [
    "a team with two leaders",
    damaged(led("leader", "leader"), ({ ravi }) => [
      [ravi, { teamRole: "leader" }],
    ]),
    'Team "Nova" (ID) has 3 members and 2 leaders.',
  ],
  [
    "a team without members",
    damaged(
      () => [],
      ({ asha, ravi, maya }) =>
        [asha, ravi, maya].map((uid) => [
          uid,
          { teamId: null, teamRole: null },
        ]),
    ),
    'Team "Nova" (ID) has 0 members and 0 leaders.',
  ],
  [
    "a member whose own row says another role",
    damaged(same, ({ ravi }) => [[ravi, { teamRole: "leader" }]]),
    `Team "Nova" (ID) lists ID as member, ${DISAGREES}`,
  ],
  [
    "someone in a team that does not list them",
    damaged(same, ({ zoya, teamId }) => [
      [zoya, { teamId, teamRole: "member" }],
    ]),
    `The row of Zoya (ID) says member of team ID, ${NOT_LISTED}`,
  ],
  [
    "a role without a team",
    damaged(same, ({ zoya }) => [[zoya, { teamRole: "leader" }]]),
    `The row of Zoya (ID) says leader of team null, ${NOT_LISTED}`,
  ],
  [
    "members listed in the place of another, and too many",
    damaged(([asha, ravi]) =>
      asha && ravi ? [asha, ...Array(MAX_TEAM_SIZE).fill(ravi)] : [],
    ),
    `Team "Nova" (ID) has ${MAX_TEAM_SIZE + 1} members and 1 leaders.`,
    'Team "Nova" (ID) lists ID more than once.',
    `The row of Maya (ID) says member of team ID, ${NOT_LISTED}`,
  ],
  [
    "a member whose account is gone",
    ({ db }, { ravi }) => db.delete("users", ravi),
    `Team "Nova" (ID) lists ID as member, ${DISAGREES}`,
  ],
  [
    "a card of someone who is in a team",
    ({ db }, { asha }) => db.insert("listings", { subject: asha, ...CARD }),
    "The listing ID is of someone in a team, or of a team that takes nobody.",
  ],
  [
    "an opening and a request of a closed team",
    async ({ db }, { zoya, teamId }) => {
      await db.patch("teams", teamId, { isOpen: false });
      await db.insert("listings", {
        subject: teamId,
        ...OPENING,
        freeSlots: 1,
        facet: 1,
      });
      await db.insert("requests", { uid: zoya, teamId, ...REQUEST });
    },
    "The listing ID is of someone in a team, or of a team that takes nobody.",
    "The request ID cannot be accepted.",
  ],
  [
    "an opening that is out of date, and two cards of one person",
    async ({ db }, { zoya, teamId }) => {
      await db.insert("listings", {
        subject: teamId,
        ...OPENING,
        freeSlots: MAX_TEAM_SIZE,
        facet: MAX_TEAM_SIZE,
      });
      await db.insert("listings", { subject: zoya, ...CARD });
      await db.insert("listings", { subject: zoya, ...CARD });
    },
    'The opening ID does not say what "Nova" is.',
    "ID has more listings, requests or projects than one may have.",
  ],
  [
    "a request to leave a team that someone has left",
    ({ db }, { zoya, teamId }) =>
      db.insert("changeRequests", {
        userId: zoya,
        personName: "Zoya",
        kind: "leave",
        reason: "Please",
        teamId,
        teamName: "Nova",
        targetTeamId: null,
        targetTeamName: null,
      }),
    "The change request ID was made before their team changed.",
  ],
])("integrity finds %s", async (_what, damage, ...finds) => {
  const on = await stage();
  expect(await check()).toMatchObject({ count: 0, findings: [] });
  await backend.run(async (ctx) => damage(ctx, on));
  const { count, findings } = await check();
  const said = findings.map((sentence) => sentence.replace(/\d{8}\w+/g, "ID"));
  expect(said).toEqual(finds);
  expect(count).toBe(finds.length);
});

test("integrity finds nothing without any rows", async () => {
  expect(await check()).toEqual({
    count: 0,
    findings: [],
    teamsChecked: 0,
    peopleChecked: 0,
    isComplete: true,
  });
});

test("integrity is the same for organisers", async () => {
  const on = await stage();
  await deleteRow("teams", on.teamId);
  const rita = await asUser("Rita", { role: "organiser" });
  expect(await rita.organiser.integrity()).toEqual(await check());
});

test("integrity counts all findings and describes the first twenty", async () => {
  const misled = await crowd(21);
  await backend.run(async (ctx) => {
    for (const { uid } of misled)
      await ctx.db.patch("users", uid, { teamRole: "member" });
  });
  const { count, findings } = await check();
  expect([count, findings.length]).toEqual([21, 20]);
  expect(findings[0]).toContain("P1 (");
});

test("integrity says that it has not read everything, instead of finding that rows are missing", async () => {
  const { zoya } = await stage();
  await backend.run(async ({ db }) => {
    for (let row = 0; row < 3; row++)
      await db.insert("listings", {
        ...CARD,
        subject: zoya,
        text: "x".repeat(900_000),
      });
  });
  expect(await check()).toMatchObject({ count: 0, isComplete: false });
});
