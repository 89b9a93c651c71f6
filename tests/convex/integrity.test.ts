import { beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "#convex/_generated/api";
import type { Doc, Id } from "#convex/_generated/dataModel";
import type { MutationCtx } from "#convex/_generated/server";
import { examine } from "#convex/model/teams/integrity";
import type { Integrity } from "#convex/shared/organiserValidators";
import type { TeamMember } from "#convex/shared/validators";
import { asUser, crowd, formTeam, newBackend, type Backend } from "./setup";

const SOUND = {
  overfullTeams: 0,
  disagreeingMembers: 0,
  leaderlessTeams: 0,
  orphans: 0,
  strays: 0,
};

const CARD = {
  name: "Someone",
  college: "",
  collegeKey: "",
  skills: [],
  line: "",
};

let backend: Backend;
beforeEach(() => {
  backend = newBackend();
});

async function check(): Promise<Integrity> {
  return backend.query(internal.jobs.integrity.check, {});
}

/** Creates a team of three led by Asha, and Zoya without a team. */
async function stage() {
  const asha = await asUser(backend, "Asha");
  const ravi = await asUser(backend, "Ravi");
  const maya = await asUser(backend, "Maya");
  await formTeam([asha, ravi, maya]);
  const zoya = await asUser(backend, "Zoya");
  const teamId = (await asha.query(api.users.me, {}))?.teamId;
  if (!teamId) throw new Error("no team");
  return {
    asha: asha.uid,
    ravi: ravi.uid,
    maya: maya.uid,
    zoya: zoya.uid,
    teamId,
  };
}
type Stage = Awaited<ReturnType<typeof stage>>;
type Damage = (ctx: MutationCtx, on: Stage) => Promise<unknown>;

/** Changes the team's member list. */
function members(change: (members: TeamMember[], on: Stage) => TeamMember[]) {
  const damage: Damage = async (ctx, on) => {
    const team = await ctx.db.get("teams", on.teamId);
    if (team === null) throw new Error("no team");
    await ctx.db.patch("teams", team._id, {
      members: change(team.members, on),
    });
  };
  return damage;
}

/** Changes the row of one person. */
function row(
  name: "asha" | "ravi" | "zoya",
  change: (on: Stage) => Partial<Doc<"users">>,
) {
  const damage: Damage = (ctx, on) =>
    ctx.db.patch("users", on[name], change(on));
  return damage;
}

function listed(uid: Id<"users">, name: string): TeamMember {
  return { uid, name, role: "member", joinedAt: 1 };
}

/** Adds two people to the team and its list, as `join` would without the limit. */
const addTo: Damage = async (ctx, on) => {
  for (const name of ["Fourth", "Fifth"]) {
    const zoya = await ctx.db.get("users", on.zoya);
    if (zoya === null) throw new Error("no Zoya");
    const { _id, _creationTime, ...person } = zoya;
    const uid = await ctx.db.insert("users", {
      ...person,
      email: `${name}@example.in`,
      teamId: on.teamId,
      teamRole: "member",
    });
    await members((all) => [...all, listed(uid, name)])(ctx, on);
  }
};

const damages: {
  what: string;
  damage: Damage;
  counts: Partial<Integrity>;
  /**
   * The expected findings, with ids; the id of a row that the damage adds is
   * not compared.
   */
  says: (on: Stage) => unknown[];
}[] = [
  {
    what: "a team of five",
    damage: addTo,
    counts: { overfullTeams: 1 },
    says: ({ teamId }) => [`Team "Nova" (${teamId}) has 5 members.`],
  },
  {
    what: "a team without a leader",
    damage: async (ctx, on) => {
      await members((all) =>
        all.map((member) => ({ ...member, role: "member" })),
      )(ctx, on);
      await ctx.db.patch("users", on.asha, { teamRole: "member" });
    },
    counts: { leaderlessTeams: 1 },
    says: ({ teamId }) => [`Team "Nova" (${teamId}) has 0 leaders.`],
  },
  {
    what: "a team with two leaders",
    damage: async (ctx, on) => {
      await members((all) =>
        all.map((member) => ({
          ...member,
          role: member.uid === on.maya ? "member" : "leader",
        })),
      )(ctx, on);
      await ctx.db.patch("users", on.ravi, { teamRole: "leader" });
    },
    counts: { leaderlessTeams: 1 },
    says: ({ teamId }) => [`Team "Nova" (${teamId}) has 2 leaders.`],
  },
  {
    what: "a member whose own row says another role",
    damage: row("ravi", () => ({ teamRole: "leader" })),
    counts: { disagreeingMembers: 1 },
    says: ({ teamId, ravi }) => [
      `Team "Nova" (${teamId}) lists Ravi (${ravi}) as member, whose own row says leader of team ${teamId}.`,
    ],
  },
  {
    what: "a member whose own row says no team",
    damage: row("ravi", () => ({ teamId: null, teamRole: null })),
    counts: { disagreeingMembers: 1 },
    says: ({ teamId, ravi }) => [
      `Team "Nova" (${teamId}) lists Ravi (${ravi}) as member, whose own row says no role of no team.`,
    ],
  },
  {
    what: "someone in a team that does not list them",
    damage: row("zoya", ({ teamId }) => ({ teamId, teamRole: "member" })),
    counts: { disagreeingMembers: 1 },
    says: ({ teamId, zoya }) => [
      `The row of Zoya (${zoya}) says member of team ${teamId}, but Team "Nova" (${teamId}) does not list them.`,
    ],
  },
  {
    what: "a role without a team",
    damage: row("zoya", () => ({ teamRole: "leader" })),
    counts: { disagreeingMembers: 1 },
    says: ({ zoya }) => [`The row of Zoya (${zoya}) says leader of no team.`],
  },
  {
    what: "a member listed in the place of another",
    damage: members(([first, ...others], { ravi }) => [
      ...(first ? [first] : []),
      listed(ravi, "Ravi"),
      listed(ravi, "Ravi"),
      ...others.filter(({ uid }) => uid === ravi),
    ]),
    counts: { disagreeingMembers: 2 },
    says: ({ teamId, ravi, maya }) => [
      `Team "Nova" (${teamId}) lists Ravi (${ravi}) more than once.`,
      `The row of Maya (${maya}) says member of team ${teamId}, but Team "Nova" (${teamId}) does not list them.`,
    ],
  },
  {
    what: "someone in two teams",
    damage: async (ctx, on) => {
      const team = await ctx.db.get("teams", on.teamId);
      if (team === null) throw new Error("no team");
      const { _id, _creationTime, ...nova } = team;
      await ctx.db.insert("teams", {
        ...nova,
        name: "Copy",
        inviteCode: "COPY00",
        members: nova.members.filter(({ uid }) => uid === on.asha),
      });
    },
    counts: { disagreeingMembers: 1 },
    says: ({ teamId, asha }) => [
      expect.stringMatching(
        `^Team "Copy" \\(\\w+\\) lists Asha \\(${asha}\\) as leader, whose own row says leader of team ${teamId}\\.$`,
      ),
    ],
  },
  {
    what: "a team without members",
    damage: async (ctx, on) => {
      await members(() => [])(ctx, on);
      for (const uid of [on.asha, on.ravi, on.maya])
        await ctx.db.patch("users", uid, { teamId: null, teamRole: null });
    },
    counts: { orphans: 1 },
    says: ({ teamId }) => [`Team "Nova" (${teamId}) has no members.`],
  },
  {
    what: "a member whose account is gone",
    damage: (ctx, { ravi }) => ctx.db.delete("users", ravi),
    counts: { orphans: 1 },
    says: ({ teamId, ravi }) => [
      `Team "Nova" (${teamId}) lists Ravi (${ravi}), who has no account.`,
    ],
  },
  {
    what: "a card of someone who is in a team",
    damage: async (ctx, { asha }) => {
      await ctx.db.insert("cards", { userId: asha, ...CARD });
    },
    counts: { strays: 1 },
    says: () => [
      expect.stringMatching(/^The card \w+ is of Asha, who is in a team\.$/),
    ],
  },
  {
    what: "an opening and a request of a closed team",
    damage: async (ctx, { zoya, teamId }) => {
      await ctx.db.patch("teams", teamId, { isOpen: false });
      await ctx.db.insert("openings", {
        teamId,
        teamName: "Nova",
        building: "A game",
        skills: [],
        freeSlots: 1,
      });
      await ctx.db.insert("requests", {
        uid: zoya,
        teamId,
        personName: "Zoya",
        teamName: "Nova",
        sentBy: "person",
        note: "",
      });
    },
    counts: { strays: 2 },
    says: () => [
      expect.stringMatching(
        /^The opening \w+ is of "Nova", which is closed\.$/,
      ),
      expect.stringMatching(
        /^The request \w+ is of "Nova", which is closed\.$/,
      ),
    ],
  },
  {
    what: "an opening that is out of date, and two cards of one person",
    damage: async (ctx, { zoya, teamId }) => {
      await ctx.db.insert("openings", {
        teamId,
        teamName: "Nova",
        building: "A game",
        skills: [],
        freeSlots: 3,
      });
      for (let count = 0; count < 2; count++)
        await ctx.db.insert("cards", { userId: zoya, ...CARD });
    },
    counts: { strays: 2 },
    says: ({ zoya }) => [
      `The person ${zoya} has more than one card.`,
      expect.stringMatching(/^The opening \w+ does not say what "Nova" is\.$/),
    ],
  },
  {
    what: "a request to leave a team that someone has left",
    damage: async (ctx, { zoya, teamId }) => {
      await ctx.db.insert("changeRequests", {
        userId: zoya,
        personName: "Zoya",
        kind: "leave",
        reason: "Please",
        teamId,
        teamName: "Nova",
        targetTeamId: null,
        targetTeamName: null,
      });
    },
    counts: { strays: 1 },
    says: () => [expect.stringContaining("was made before their team changed")],
  },
  {
    what: "people whose team is gone",
    damage: (ctx, { teamId }) => ctx.db.delete("teams", teamId),
    counts: { orphans: 3 },
    says: ({ teamId, asha, ravi, maya }) => [
      `Asha (${asha}) is in team ${teamId}, which does not exist.`,
      `Ravi (${ravi}) is in team ${teamId}, which does not exist.`,
      `Maya (${maya}) is in team ${teamId}, which does not exist.`,
    ],
  },
];

describe("integrity", () => {
  test("is all zero without any rows", async () => {
    expect(await check()).toEqual({
      ...SOUND,
      findings: [],
      teamsChecked: 0,
      peopleChecked: 0,
      isComplete: true,
    });
  });

  test("is all zero after people create, join and leave teams and delete accounts", async () => {
    const people = await crowd(backend, 7);
    const [leader, ravi, maya, zoya, ...others] = people;
    if (!leader || !ravi || !maya || !zoya) throw new Error("seven people");
    await formTeam([leader, ravi, maya, zoya]);
    for (const person of others) await formTeam([person]);
    await leader.mutation(api.teams.leave, {});
    await zoya.mutation(api.account.remove, {});
    await others[0]?.mutation(api.teams.leave, {});
    expect(await check()).toMatchObject({
      ...SOUND,
      findings: [],
      teamsChecked: 3,
      peopleChecked: 6,
    });
  });

  test.each(damages)("finds $what", async ({ damage, counts, says }) => {
    const on = await stage();
    expect(await check()).toMatchObject(SOUND);
    await backend.run(async (ctx) => damage(ctx, on));
    const { findings, ...found } = await check();
    expect(found).toMatchObject({ ...SOUND, ...counts });
    expect(findings).toEqual(says(on));
  });

  test("is the same for organisers", async () => {
    const on = await stage();
    await backend.run(async (ctx) => ctx.db.delete("teams", on.teamId));
    const rita = await asUser(backend, "Rita", { role: "organiser" });
    expect(await rita.query(api.organiser.integrity, {})).toEqual(
      await check(),
    );
  });

  test("counts all findings and describes the first twenty", async () => {
    const people = await crowd(backend, 21);
    await backend.run(async (ctx) => {
      for (const { uid } of people)
        await ctx.db.patch("users", uid, { teamRole: "member" });
    });
    const { disagreeingMembers, findings } = await check();
    expect(disagreeingMembers).toBe(21);
    expect(findings).toHaveLength(20);
    expect(findings[0]).toContain("P1 (");
  });

  test("does not report rows beyond a bounded read as missing", async () => {
    await stage();
    const { teams, users } = await backend.run(async (ctx) => ({
      teams: await ctx.db.query("teams").collect(),
      users: await ctx.db.query("users").collect(),
    }));
    const all = { isComplete: true };
    const cut = { rows: [], isComplete: false };
    expect(
      examine({ teams: { rows: teams, ...all }, people: cut }),
    ).toMatchObject({ ...SOUND, teamsChecked: 1, isComplete: false });
    expect(
      examine({ teams: cut, people: { rows: users, ...all } }),
    ).toMatchObject({ ...SOUND, peopleChecked: 4, isComplete: false });
  });
});
