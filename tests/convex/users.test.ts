import { describe, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import * as Users from "#convex/model/users";
import { asUser, codeOf, formTeam, newBackend, refusalOf } from "./setup";

describe("users.me", () => {
  test("returns the caller's own profile", async () => {
    const backend = newBackend();
    await asUser(backend, "Ravi");
    const asha = await asUser(backend, "Asha", {
      createdAt: 1_745_900_000_000,
    });
    expect(await asha.query(api.users.me, {})).toEqual({
      _id: asha.uid,
      name: "Asha",
      displayName: "Asha",
      email: "asha@example.in",
      image: null,
      createdAt: 1_745_900_000_000,
      role: "participant",
      isProfileComplete: false,
      teamId: null,
      teamRole: null,
      hasRegisteredPlace: false,
    });
  });

  test("returns the picture if there is one", async () => {
    const image = "https://example.in/asha.png";
    const asha = await asUser(newBackend(), "Asha", { image });
    expect((await asha.query(api.users.me, {}))?.image).toBe(image);
  });

  test("returns null to a stranger", async () => {
    expect(await newBackend().query(api.users.me, {})).toBeNull();
  });

  test("returns null after the session is deleted", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    await backend.run((ctx) => ctx.db.delete("authSessions", asha.sessionId));
    expect(await asha.query(api.users.me, {})).toBeNull();
  });

  test("returns null for a session of another person", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    const ravi = await asUser(backend, "Ravi");
    const forged = backend.withIdentity({
      subject: `${asha.uid}|${ravi.sessionId}`,
    });
    expect(await forged.query(api.users.me, {})).toBeNull();
  });

  test("returns null after the person is deleted", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    await backend.run((ctx) => ctx.db.delete("users", asha.uid));
    expect(await asha.query(api.users.me, {})).toBeNull();
  });
});

describe("users.rename", () => {
  test("changes the name in the profile and in the team", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    const ravi = await asUser(backend, "Ravi");
    await formTeam([asha, ravi]);
    const name = "  Ravi \n Kumar ";
    expect(await ravi.mutation(api.users.rename, { name })).toBeNull();
    expect(await ravi.query(api.users.me, {})).toMatchObject({
      name: "Ravi Kumar",
      displayName: "Ravi Kumar",
    });
    const team = await asha.query(api.teams.mine, {});
    expect(team?.members.map((member) => member.name)).toEqual([
      "Asha",
      "Ravi Kumar",
    ]);
  });

  test("stores a name that looks like a script unchanged", async () => {
    const asha = await asUser(newBackend(), "Asha");
    const name = "<script>alert(1)</script>";
    await asha.mutation(api.users.rename, { name });
    expect((await asha.query(api.users.me, {}))?.name).toBe(name);
  });

  test.each([
    ["", "required"],
    [" \u200b ", "required"],
    ["x".repeat(81), "too_long"],
  ])("refuses %j as %s", async (name, code) => {
    const asha = await asUser(newBackend(), "Asha");
    const call = asha.mutation(api.users.rename, { name });
    expect(await refusalOf(call)).toMatchObject({ code, field: "name" });
    expect((await asha.query(api.users.me, {}))?.name).toBe("Asha");
  });

  test("refuses a stranger", async () => {
    const call = newBackend().mutation(api.users.rename, { name: "Me" });
    expect(await codeOf(call)).toBe("not_signed_in");
  });
});

describe("a change of name", () => {
  test("reaches the profile and the team", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    const ravi = await asUser(backend, "Ravi");
    await formTeam([asha, ravi]);
    await backend.run(async (ctx) => {
      const user = await ctx.db.get("users", ravi.uid);
      if (user) await Users.rename(ctx, user, "Ravi Kumar");
    });
    expect(await ravi.query(api.users.me, {})).toMatchObject({
      name: "Ravi Kumar",
      displayName: "Ravi Kumar",
    });
    const team = await asha.query(api.teams.mine, {});
    expect(team?.members.map(({ name, role }) => [name, role])).toEqual([
      ["Asha", "leader"],
      ["Ravi Kumar", "member"],
    ]);
  });

  test("needs no team", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    await backend.run(async (ctx) => {
      const user = await ctx.db.get("users", asha.uid);
      if (user) await Users.rename(ctx, user, "Asha Rao");
    });
    expect((await asha.query(api.users.me, {}))?.name).toBe("Asha Rao");
  });
});

describe("users.notePlace", () => {
  test("keeps the caller's own tick, and takes it back", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    const ravi = await asUser(backend, "Ravi");
    for (const hasRegisteredPlace of [true, true, false]) {
      await asha.mutation(api.users.notePlace, { hasRegisteredPlace });
      expect(await asha.query(api.users.me, {})).toMatchObject({
        hasRegisteredPlace,
      });
    }
    expect(await ravi.query(api.users.me, {})).toMatchObject({
      hasRegisteredPlace: false,
    });
  });

  test("refuses strangers", async () => {
    const call = newBackend().mutation(api.users.notePlace, {
      hasRegisteredPlace: true,
    });
    expect(await refusalOf(call)).toMatchObject({ code: "not_signed_in" });
  });
});
