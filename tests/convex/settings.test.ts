import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "#convex/_generated/api";
import type { Settings } from "#convex/shared/settings";
import { asUser, codeOf, crowd, formTeam, newBackend } from "./setup";
import type { Backend } from "./setup";

const OPEN: Settings = {
  teamChangesOpen: true,
  submissionsOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
};

async function typeIn(backend: Backend, ...rows: Settings[]): Promise<void> {
  await backend.run(async (ctx) => {
    for (const row of rows) await ctx.db.insert("settings", row);
  });
}

async function stored(backend: Backend) {
  const rows = await backend.run((ctx) => ctx.db.query("settings").collect());
  return rows.map(({ _id, _creationTime, ...settings }) => settings);
}

async function audited(backend: Backend) {
  return backend.run((ctx) => ctx.db.query("auditLog").collect());
}

describe("settings.current", () => {
  test("is open and shown by default", async () => {
    expect(await newBackend().query(api.settings.current, {})).toEqual(OPEN);
  });

  test("returns the row's fields to anyone", async () => {
    const backend = newBackend();
    const settings = { ...OPEN, submissionsOpen: false, bannerShown: false };
    await typeIn(backend, settings);
    const asha = await asUser(backend, "Asha");
    for (const caller of [backend, asha])
      expect(await caller.query(api.settings.current, {})).toEqual(settings);
  });

  test("uses the first row when someone adds a second by hand", async () => {
    const backend = newBackend();
    const first = { ...OPEN, teamChangesOpen: false };
    await typeIn(backend, first, OPEN);
    expect(await backend.query(api.settings.current, {})).toEqual(first);
  });
});

describe("the phase of the event", () => {
  test("is open where the row does not say, and stays unwritten", async () => {
    const backend = newBackend();
    const { phase, ...unsaid } = OPEN;
    await backend.run((ctx) => ctx.db.insert("settings", unsaid));
    expect(await backend.query(api.settings.current, {})).toEqual(OPEN);
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    await omar.mutation(api.settings.change, { phase });
    expect(await stored(backend)).toEqual([unsaid]);
    expect(await audited(backend)).toEqual([]);
  });

  test.each(["closed", "live", "over", "open"] as const)(
    "is %s when an organiser says so, and whatever the clock says",
    async (phase) => {
      const backend = newBackend();
      const before: Settings = {
        ...OPEN,
        phase: phase === "open" ? "over" : "open",
      };
      await typeIn(backend, before);
      const omar = await asUser(backend, "Omar", { role: "organiser" });
      await omar.mutation(api.settings.change, { phase });
      expect(await stored(backend)).toEqual([{ ...OPEN, phase }]);
      expect(await audited(backend)).toMatchObject([
        { before: { phase: before.phase }, after: { phase } },
      ]);
    },
  );

  test("is none but these four, and no one else sets it", async () => {
    const backend = newBackend();
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    const asha = await asUser(backend, "Asha");
    await expect(
      omar.mutation(api.settings.change, { phase: "soon" as "open" }),
    ).rejects.toThrow(/Validator/);
    await expect(
      asha.mutation(api.settings.change, { phase: "over" }),
    ).rejects.toMatchObject({ data: { code: "organisers_only" } });
    expect(await stored(backend)).toEqual([]);
  });
});

describe("settings.change", () => {
  test("changes the given settings and keeps the others", async () => {
    const backend = newBackend();
    await typeIn(backend, { ...OPEN, bannerShown: false });
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    const changes = { teamChangesOpen: false, submissionsOpen: false };
    expect(await omar.mutation(api.settings.change, changes)).toBeNull();
    const expected = { ...OPEN, ...changes, bannerShown: false };
    expect(await backend.query(api.settings.current, {})).toEqual(expected);
    expect(await stored(backend)).toEqual([
      { ...expected, teamChangesClosedAt: expect.any(Number) },
    ]);
  });

  test("creates the row if there is none", async () => {
    const backend = newBackend();
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    await omar.mutation(api.settings.change, { bannerShown: false });
    expect(await stored(backend)).toEqual([{ ...OPEN, bannerShown: false }]);
  });

  test("changes the first row if there are several", async () => {
    const backend = newBackend();
    await typeIn(backend, OPEN, OPEN);
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    await omar.mutation(api.settings.change, { bannerShown: false });
    expect(await stored(backend)).toEqual([
      { ...OPEN, bannerShown: false },
      OPEN,
    ]);
  });

  test("submissions cannot close before they open", async () => {
    const backend = newBackend();
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    expect(
      await codeOf(
        omar.mutation(api.settings.change, {
          submissionsOpenAt: 2_000,
          submissionsCloseAt: 1_000,
        }),
      ),
    ).toBe("closes_before_it_opens");
    await omar.mutation(api.settings.change, { submissionsOpenAt: 2_000 });
    expect(
      await codeOf(
        omar.mutation(api.settings.change, { submissionsCloseAt: 2_000 }),
      ),
    ).toBe("closes_before_it_opens");
    expect(await stored(backend)).toMatchObject([{ submissionsOpenAt: 2_000 }]);
  });

  test("records what changed, before and after", async () => {
    const backend = newBackend();
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    await omar.mutation(api.settings.change, {
      bannerShown: false,
      submissionsOpen: true,
    });
    expect(await audited(backend)).toMatchObject([
      {
        actorId: omar.uid,
        actorName: "Omar",
        action: "settings changed",
        target: "settings",
        before: { bannerShown: true },
        after: { bannerShown: false },
      },
    ]);
    const [entry] = await audited(backend);
    expect(Object.keys(entry?.after ?? {})).toEqual(["bannerShown"]);
  });

  test("writes and records nothing if nothing changes", async () => {
    const backend = newBackend();
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    await omar.mutation(api.settings.change, {});
    await omar.mutation(api.settings.change, { bannerShown: true });
    expect(await stored(backend)).toEqual([]);
    expect(await audited(backend)).toEqual([]);
  });

  test("refuses participants and strangers", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    const refusals = [asha, backend].map((caller) =>
      codeOf(caller.mutation(api.settings.change, { bannerShown: false })),
    );
    expect(await Promise.all(refusals)).toEqual([
      "organisers_only",
      "not_signed_in",
    ]);
    expect(await stored(backend)).toEqual([]);
    expect(await audited(backend)).toEqual([]);
  });
});

describe("while team changes are closed", () => {
  const closed = { ...OPEN, teamChangesOpen: false };

  test("teams can be neither created, joined nor left", async () => {
    const backend = newBackend();
    const [asha, ravi] = await crowd(backend, 2);
    if (!asha || !ravi) throw new Error("two people");
    const inviteCode = await formTeam([asha]);
    const before = await asha.query(api.teams.mine, {});
    await typeIn(backend, closed);
    const calls = [
      ravi.mutation(api.teams.create, { name: "Late" }),
      ravi.mutation(api.teams.create, { name: "" }),
      ravi.mutation(api.teams.join, { inviteCode }),
      ravi.mutation(api.teams.join, { inviteCode: "NO" }),
      asha.mutation(api.teams.leave, {}),
    ];
    for (const call of calls)
      expect(await codeOf(call)).toBe("team_changes_closed");
    expect(await asha.query(api.teams.mine, {})).toEqual(before);
    expect((await ravi.query(api.users.me, {}))?.teamId).toBeNull();
  });

  test("a stranger is told to sign in, not that changes are closed", async () => {
    const backend = newBackend();
    await typeIn(backend, closed);
    const call = backend.mutation(api.teams.create, { name: "Late" });
    expect(await codeOf(call)).toBe("not_signed_in");
  });

  test("deleting an account still takes the person out of the team", async () => {
    const backend = newBackend();
    const [asha, ravi] = await crowd(backend, 2);
    if (!asha || !ravi) throw new Error("two people");
    await formTeam([asha, ravi]);
    await typeIn(backend, closed);
    await asha.mutation(api.account.remove, {});
    expect((await ravi.query(api.teams.mine, {}))?.members).toMatchObject([
      { uid: ravi.uid, role: "leader" },
    ]);
  });

  test("a new name still reaches the team", async () => {
    const backend = newBackend();
    const [asha] = await crowd(backend, 1);
    if (!asha) throw new Error("one person");
    await formTeam([asha]);
    await typeIn(backend, closed);
    await asha.mutation(api.users.rename, { name: "Asha Rao" });
    expect((await asha.query(api.teams.mine, {}))?.members).toMatchObject([
      { name: "Asha Rao" },
    ]);
  });

  test("teams can change again after an organiser opens them", async () => {
    const backend = newBackend();
    await typeIn(backend, closed);
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    const asha = await asUser(backend, "Asha");
    await omar.mutation(api.settings.change, { teamChangesOpen: true });
    await asha.mutation(api.teams.create, { name: "Nova" });
    await asha.mutation(api.teams.leave, {});
    expect(await asha.query(api.teams.mine, {})).toBeNull();
  });
});

describe("a time at which team changes close", () => {
  const NOON = Date.parse("2026-06-26T12:00:00+05:30");
  const HOUR = 60 * 60 * 1000;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON - HOUR });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function scheduled() {
    const backend = newBackend();
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    await omar.mutation(api.settings.change, { teamChangesCloseAt: NOON });
    return { backend, omar };
  }
  const state = (backend: Backend) =>
    backend.query(api.settings.teamChanges, { at: Date.now() });

  test("is announced before, and nothing closes a millisecond early", async () => {
    const { backend } = await scheduled();
    expect(await state(backend)).toEqual({
      state: "open",
      opensAt: 0,
      closesAt: NOON,
      closedSince: null,
      next: { at: NOON, inMs: HOUR },
    });
    vi.setSystemTime(NOON - 1);
    const asha = await asUser(backend, "Asha");
    await asha.mutation(api.teams.create, { name: "In time" });
  });

  test("closes for everyone at that instant, though nothing runs then", async () => {
    const { backend, omar } = await scheduled();
    const [asha, ravi] = await crowd(backend, 2);
    if (!asha || !ravi) throw new Error("two people");
    const inviteCode = await formTeam([asha]);
    vi.setSystemTime(NOON);
    const calls = [
      ravi.mutation(api.teams.create, { name: "Late" }),
      ravi.mutation(api.teams.join, { inviteCode }),
      asha.mutation(api.teams.leave, {}),
      omar.mutation(api.teams.create, { name: "Mine" }),
    ];
    for (const call of calls)
      expect(await codeOf(call)).toBe("team_changes_closed");
    expect(await state(backend)).toEqual({
      state: "closed",
      opensAt: 0,
      closesAt: NOON,
      closedSince: NOON,
      next: null,
    });
  });

  test("asking with a later time closes nothing early", async () => {
    const { backend } = await scheduled();
    const early = await backend.query(api.settings.teamChanges, {
      at: NOON + HOUR,
    });
    expect(early.state).toBe("open");
  });

  test("is taken away by null, and by opening once it is over", async () => {
    const { backend, omar } = await scheduled();
    await omar.mutation(api.settings.change, { teamChangesCloseAt: null });
    expect(await stored(backend)).toEqual([OPEN]);
    await omar.mutation(api.settings.change, { teamChangesCloseAt: NOON });
    vi.setSystemTime(NOON + HOUR);
    await omar.mutation(api.settings.change, { teamChangesOpen: true });
    expect(await state(backend)).toMatchObject({ state: "open" });
    expect(await stored(backend)).toEqual([OPEN]);
    const [, , , last] = await audited(backend);
    expect(last).toMatchObject({
      before: { teamChangesCloseAt: NOON },
      after: { teamChangesCloseAt: null },
    });
  });

  test("a time to come stays when team changes are opened", async () => {
    const { backend, omar } = await scheduled();
    await omar.mutation(api.settings.change, { teamChangesOpen: false });
    await omar.mutation(api.settings.change, { teamChangesOpen: true });
    expect(await stored(backend)).toEqual([
      { ...OPEN, teamChangesCloseAt: NOON },
    ]);
  });

  test("the switch closes before the time, and is told since when", async () => {
    const { backend, omar } = await scheduled();
    await omar.mutation(api.settings.change, { teamChangesOpen: false });
    const closed = {
      state: "closed",
      closedSince: NOON - HOUR,
      next: null,
    };
    expect(await state(backend)).toMatchObject(closed);
    vi.setSystemTime(NOON + HOUR);
    expect(await state(backend)).toMatchObject(closed);
  });

  test("no one knows since when a row typed by hand is closed", async () => {
    const backend = newBackend();
    await typeIn(backend, { ...OPEN, teamChangesOpen: false });
    expect(await state(backend)).toMatchObject({
      state: "closed",
      closedSince: null,
    });
  });

  test("must be an instant", async () => {
    const { omar } = await scheduled();
    for (const teamChangesCloseAt of [Number.NaN, -1, Infinity, 1e300])
      expect(
        await codeOf(
          omar.mutation(api.settings.change, { teamChangesCloseAt }),
        ),
      ).toBe("required");
  });
});
