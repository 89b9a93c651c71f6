import type { FunctionArgs } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import { indianTime } from "#convex/platform/shared/indianTime";
import { api } from "#convex/_generated/api";

import type { Settings } from "#convex/settings/shared";
import {
  asUser,
  backend,
  expectRefusal,
  formTeam,
  insertRow,
  must,
  people,
  refusalOf,
  rowsIn,
  teamSeenBy,
  type Person,
} from "./setup";

const OPEN: Settings = {
  teamChangesOpen: true,
  submissionsOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
};

let omar: Person;
beforeEach(async () => {
  omar = await asUser("Omar", { role: "organiser" });
});

const change = (wanted: FunctionArgs<typeof api.settings.change>) =>
  omar.settings.change(wanted);
const current = () => backend.settings.current();

async function typeIn(...rows: Settings[]): Promise<void> {
  await backend.run(async (ctx) => {
    for (const row of rows) await ctx.db.insert("settings", row);
  });
}

async function stored() {
  const rows = await rowsIn("settings");
  return rows.map(({ _id, _creationTime, ...settings }) => settings);
}

const audited = () => rowsIn("auditLog");

test("settings.current is open and shown by default", async () => {
  expect(await backend.settings.current()).toEqual(OPEN);
});

test("settings.current returns the row's fields to anyone", async () => {
  const settings = { ...OPEN, submissionsOpen: false, bannerShown: false };
  await typeIn(settings);
  const asha = await asUser("Asha");
  for (const caller of [backend, asha])
    expect(await caller.settings.current()).toEqual(settings);
});

test("the phase of the event is open where the row does not say, and stays unwritten", async () => {
  const { phase, ...unsaid } = OPEN;
  await insertRow("settings", unsaid);
  expect(await current()).toEqual(OPEN);
  await change({ phase });
  expect(await stored()).toEqual([unsaid]);
  expect(await audited()).toEqual([]);
});

test.each(["closed", "live", "over", "open"] as const)(
  "the phase of the event is %s when an organiser says so, and whatever the clock says",
  async (phase) => {
    const before: Settings = {
      ...OPEN,
      phase: phase === "open" ? "over" : "open",
    };
    await typeIn(before);
    await change({ phase });
    expect(await stored()).toEqual([{ ...OPEN, phase }]);
    expect(await audited()).toMatchObject([
      { before: { phase: before.phase }, after: { phase } },
    ]);
  },
);

test("settings.change changes the given settings and keeps the others", async () => {
  await typeIn({ ...OPEN, bannerShown: false });
  const changes = { teamChangesOpen: false, submissionsOpen: false };
  expect(await change(changes)).toBeNull();
  const expected = { ...OPEN, ...changes, bannerShown: false };
  expect(await current()).toEqual(expected);
  expect(await stored()).toEqual([
    { ...expected, teamChangesClosedAt: expect.any(Number) },
  ]);
});

test("settings.change submissions cannot close before they open", async () => {
  await expectRefusal(
    change({ submissionsOpenAt: 2_000, submissionsCloseAt: 1_000 }),
    "closes_before_it_opens",
  );
  await change({ submissionsOpenAt: 2_000 });
  await expectRefusal(
    change({ submissionsCloseAt: 2_000 }),
    "closes_before_it_opens",
  );
  expect(await stored()).toMatchObject([{ submissionsOpenAt: 2_000 }]);
});

test("settings.change the event cannot end before it starts", async () => {
  await change({ startsAt: 2_000, endsAt: 3_000 });
  const { startsAt, endsAt } = await current();
  expect({ startsAt, endsAt }).toEqual({ startsAt: 2_000, endsAt: 3_000 });
  const refused = await refusalOf(change({ endsAt: 2_000 }));
  expect(refused).toMatchObject({
    code: "ends_before_it_starts",
    field: "endsAt",
  });
  await expectRefusal(change({ startsAt: 3_000 }), refused.code);
  // The end has passed.
  await expectRefusal(change({ startsAt: "now" }), refused.code);
  await expectRefusal(change({ startsAt: NaN }), "required");
  await change({ startsAt: null, endsAt: null });
  expect(await current()).not.toHaveProperty("startsAt");
  expect(await stored()).toEqual([OPEN]);
});

test("settings.change an organiser starts the event by hand, at the deployment's time", async () => {
  vi.useFakeTimers({ now: 5_000 });
  await change({ startsAt: "now" });
  expect(await current()).toMatchObject({ startsAt: 5_000 });
  expect(await audited()).toMatchObject([
    { before: { startsAt: null }, after: { startsAt: 5_000 } },
  ]);
});

test("settings.change records what changed, before and after", async () => {
  await change({ bannerShown: false, submissionsOpen: true });
  expect(await audited()).toMatchObject([
    {
      actorId: omar.uid,
      actorName: "Omar",
      action: "settings changed",
      target: "settings",
      before: { bannerShown: true },
      after: { bannerShown: false },
    },
  ]);
  const [entry] = await audited();
  expect(Object.keys(entry?.after ?? {})).toEqual(["bannerShown"]);
});

test("settings.change writes and records nothing if nothing changes", async () => {
  await change({});
  await change({ bannerShown: true });
  expect(await stored()).toEqual([]);
  expect(await audited()).toEqual([]);
});

const NONE = {
  registration: "",
  preMeetup: "",
  hackathonPlatform: "",
  discord: "",
  instagram: "",
  contactEmail: "",
  venueName: "",
  venueAddress: "",
  position: "",
};
const set = (addresses: Partial<typeof NONE>) =>
  omar.settings.changeAddresses({ ...NONE, ...addresses });

test("settings.changeAddresses sets what is given, for everyone, and an empty one is not set any more", async () => {
  await set({
    registration: " konfhub.com/hackarena",
    contactEmail: "team@hackarena.in",
    venueAddress: "IIT Delhi\r\nHauz Khas ",
    position: "28.545,77.1926",
  });
  expect(await current()).toEqual({
    ...OPEN,
    addresses: {
      registration: "https://konfhub.com/hackarena",
      contactEmail: "team@hackarena.in",
      venueAddress: "IIT Delhi\nHauz Khas",
      position: "28.545,77.1926",
    },
  });
  await set({ contactEmail: "team@hackarena.in" });
  const { addresses } = await current();
  expect(addresses).toEqual({ contactEmail: "team@hackarena.in" });
  await set({ contactEmail: "team@hackarena.in" });
  const entries = await audited();
  expect(entries).toHaveLength(2);
  expect(entries[1]).toMatchObject({
    action: "settings changed",
    target: "addresses",
    after: { registration: "", venueAddress: "", position: "" },
  });
});

test("settings.changeAddresses two organisers at different fields keep each other's; at one, the second reads the first", async () => {
  const rita = await asUser("Rita", { role: "organiser" });
  const asRita = (
    addresses: Partial<typeof NONE>,
    seen: Record<string, string>,
  ) => rita.settings.changeAddresses({ ...addresses, seen });
  await omar.settings.changeAddresses({
    contactEmail: "team@hackarena.in",
    seen: { contactEmail: "" },
  });
  await asRita({ venueName: "Hall 5" }, { venueName: "" });
  await expectRefusal(
    asRita({ contactEmail: "rita@hackarena.in" }, { contactEmail: "" }),
    {
      message:
        "Omar has set “Contact address” to “team@hackarena.in”. Please look again.",
    },
  );
  expect((await current()).addresses).toEqual({
    contactEmail: "team@hackarena.in",
    venueName: "Hall 5",
  });
});

test.each([
  [{ registration: "http://konfhub.com" }, "invalid_link"],
  [{ instagram: "javascript:alert(1)" }, "invalid_link"],
  [{ discord: "https://x.in/" + "x".repeat(200) }, "too_long"],
  [{ contactEmail: "team at hackarena" }, "invalid_email"],
  [{ venueAddress: "1\n2\n3\n4\n5" }, "too_many"],
  [{ position: "Delhi" }, "invalid_position"],
  [{ position: "91, 77" }, "invalid_position"],
])("settings.changeAddresses refuses %j as %s", async (addresses, code) => {
  await expectRefusal(set(addresses), {
    code,
    field: Object.keys(addresses)[0],
  });
  expect((await current()).addresses).toBeUndefined();
});

test("while team changes are closed, too, a deleted account leaves its team, and the lead passes on", async () => {
  const [asha, ravi] = await people("Asha", "Ravi");
  await formTeam([asha, ravi]);
  await typeIn({ ...OPEN, teamChangesOpen: false });
  await asha.account.remove();
  expect(await teamSeenBy(ravi)).toEqual(["Ravi, leader"]);
});

describe("a time at which team changes close", () => {
  const NOON = Date.parse("2026-06-26T12:00:00+05:30");
  const HOUR = 60 * 60 * 1000;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON - HOUR });
  });

  const state = () => backend.settings.teamChanges({ at: Date.now() });

  test("is announced before, and nothing closes a millisecond early", async () => {
    await change({ teamChangesCloseAt: NOON });
    expect(await state()).toEqual({
      state: "open",
      opensAt: 0,
      closesAt: NOON,
      closedSince: null,
      next: { at: NOON, inMs: HOUR },
    });
    vi.setSystemTime(NOON - 1);
    const asha = await asUser("Asha");
    await asha.teams.create({ name: "In time" });
  });

  test("closes for everyone at that instant, though nothing runs then", async () => {
    await change({ teamChangesCloseAt: NOON });
    const [asha, ravi] = await people("Asha", "Ravi");
    const inviteCode = await formTeam([asha]);
    vi.setSystemTime(NOON);
    const calls = [
      ravi.teams.create({ name: "Late" }),
      ravi.teams.join({ inviteCode }),
      asha.teams.leave(),
      omar.teams.create({ name: "Mine" }),
    ];
    await expectRefusal(calls, "team_changes_closed");
    expect(await state()).toEqual({
      state: "closed",
      opensAt: 0,
      closesAt: NOON,
      closedSince: NOON,
      next: null,
    });
  });

  test("asking with a later time closes nothing early", async () => {
    await change({ teamChangesCloseAt: NOON });
    const early = await backend.settings.teamChanges({ at: NOON + HOUR });
    expect(early.state).toBe("open");
  });

  test("is taken away by null, and by opening once it is over", async () => {
    await change({ teamChangesCloseAt: NOON });
    await change({ teamChangesCloseAt: null });
    expect(await stored()).toEqual([OPEN]);
    await change({ teamChangesCloseAt: NOON });
    vi.setSystemTime(NOON + HOUR);
    await change({ teamChangesOpen: true });
    expect(await state()).toMatchObject({ state: "open" });
    expect(await stored()).toEqual([OPEN]);
    const [, , , last] = await audited();
    expect(last).toMatchObject({
      before: { teamChangesCloseAt: NOON },
      after: { teamChangesCloseAt: null },
    });
  });

  test("a time to come stays when team changes are opened", async () => {
    await change({ teamChangesCloseAt: NOON });
    await change({ teamChangesOpen: false });
    await change({ teamChangesOpen: true });
    expect(await stored()).toEqual([{ ...OPEN, teamChangesCloseAt: NOON }]);
  });

  test("the switch closes before the time, and is told since when", async () => {
    await change({ teamChangesCloseAt: NOON });
    await change({ teamChangesOpen: false });
    const closed = { state: "closed", closedSince: NOON - HOUR, next: null };
    expect(await state()).toMatchObject(closed);
    vi.setSystemTime(NOON + HOUR);
    expect(await state()).toMatchObject(closed);
  });

  test("must be an instant", async () => {
    await change({ teamChangesCloseAt: NOON });
    for (const teamChangesCloseAt of [Number.NaN, -1, Infinity, 1e300])
      await expectRefusal(change({ teamChangesCloseAt }), "required");
  });
});

describe("what was before a change", () => {
  const HOUR = 60 * 60 * 1000;
  const LIVE_AT = Date.parse(event.firstDay) + 19.5 * HOUR;
  const START = LIVE_AT - 10 * HOUR;
  const END = START + event.hours * HOUR;
  const live: Settings = {
    ...OPEN,
    phase: "live",
    startsAt: START,
    endsAt: END,
    submissionsOpenAt: START,
    submissionsCloseAt: END - HOUR,
    teamChangesOpen: false,
  };
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: LIVE_AT });
    await insertRow("settings", { ...live, teamChangesClosedAt: START });
  });

  const recent = async () => {
    const changes = must(await omar.settings.recentChanges());
    return changes;
  };
  const takeBack = async (index = 0, by = omar) => {
    const { changes, last } = await recent();
    const changeId = changes[index]?._id;
    if (changeId === undefined || last === null) throw new Error("no change");
    const press = () => by.settings.takeBack({ changeId, seen: last });
    await press();
    return press;
  };

  test("is there again after two wrong phases, all of it, by one press", async () => {
    await change({ phase: "over", submissionsCloseAt: "now", endsAt: "now" });
    vi.setSystemTime(LIVE_AT + 1_000);
    await change({
      phase: "live",
      startsAt: "now",
      endsAt: LIVE_AT + event.hours * HOUR,
      submissionsOpenAt: "now",
      submissionsCloseAt: LIVE_AT + event.hours * HOUR,
    });
    await change({ bannerShown: false });
    const { changes } = await recent();
    expect(changes).toMatchObject([
      {
        at: LIVE_AT + 1_000,
        by: "Omar",
        names: [
          "phase",
          "startsAt",
          "endsAt",
          "submissionsOpenAt",
          "submissionsCloseAt",
        ],
      },
      { at: LIVE_AT, back: { endsAt: END, startsAt: START } },
    ]);
    const again = await takeBack(1);
    expect(await current()).toEqual({ ...live, bannerShown: false });
    const entries = await audited();
    // Somebody else who means the same does nothing.
    await again();
    expect(await audited()).toHaveLength(entries.length);
    expect(entries.at(-1)).toMatchObject({
      action: "settings changed",
      after: { startsAt: START, endsAt: END },
    });
  });

  test("is there again after LIVE NOW a week too early: nothing runs, nothing is open, teams may change", async () => {
    await change({ phase: "open", teamChangesOpen: true });
    await change({
      startsAt: null,
      endsAt: null,
      submissionsOpenAt: null,
      submissionsCloseAt: null,
    });
    await change({
      phase: "live",
      startsAt: "now",
      endsAt: LIVE_AT + HOUR,
      submissionsOpenAt: "now",
      submissionsCloseAt: LIVE_AT + HOUR,
      teamChangesOpen: false,
    });
    await takeBack();
    expect(await stored()).toEqual([OPEN]);
  });

  test("holds since when team changes were closed", async () => {
    await change({ teamChangesOpen: true });
    await takeBack();
    expect(await stored()).toEqual([{ ...live, teamChangesClosedAt: START }]);
  });

  test("is not put back over what somebody has changed since it was offered", async () => {
    await change({ phase: "over" });
    const { changes, last } = await recent();
    const [{ _id: changeId } = { _id: undefined }] = changes;
    const rita = await asUser("Rita", { role: "organiser" });
    await rita.settings.change({ endsAt: END + HOUR });
    if (changeId === undefined || last === null) throw new Error("no change");
    await expectRefusal(omar.settings.takeBack({ changeId, seen: last }), {
      code: "changed_since",
      message: `Rita has set “End of the event” to ${indianTime(END + HOUR)}. Please look again.`,
    });
    expect(await current()).toEqual({
      ...live,
      phase: "over",
      endsAt: END + HOUR,
    });
  });

  test("is offered for a week, and for the phase and times only", async () => {
    await change({ bannerShown: false });
    expect(await recent()).toEqual({
      changes: [],
      last: null,
      setBy: { bannerShown: "Omar" },
    });
    await change({ endsAt: END + HOUR });
    expect((await recent()).changes).toHaveLength(1);
    vi.setSystemTime(LIVE_AT + 7 * 24 * HOUR);
    expect((await recent()).changes).toEqual([]);
  });

  describe("where two organisers press", () => {
    let rita: Person;
    beforeEach(async () => {
      rita = await asUser("Rita", { role: "organiser" });
    });
    const seen = live;

    test("30 minutes more are 30 minutes, and one entry of the log", async () => {
      const more = { submissionsCloseAt: END - HOUR / 2, seen };
      await change(more);
      vi.setSystemTime(LIVE_AT + 1_000);
      await rita.settings.change(more);
      expect((await current()).submissionsCloseAt).toBe(END - HOUR / 2);
      expect(await audited()).toHaveLength(1);
    });

    test("a clock that both end now ends when the first one pressed", async () => {
      const end = { phase: "over", endsAt: "now", seen } as const;
      await change(end);
      vi.setSystemTime(LIVE_AT + 1_000);
      await rita.settings.change(end);
      expect((await current()).endsAt).toBe(LIVE_AT);
      expect(await audited()).toHaveLength(1);
    });

    test("who means another time is told who has set which", async () => {
      await change({ endsAt: END + HOUR, seen });
      await expectRefusal(rita.settings.change({ endsAt: END - HOUR, seen }), {
        code: "changed_since",
        message: `Omar has set “End of the event” to ${indianTime(END + HOUR)}. Please look again.`,
      });
      expect((await current()).endsAt).toBe(END + HOUR);
      // What the first one has left alone is no obstacle.
      await rita.settings.change({ bannerShown: false, seen });
    });

    test("a page that does not say what it showed is taken at its word", async () => {
      await change({ endsAt: END + HOUR });
      await rita.settings.change({ endsAt: END - HOUR });
      expect((await current()).endsAt).toBe(END - HOUR);
    });
  });
});

const pageAt = (path: string) => backend.settings.page({ path });

test("settings.page marks what is hidden, and says that the deployment knows", async () => {
  const served = { "data-settings": "served" };
  expect(await pageAt("/")).toEqual({ attributes: served, meta: {} });
  await change({ phase: "live" });
  expect((await pageAt("/about")).attributes).toEqual({
    ...served,
    "data-phase": "live",
    "data-hidden": "registration banner",
  });
  await change({ phase: "open", bannerShown: false, galleryPublished: true });
  expect((await pageAt("/nowhere")).attributes).toEqual({
    ...served,
    "data-hidden": "banner",
    "data-gallery": "published",
  });
});
