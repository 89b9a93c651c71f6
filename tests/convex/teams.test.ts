import { describe, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { MAX_TEAM_SIZE } from "#convex/shared/teams";
import {
  asUser,
  codeOf,
  crowd,
  formTeam,
  newBackend,
  refusalOf,
  type Backend,
} from "./setup";

async function allTeams(backend: Backend) {
  return backend.run((ctx) => ctx.db.query("teams").collect());
}

describe("teams.create", () => {
  test("makes the caller the leader of a new team", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    const teamId = await asha.mutation(api.teams.create, {
      name: "  Nova   Prime ",
      description: " builds\r\nthings ",
    });
    const me = await asha.query(api.users.me, {});
    expect(me).toMatchObject({ teamId, teamRole: "leader" });
    expect(await asha.query(api.teams.mine, {})).toEqual({
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
    });
    expect(await allTeams(backend)).toMatchObject([{ createdBy: asha.uid }]);
  });

  test("needs no description", async () => {
    const asha = await asUser(newBackend(), "Asha");
    await asha.mutation(api.teams.create, { name: "Nova" });
    const team = await asha.query(api.teams.mine, {});
    expect(team?.description).toBe("");
  });

  test.each([
    [{ name: "" }, "required", "name", "Team name is required"],
    [{ name: " \u200b " }, "required", "name", "Team name is required"],
    [
      { name: "x".repeat(51) },
      "too_long",
      "name",
      "Team name must be at most 50 characters long",
    ],
    [
      { name: "Nova", description: "x".repeat(501) },
      "too_long",
      "description",
      "Description must be at most 500 characters long",
    ],
  ])("refuses %j as %s", async (args, code, field, message) => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    const refusal = await refusalOf(asha.mutation(api.teams.create, args));
    expect(refusal).toMatchObject({ code, field, message });
    expect(await allTeams(backend)).toEqual([]);
  });

  test("accepts the longest name and description", async () => {
    const asha = await asUser(newBackend(), "Asha");
    const args = { name: "x".repeat(50), description: "y".repeat(500) };
    await asha.mutation(api.teams.create, args);
    expect(await asha.query(api.teams.mine, {})).toMatchObject(args);
  });

  test("refuses a person who is in a team", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    await formTeam([asha]);
    const again = asha.mutation(api.teams.create, { name: "Second" });
    expect(await codeOf(again)).toBe("already_in_team");
    expect(await allTeams(backend)).toHaveLength(1);
  });

  test("creates one team from two concurrent calls", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    const calls = ["One", "Two"].map((name) =>
      asha.mutation(api.teams.create, { name }),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "rejected",
    ]);
    expect(await allTeams(backend)).toHaveLength(1);
  });

  test("refuses a stranger", async () => {
    const backend = newBackend();
    const call = backend.mutation(api.teams.create, { name: "Nova" });
    expect(await codeOf(call)).toBe("not_signed_in");
    expect(await allTeams(backend)).toEqual([]);
  });
});

describe("teams.join", () => {
  test("adds a member at the end of the list", async () => {
    const backend = newBackend();
    const [asha, ravi, mira] = await crowd(backend, 3);
    if (!asha || !ravi || !mira) throw new Error("three people");
    await formTeam([asha, ravi, mira]);
    const seen = await ravi.query(api.teams.mine, {});
    expect(
      seen?.members.map(({ uid, name, role }) => ({ uid, name, role })),
    ).toEqual([
      { uid: asha.uid, name: "P1", role: "leader" },
      { uid: ravi.uid, name: "P2", role: "member" },
      { uid: mira.uid, name: "P3", role: "member" },
    ]);
    expect(await ravi.query(api.users.me, {})).toMatchObject({
      teamId: seen?._id,
      teamRole: "member",
    });
    expect(await asha.query(api.teams.mine, {})).toEqual(seen);
  });

  test("refuses an empty code", async () => {
    const ravi = await asUser(newBackend(), "Ravi");
    const call = ravi.mutation(api.teams.join, { inviteCode: "  " });
    expect(await refusalOf(call)).toMatchObject({
      code: "required",
      field: "inviteCode",
      message: "Invite code is required",
    });
  });

  test.each(["ABC123", "abc123", "ABC12", "ABC1234", "A".repeat(100_000)])(
    "returns null for a code that no team has",
    async (inviteCode) => {
      const ravi = await asUser(newBackend(), "Ravi");
      expect(await ravi.mutation(api.teams.join, { inviteCode })).toBeNull();
      expect(await ravi.query(api.users.me, {})).toMatchObject({
        teamId: null,
      });
    },
  );

  test("matches the code exactly as typed", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    const ravi = await asUser(backend, "Ravi");
    await formTeam([asha]);
    const teamId = await backend.run(async (ctx) => {
      const team = await ctx.db.query("teams").unique();
      if (team) await ctx.db.patch("teams", team._id, { inviteCode: "ABCD12" });
      return team?._id;
    });
    for (const inviteCode of ["abcd12", "Abcd12", " ABCD12", "ABCD12 "])
      expect(await ravi.mutation(api.teams.join, { inviteCode })).toBeNull();
    expect(await ravi.mutation(api.teams.join, { inviteCode: "ABCD12" })).toBe(
      teamId,
    );
    expect((await ravi.query(api.teams.mine, {}))?.members).toHaveLength(2);
  });

  test("refuses a fifth member", async () => {
    const backend = newBackend();
    const [asha, ...others] = await crowd(backend, MAX_TEAM_SIZE + 1);
    const fifth = others.pop();
    if (!asha || !fifth) throw new Error("five people");
    const inviteCode = await formTeam([asha, ...others]);
    const call = fifth.mutation(api.teams.join, { inviteCode });
    expect(await refusalOf(call)).toMatchObject({
      code: "team_full",
      message: "Team is already full",
    });
    expect(await fifth.query(api.users.me, {})).toMatchObject({
      teamId: null,
      teamRole: null,
    });
  });

  test("admits three of twelve people to a team with three places", async () => {
    const backend = newBackend();
    const leader = await asUser(backend, "Asha");
    const inviteCode = await formTeam([leader]);
    const racers = await crowd(backend, 12);
    const codes = await Promise.all(
      racers.map((racer) =>
        racer.mutation(api.teams.join, { inviteCode }).then(
          () => "joined",
          (error: unknown) => codeOf(Promise.reject(error)),
        ),
      ),
    );
    expect(codes.filter((code) => code === "joined")).toHaveLength(3);
    expect(codes.filter((code) => code === "team_full")).toHaveLength(9);
    const team = await leader.query(api.teams.mine, {});
    const placed = await Promise.all(
      racers.map((racer) => racer.query(api.users.me, {})),
    );
    expect(
      placed.filter((me) => me?.teamId === team?._id).map((me) => me?._id),
    ).toEqual(team?.members.slice(1).map(({ uid }) => uid));
    expect(team?.members).toHaveLength(MAX_TEAM_SIZE);
  });

  test("refuses a person who is in a team, even their own", async () => {
    const backend = newBackend();
    const [asha, ravi] = await crowd(backend, 2);
    if (!asha || !ravi) throw new Error("two people");
    const own = await formTeam([asha]);
    const other = await formTeam([ravi], "Other");
    for (const inviteCode of [own, other]) {
      const call = asha.mutation(api.teams.join, { inviteCode });
      expect(await refusalOf(call)).toMatchObject({
        code: "already_in_team",
        message: "You are already in a team",
      });
    }
    expect((await ravi.query(api.teams.mine, {}))?.members).toHaveLength(1);
  });

  test("refuses a stranger, whatever the code", async () => {
    const backend = newBackend();
    const inviteCode = await formTeam([await asUser(backend, "Asha")]);
    for (const code of [inviteCode, "ABC123", ""]) {
      const call = backend.mutation(api.teams.join, { inviteCode: code });
      expect(await codeOf(call)).toBe("not_signed_in");
    }
  });
});

describe("teams.leave", () => {
  test("takes a member out and keeps the leader", async () => {
    const backend = newBackend();
    const [asha, ravi] = await crowd(backend, 2);
    if (!asha || !ravi) throw new Error("two people");
    await formTeam([asha, ravi]);
    await ravi.mutation(api.teams.leave, {});
    expect(await ravi.query(api.teams.mine, {})).toBeNull();
    expect(await ravi.query(api.users.me, {})).toMatchObject({
      teamId: null,
      teamRole: null,
    });
    expect((await asha.query(api.teams.mine, {}))?.members).toMatchObject([
      { uid: asha.uid, role: "leader" },
    ]);
  });

  test("passes leadership to the first remaining member", async () => {
    const backend = newBackend();
    const [asha, ravi, mira] = await crowd(backend, 3);
    if (!asha || !ravi || !mira) throw new Error("three people");
    await formTeam([asha, ravi, mira]);
    await asha.mutation(api.teams.leave, {});
    expect((await mira.query(api.teams.mine, {}))?.members).toMatchObject([
      { uid: ravi.uid, role: "leader" },
      { uid: mira.uid, role: "member" },
    ]);
    expect((await ravi.query(api.users.me, {}))?.teamRole).toBe("leader");
    expect((await mira.query(api.users.me, {}))?.teamRole).toBe("member");
  });

  test("deletes the team with its last member", async () => {
    const backend = newBackend();
    const [asha, ravi] = await crowd(backend, 2);
    if (!asha || !ravi) throw new Error("two people");
    const inviteCode = await formTeam([asha, ravi]);
    await asha.mutation(api.teams.leave, {});
    await ravi.mutation(api.teams.leave, {});
    expect(await allTeams(backend)).toEqual([]);
    expect(await ravi.mutation(api.teams.join, { inviteCode })).toBeNull();
  });

  test("lets a former leader rejoin as a member", async () => {
    const backend = newBackend();
    const [asha, ravi] = await crowd(backend, 2);
    if (!asha || !ravi) throw new Error("two people");
    const inviteCode = await formTeam([asha, ravi]);
    await asha.mutation(api.teams.leave, {});
    await asha.mutation(api.teams.join, { inviteCode });
    expect((await asha.query(api.teams.mine, {}))?.members).toMatchObject([
      { uid: ravi.uid, role: "leader" },
      { uid: asha.uid, role: "member" },
    ]);
  });

  test("refuses a person without a team", async () => {
    const asha = await asUser(newBackend(), "Asha");
    const call = asha.mutation(api.teams.leave, {});
    expect(await codeOf(call)).toBe("not_in_team");
  });

  test("refuses a stranger", async () => {
    const call = newBackend().mutation(api.teams.leave, {});
    expect(await codeOf(call)).toBe("not_signed_in");
  });
});

describe("teams.mine", () => {
  test("returns code and members to members only", async () => {
    const backend = newBackend();
    const [asha, ravi, mira] = await crowd(backend, 3);
    if (!asha || !ravi || !mira) throw new Error("three people");
    await formTeam([asha]);
    await formTeam([ravi], "Other");
    expect((await ravi.query(api.teams.mine, {}))?.name).toBe("Other");
    expect(await mira.query(api.teams.mine, {})).toBeNull();
    expect(await backend.query(api.teams.mine, {})).toBeNull();
  });
});
