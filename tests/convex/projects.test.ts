/** A team's functions for its project, which everybody else is refused. */
import type { FunctionArgs } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import * as Y from "yjs";
import { api, internal } from "#convex/_generated/api";
import * as Sessions from "#convex/signIn/sessions";
import { indianTime } from "#convex/platform/shared/indianTime";
import { HAND_IN_GRACE_MS } from "#convex/settings/shared";
import { shownReceipt } from "#convex/platform/shared/text";
import { TRACKS } from "#edition/tracks";
import { useOutbox } from "./outbox";
import {
  changed,
  descriptionSeenBy,
  textSeenBy,
  write,
} from "../write-project";
import { listProjects } from "../list-projects";
import { readDesk } from "../read-desk";
import { giveLongPast } from "./projects";
import {
  asUser,
  backend,
  codeOf,
  deleteAll,
  expectIntegrity,
  expectRefusal,
  firstOf,
  formTeam,
  integrityFindings,
  must,
  passTime,
  patchRow,
  people,
  refusalOf,
  rowsIn,
  teamIdOf,
  type Calls,
  type Person,
} from "./setup";

const HOUR = 60 * 60 * 1000;
const NOW = Date.parse(event.lastDay) + 11.5 * HOUR;

const complete = {
  name: "Arena Radar",
  summary: "Finds a free table.",
  description: "# Radar\n\nIt *works*.",
  repositoryUrl: "github.com/nova/radar",
};

let asha: Person;
let ravi: Person;
let omar: Person;
let visha: Person;
let rita: Person;
/** Asha leads Nova with Ravi, Omar leads Vega, Visha is in no team. */
beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
  asha = await asUser("Asha", { emailVerificationTime: 1 });
  [ravi, omar, visha] = await people("Ravi", "Omar", "Visha");
  rita = await asUser("Rita", { role: "organiser" });
  await formTeam([asha, ravi]);
  await formTeam([omar], "Vega");
  await rita.settings.change({
    submissionsOpenAt: NOW - HOUR,
    submissionsCloseAt: NOW + HOUR,
  });
});

type Caller = Calls;

/** What the person's page shows, and what organisers see of the last change. */
async function seenBy(person: Caller) {
  const bench = must(await benchOf(person));
  const projects = await listProjects(rita);
  const listed = projects.find(({ _id }) => _id === bench._id);
  const description = await descriptionSeenBy(person);
  return {
    ...bench,
    description,
    updatedAt: listed?.updatedAt,
    updatedBy: listed?.updatedBy,
  };
}

/** Runs what the hand-ins scheduled. */
async function finishFollowing(): Promise<void> {
  vi.stubEnv("AUTH_RESEND_KEY", "");
  await backend.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
}

/** Lets time pass until all mails are sent. No attempt takes any of it, however slow the machine is. */
const finishMails = () => passTime(HOUR / 4, 500);

/** Whether the page says that the project has changed since its hand-in, and where. */
async function changesSeenBy(person: Caller) {
  const bench = await benchOf(person);
  return [bench?.hasChanges, bench?.changedSince];
}

/** All hand-ins, with their descriptions. */
async function handIns() {
  const texts = await rowsIn("handInTexts");
  return (await rowsIn("handIns")).map((row) => ({
    ...row,
    description: texts.find(({ handInId }) => handInId === row._id)
      ?.description,
  }));
}

/** The description in the only team's current hand-in. */
async function textHandedIn() {
  return (await handIns()).find(({ isCurrent }) => isCurrent)?.description;
}

async function handedIn(): Promise<number> {
  await write(ravi, complete);
  return handIn(asha);
}

const edit = (by: Caller, fields: FunctionArgs<typeof api.projects.edit>) =>
  by.projects.edit(fields);
const handIn = (by: Caller) => by.projects.handIn();
const withdraw = (by: Caller) => by.projects.withdraw();
const benchOf = (by: Caller) => by.projects.workbench();
const rivalOf = async (by: Caller) => {
  const rival = firstOf((await benchOf(by))?.rivals ?? []);
  return rival._id;
};
const historyOf = async (by: Caller) => (await by.projects.history()) ?? [];

/** An update that appends to the text that the person sees. */
const typed = (person: Caller, words: string) =>
  changed(person, (text) => text.insert(text.length, words));
const type = async (person: Caller, words: string) =>
  person.projects.typeDescription(await typed(person, words));

// The other functions for members: roles.test.ts.
test.each<[string, (by: Caller) => Promise<unknown>]>([
  [
    "typeDescription",
    async (by) => by.projects.typeDescription(await typed(ravi, "X")),
  ],
  ["arrive", (by) => by.projects.arrive({ tab: "1", field: "name" })],
  ["handIn", handIn],
])(
  "projects.%s is for the team alone, while submissions are open",
  async (_name, call) => {
    await handedIn();
    const before = await seenBy(asha);
    for (const outsider of [visha, rita])
      await expectRefusal(call(outsider), "not_in_team");
    await call(omar).catch(() => null);
    expect(await seenBy(asha)).toEqual(before);

    await rita.settings.change({ submissionsOpen: false });
    expect(await refusalOf(call(asha))).toEqual({
      code: "submissions_closed",
      message: "Submissions are closed.",
    });
    await rita.settings.change({ submissionsOpenAt: null });
    await expectRefusal(call(asha), "submissions_not_open");
  },
);

test("another team restores and chooses nothing of a project", async () => {
  await handedIn();
  await edit(ravi, { summary: "Mine", bases: { summary: "Never seen" } });
  const before = await seenBy(asha);
  const entry = firstOf(await historyOf(ravi));
  const choice = { rivalId: await rivalOf(ravi), isTaken: true };
  await expectRefusal(
    [
      omar.projects.restore({ entryId: entry._id }),
      omar.projects.choose(choice),
    ],
    "not_found",
  );
  expect(await seenBy(asha)).toEqual(before);
});

test("members leave it to the leader to hand in and to withdraw", async () => {
  await handedIn();
  for (const call of [api.projects.handIn, api.projects.withdraw])
    await expectRefusal(ravi.mutation(call, {}), "not_leader");
});

test("projects.edit changes what is given, for every member and nobody else", async () => {
  expect(await seenBy(asha).catch(() => null)).toBeNull();
  await edit(asha, { name: " Arena  Radar " });
  await write(ravi, {
    ...complete,
    tracks: [TRACKS[1], TRACKS[0]],
    builtWith: ["Rust", "rust", "Convex"],
  });
  expect(await seenBy(asha)).toMatchObject({
    ...complete,
    repositoryUrl: "https://github.com/nova/radar",
    tracks: [TRACKS[0], TRACKS[1]],
    builtWith: ["Rust", "Convex"],
    status: "draft",
    handedInAt: null,
    receipt: null,
    updatedBy: "Ravi",
    updatedAt: NOW,
  });
  for (const stranger of [backend, visha, omar, rita]) {
    expect(await benchOf(stranger)).toBeNull();
    expect(await historyOf(stranger)).toEqual([]);
  }
});

test("projects.edit takes an edit twice, and none that was meant for another team's project", async () => {
  await edit(asha, { name: "Radar" });
  const projectId = (await seenBy(asha))._id;
  const again = { projectId, name: "Arena", bases: { name: "Radar" } };
  expect(await edit(asha, again)).toEqual([]);
  expect(await edit(asha, again)).toEqual([]);
  expect(await seenBy(asha)).toMatchObject({ name: "Arena", rivals: [] });
  await expectRefusal(edit(omar, again), "not_found");
  expect(await benchOf(omar)).toBeNull();
});

test.each([
  [{ name: "x".repeat(81) }, "too_long", "name"],
  [{ summary: "x".repeat(141) }, "too_long", "summary"],
  [{ repositoryUrl: "javascript:alert(1)" }, "invalid_link", "repositoryUrl"],
  [{ demoUrl: "http://nova.example" }, "invalid_link", "demoUrl"],
  [{ videoUrl: "nova" }, "invalid_link", "videoUrl"],
  // The name of its host has no dot.
  [{ videoUrl: "https://nova?.example" }, "invalid_link", "videoUrl"],
  [{ name: "No\u202eva" }, "hidden_text", "name"],
  [
    { builtWith: Array.from({ length: 13 }, (_, nth) => `T${nth}`) },
    "too_many",
    "builtWith",
  ],
])("projects.edit refuses %j as %s", async (args, code, field) => {
  const call = edit(asha, args);
  await expectRefusal(call, { code, ...(code !== "too_many" && { field }) });
});

test("projects.edit keeps both texts of a field that two people change at once, until a member chooses between the two that they have seen", async () => {
  const start = { summary: "" };
  await edit(asha, { summary: "Hers", bases: start });
  const late = { summary: "His", bases: start };
  expect(await edit(ravi, late)).toEqual(["summary"]);
  await edit(ravi, { ...late, summary: "His own" });
  for (const member of [asha, ravi])
    expect(await benchOf(member)).toMatchObject({
      summary: "Hers",
      rivals: [{ field: "summary", userName: "Ravi", text: "His own" }],
    });
  const choice = { rivalId: await rivalOf(asha), isTaken: true };
  const choose = (text: string, rival: string) =>
    asha.projects.choose({ ...choice, seen: { text, rival } });
  await expectRefusal(choose("Older", "His own"), {
    code: "changed_since",
    message: "Summary has changed. Please look again.",
  });
  await expectRefusal(choose("Hers", "Older"), {
    message: "Ravi has written another text. Please look again.",
  });
  await choose("Hers", "His own");
  expect(await benchOf(ravi)).toMatchObject({ summary: "His own", rivals: [] });
  await expectRefusal(ravi.projects.choose(choice), "not_found");
  expect((await historyOf(ravi)).map(({ before }) => before)).toContain("Hers");

  await edit(ravi, { ...late, summary: "His third" });
  await ravi.projects.choose({ rivalId: await rivalOf(ravi), isTaken: false });
  expect(await benchOf(ravi)).toMatchObject({ summary: "His own", rivals: [] });
  const [entry] = await historyOf(ravi);
  expect(entry).toMatchObject({ kind: "set aside", before: "His third" });
});

test("projects.edit merges what people add to lists and take from them", async () => {
  const bases = { builtWith: ["Rust", "Convex"] };
  await edit(asha, { builtWith: bases.builtWith });
  await edit(asha, { builtWith: ["Rust", "Convex", "Yjs"], bases });
  await edit(ravi, { builtWith: ["Convex", "React"], bases });
  expect((await seenBy(asha)).builtWith).toEqual(["Convex", "Yjs", "React"]);
});

test("the description merges what people type at the same moment", async () => {
  await write(asha, { description: "One." });
  const hers = await typed(asha, " Two.");
  const his = await typed(ravi, " Three.");
  await asha.projects.typeDescription(hers);
  await ravi.projects.typeDescription(his);
  const { description } = await seenBy(asha);
  expect(description).toMatch(/^One\.( Two\. Three\.| Three\. Two\.)$/);
  await ravi.projects.typeDescription(his);
  expect((await seenBy(ravi)).description).toBe(description);
});

test("the description is told by changes, and as a whole to those who are behind", async () => {
  for (let nth = 0; nth < 70; nth++) await type(asha, "x");
  const since = (after: number | null) => textSeenBy(ravi, after);
  expect(await since(69)).toMatchObject({ seq: 70, state: null });
  expect((await since(69))?.updates).toHaveLength(1);
  expect((await since(3))?.state).not.toBeNull();
  expect((await seenBy(ravi)).description).toBe("x".repeat(70));
  const [row] = await rowsIn("projectTexts");
  expect(row?.text).toBe("x".repeat(64));
});

test("the description is read with a key that members alone are told, and that ends for who leaves", async () => {
  await write(asha, { description: "One." });
  const readKeyOf = async (person: Caller) =>
    (await benchOf(person))?.textReadKey;
  const readWith = (readKey: string, after: number | null = null) =>
    backend.projects.description({ after, readKey });
  const readKey = must(await readKeyOf(asha));
  expect(await readKeyOf(ravi)).toBe(readKey);
  for (const stranger of [backend, visha, omar, rita])
    expect(await readKeyOf(stranger)).toBeUndefined();
  const whole = await textSeenBy(asha);
  expect(await readWith(readKey)).toEqual(whole);
  await type(ravi, "!");
  const after = whole?.seq ?? NaN;
  const last = await textSeenBy(asha, after);
  expect(await readWith(readKey, after)).toEqual(last);
  expect(last).toMatchObject({ state: null, seq: after + 1 });
  expect((await readWith(readKey, after - 40))?.state).not.toBeNull();
  expect(await readWith(""), "no read key").toBeNull();

  await ravi.teams.leave();
  expect(await readWith(readKey), "after he left").toBeNull();
  expect(await readKeyOf(ravi)).toBeUndefined();
  const next = must(await readKeyOf(asha));
  expect(await readWith(next)).not.toBeNull();

  await backend.run((ctx) => Sessions.endAll(ctx, asha.uid));
  expect(await readWith(next), "after her sessions ended").toBeNull();
});

test("the description keeps its read key while nobody leaves the team", async () => {
  await write(asha, { description: "One." });
  const keyOf = async () => (await benchOf(asha))?.textReadKey;
  const readKey = await keyOf();
  const inviteCode = (await asha.teams.mine())?.inviteCode ?? "";
  const newcomer = await asUser("Newcomer");
  await newcomer.teams.join({ inviteCode });
  await asha.teams.edit({ name: "Renamed", isOpen: false });
  await asha.teams.handOver({ uid: ravi.uid });
  expect(await keyOf()).toBe(readKey);
  await ravi.teams.removeMember({ uid: newcomer.uid });
  expect(await keyOf()).not.toBe(readKey);
});

test("the description goes on with another read key where a page is, but not across editions", async () => {
  await write(asha, { description: "One." });
  const readFrom = async (after: number, edition?: number) =>
    backend.projects.description({
      after,
      ...(edition !== undefined && { edition }),
      readKey: (await benchOf(asha))?.textReadKey ?? "",
    });
  const { seq = NaN, edition } = (await textSeenBy(asha)) ?? {};
  await ravi.teams.leave();
  expect(await readFrom(seq, edition)).toMatchObject({ state: null, seq });
  await type(asha, "!");
  expect((await readFrom(seq, edition))?.updates).toHaveLength(1);
  // A page from before, which names no edition.
  expect((await readFrom(seq))?.updates).toHaveLength(1);
  const { textReadKey: readKey } = must(await benchOf(asha));
  await giveLongPast();
  await write(asha, { description: "Short." });
  expect(
    await backend.projects.description({ after: null, readKey }),
  ).toBeNull();
  const anew = await textSeenBy(asha);
  expect(anew).toMatchObject({ edition: 1, updates: [] });
  expect(await readFrom(anew?.seq ?? NaN, edition)).toEqual(anew);
  expect(anew?.state).not.toBeNull();
  await type(asha, "!");
  expect(await descriptionSeenBy(asha)).toBe("Short.!");
});

test("the description takes what goes on from its end, tries the rest on the document, and refuses what does not fit", async () => {
  await write(asha, { description: "One." });
  const send = async (update: Uint8Array) => {
    const bytes = update.slice().buffer as ArrayBuffer;
    const typing = { edition: 0, update: bytes };
    const outcome = await asha.projects.typeDescription(typing);
    return outcome.status;
  };
  const doc = new Y.Doc();
  const seen = await textSeenBy(asha);
  if (seen?.state) Y.applyUpdate(doc, new Uint8Array(seen.state));
  const text = doc.getText("description");
  const made = (act: () => void) => {
    const before = Y.encodeStateVector(doc);
    act();
    return Y.encodeStateAsUpdate(doc, before);
  };
  const first = made(() => text.insert(4, " Two."));
  const second = made(() => text.insert(9, " Three."));
  const removal = made(() => text.delete(0, 5));
  expect(await send(second), "without what it goes on from").toBe("refused");
  for (const update of [
    first,
    Y.mergeUpdates([first, second]),
    // Its answer was lost.
    first,
    removal,
    removal,
  ])
    expect(await send(update)).toBe("synced");
  expect(await descriptionSeenBy(ravi)).toBe("Two. Three.");
  const bold = made(() => text.format(0, 3, { bold: true }));
  const other = new Y.Doc();
  other.getText("elsewhere").insert(0, "x");
  const map = new Y.Doc();
  map.getMap("other").set("key", "value");
  const strange = [
    bold,
    Y.encodeStateAsUpdate(other),
    Y.encodeStateAsUpdate(map),
    new Uint8Array([1, 2, 3]),
    // Announces more parts than it has.
    new Uint8Array([255, 255, 255, 15, 7, 0]),
  ];
  for (const update of strange) expect(await send(update)).toBe("refused");
  expect(await send(new Uint8Array(65 * 1024))).toBe("too_long");
  const long = await typed(asha, "x".repeat(10_000));
  expect(await send(new Uint8Array(long.update))).toBe("too_long");
  const late = { ...(await typed(asha, "x")), edition: 7 };
  expect(await asha.projects.typeDescription(late)).toEqual({
    status: "behind",
  });
  expect(await descriptionSeenBy(ravi)).toBe("Two. Three.");

  // Each of them is counted, because the document may be loaded for it.
  const again = async () => {
    for (let sent = 0; sent < 15; sent++) await send(strange[0] ?? first);
    return send(first);
  };
  await expectRefusal(again(), "rate_limited");
  const next = await typed(asha, " Four.");
  await asha.projects.typeDescription(next);
  expect(await descriptionSeenBy(ravi)).toBe("Two. Three. Four.");
});

describe("who is there", () => {
  const here = (person: Caller, field: "name" | null, tab = "1") =>
    person.projects.arrive({ tab, field });
  const keyOf = async (person: Caller) =>
    (await person.projects.workbench())?.textReadKey ?? "none";
  const presentBy = async (person: Caller, readKey: string) =>
    person.projects.present({ readKey });
  const seen = async (person: Caller) => presentBy(person, await keyOf(person));

  test("shows with the field, to the team alone", async () => {
    await here(asha, "name");
    await here(ravi, null);
    await here(omar, "name");
    const present = [
      { userId: asha.uid, name: "Asha", field: "name" },
      { userId: ravi.uid, name: "Ravi", field: null },
    ];
    expect(await seen(ravi)).toEqual(present);
    expect(await seen(omar)).toMatchObject([{ name: "Omar" }]);
    for (const stranger of [backend, visha, rita])
      expect(await seen(stranger)).toBeNull();

    await here(ravi, "name");
    await here(ravi, "name", "2");
    await ravi.projects.leave({ tab: "1" });
    expect(await seen(asha)).toMatchObject([present[0], { field: "name" }]);
    await ravi.projects.arrive({ tab: "2" });
    expect(await seen(asha)).toMatchObject([present[0], { field: "name" }]);
    await ravi.projects.leave({ tab: "2" });
    expect(await seen(asha)).toEqual([present[0]]);
  });

  test("ends with the team, and 75 seconds after a page falls silent, or five minutes if its person was alone", async () => {
    await here(asha, "name");
    await here(ravi, null);
    const formerKey = await keyOf(ravi);
    await ravi.teams.leave();
    expect(await seen(asha)).toMatchObject([{ name: "Asha" }]);
    expect(await presentBy(ravi, formerKey)).toBeNull();
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        vi.advanceTimersByTime(1_000);
        await backend.finishInProgressScheduledFunctions();
      }
    };
    await pass(80);
    expect(await seen(asha)).toEqual([]);
    const alone = { tab: "1", field: null, isAlone: true };
    await asha.projects.arrive(alone);
    await pass(290);
    expect(await seen(asha)).toMatchObject([{ name: "Asha" }]);
    await pass(20);
    expect(await seen(asha)).toEqual([]);
    await asha.projects.arrive(alone);
    await here(asha, null);
    await pass(80);
    expect(await seen(asha)).toEqual([]);
  });

  test("is not said without end, with a field or without", async () => {
    const callsUntilRefused = async (call: () => Promise<unknown>) => {
      let calls = 0;
      while (calls < 600 && (await codeOf(call()).catch(() => null)) === null)
        calls++;
      return calls;
    };
    expect(await callsUntilRefused(() => here(asha, "name"))).toBe(60);
    // One heartbeat in eight counts, by chance, and as eight.
    const beat = () => ravi.projects.arrive({ tab: "1" });
    const beats = await callsUntilRefused(beat);
    expect(beats).toBeGreaterThanOrEqual(7);
    expect(beats).toBeLessThan(600);
  });
});

test("projects.history says who changed what, and leads back", async () => {
  await edit(asha, { name: "One" });
  vi.setSystemTime(NOW + 60_000);
  await edit(ravi, { name: "Two" });
  await edit(ravi, { name: "Three" });
  const history = await historyOf(asha);
  expect(history).toMatchObject([
    { field: "name", by: "Ravi", before: "One", after: "Three" },
    { field: "name", by: "Asha", before: "", after: "One" },
  ]);
  const entryId = must(history[0]?._id);
  await asha.projects.restore({ entryId });
  expect((await seenBy(ravi)).name).toBe("One");
  const [newest] = await historyOf(asha);
  expect(newest).toMatchObject({
    kind: "restored",
    before: "Three",
    after: "One",
  });
});

test("projects.history keeps what somebody else wrote in between", async () => {
  for (const [by, name] of [
    [asha, "One"],
    [ravi, "Two"],
    [asha, "Three"],
  ] as const)
    await edit(by, { name });
  expect(await historyOf(asha)).toMatchObject([
    { by: "Asha", before: "Two", after: "Three" },
    { by: "Ravi", before: "One", after: "Two" },
    { by: "Asha", before: "", after: "One" },
  ]);
});

test("projects.history has a passage that somebody removes while they write", async () => {
  const alter = async (person: Person, change: (text: Y.Text) => void) =>
    person.projects.typeDescription(await changed(person, change));
  const passage = "The radar hears a free table before anybody sees it.";
  await alter(asha, (text) => text.insert(0, "Radar. "));
  vi.setSystemTime(NOW + 61_000);
  await alter(ravi, (text) => text.insert(text.length, passage));
  vi.setSystemTime(NOW + 122_000);
  await alter(asha, (text) => text.delete(7, passage.length));
  const newest = firstOf(await historyOf(asha));
  expect(newest).toMatchObject({
    by: "Asha",
    before: `Radar. ${passage}`,
    // As it is now, which pages have.
    after: null,
  });
  await ravi.projects.restore({ entryId: newest._id });
  expect((await seenBy(asha)).description).toBe(`Radar. ${passage}`);
});

test("projects.history leads back to descriptions and lists too, and stays bounded", async () => {
  await write(asha, { description: "Old", builtWith: ["Rust", "Yjs"] });
  vi.setSystemTime(NOW + 11 * 60_000);
  await write(asha, { description: "", builtWith: [] });
  for (const entry of await historyOf(asha))
    if (entry.before !== "")
      await asha.projects.restore({ entryId: entry._id });
  expect(await seenBy(asha)).toMatchObject({
    description: "Old",
    builtWith: ["Rust", "Yjs"],
  });
  await rita.settings.change({ submissionsCloseAt: NOW + 1_000 * HOUR });
  for (let nth = 0; nth < 120; nth++) {
    vi.setSystemTime(NOW + (nth + 1) * HOUR);
    await edit(asha, { name: `N${nth}` });
  }
  const rows = await rowsIn("projectHistory");
  expect(rows).toHaveLength(100);
});

test("projects.handIn names what is missing", async () => {
  await edit(ravi, { summary: "One line" });
  const refused = await refusalOf(handIn(asha));
  expect(refused).toMatchObject({
    code: "project_incomplete",
    fields: ["name", "description", "repositoryUrl"],
    message: "Still missing: name, description, repository or demo.",
  });
  const rest = { name: "Radar", demoUrl: "radar.example" };
  await write(ravi, { ...rest, description: " \n" });
  await expectRefusal(handIn(asha), { fields: ["description"] });
  await write(ravi, { description: "It works." });
  expect(await handIn(asha)).toBeGreaterThan(0);
});

test("projects.handIn keeps what it was then, under a receipt for everybody", async () => {
  const first = await handedIn();
  expect(String(first)).toMatch(/^\d{8}$/);
  expect(await benchOf(ravi)).toMatchObject({
    status: "handed_in",
    handedInAt: NOW,
    handedInBy: "Asha",
    receipt: first,
    holds: ["no pictures", "no tracks", "repository"],
    hasChanges: false,
  });
  const { name } = (await benchOf(ravi)) ?? {};
  await edit(ravi, { name: "Another name" });
  expect(await benchOf(asha)).toMatchObject({
    name: "Another name",
    handedInName: name,
  });
  const TEN_MINUTES = 10 * 60_000;
  vi.setSystemTime(NOW + TEN_MINUTES);
  await type(ravi, "!");
  const wrote = { updatedBy: "Ravi", updatedAt: NOW + TEN_MINUTES };
  expect(await seenBy(asha)).toMatchObject({ hasChanges: true, ...wrote });
  await type(asha, "?");
  expect(await seenBy(ravi), "once in ten minutes").toMatchObject(wrote);
  const again = await handIn(asha);
  expect(again).not.toBe(first);
  const rows = await handIns();
  expect(rows).toMatchObject([
    {
      receipt: first,
      isCurrent: false,
      description: complete.description,
      memberNames: ["Asha", "Ravi"],
    },
    { receipt: again, isCurrent: true, teamName: "Nova" },
  ]);
  expect(rows[1]?.description).toBe(`${complete.description}!?`);

  await withdraw(asha);
  await withdraw(asha);
  expect(await seenBy(ravi)).toMatchObject({
    status: "draft",
    receipt: null,
    handedInAt: null,
  });
});

test("projects.handIn is decided by the deployment's clock, whatever else says", async () => {
  await write(ravi, complete);
  vi.setSystemTime(NOW + HOUR + HAND_IN_GRACE_MS - 1);
  const receipt = await handIn(asha);
  vi.setSystemTime(NOW + HOUR + HAND_IN_GRACE_MS);
  const late = await refusalOf(handIn(asha));
  expect(late).toEqual({
    code: "submissions_closed",
    closedAt: NOW + HOUR,
    message: `Submissions closed on ${indianTime(NOW + HOUR)}.`,
  });
  expect(await seenBy(asha)).toMatchObject({ receipt });

  await rita.settings.change({ submissionsCloseAt: NOW + 2 * HOUR });
  expect(await handIn(asha)).not.toBe(receipt);
});

test("projects.handIn is taken for thirty seconds after the closing time, when nobody writes any more", async () => {
  const receipt = await handedIn();
  vi.setSystemTime(NOW + HOUR);
  const late = { name: "Late" };
  await expectRefusal(edit(ravi, late), "submissions_closed");
  // A project that was handed in cannot be lost in these seconds.
  await expectRefusal(withdraw(asha), "submissions_closed");
  await expectRefusal(handIn(omar), "submissions_closed");
  expect(await handIn(asha)).not.toBe(receipt);
  // An organiser who closes submissions closes both.
  await rita.settings.change({ submissionsOpen: false });
  await expectRefusal(handIn(asha), "submissions_closed");
});

test("projects.handIn has the description that the leader's page knew, and tells what changed since", async () => {
  await write(ravi, complete);
  await type(ravi, " One.");
  const known = await type(asha, " Two.");
  if (known.status !== "synced") throw new Error("not taken");
  const { seq } = known;
  await type(ravi, " Three.");
  await asha.projects.handIn({ seq });
  expect(await textHandedIn()).toBe(`${complete.description} One. Two.`);
  await finishFollowing();
  expect(await changesSeenBy(ravi)).toEqual([true, ["Description"]]);

  // After the closing time nothing is on its way any more.
  vi.setSystemTime(NOW + HOUR);
  await asha.projects.handIn({ seq });
  await finishFollowing();
  expect(await textHandedIn()).toBe(`${complete.description} One. Two. Three.`);
  expect(await changesSeenBy(ravi)).toEqual([false, []]);
});

test("projects.handIn is followed by what differs from it, until the next", async () => {
  await handedIn();
  await finishFollowing();
  expect(await changesSeenBy(ravi)).toEqual([false, []]);
  await type(asha, "!");
  expect(await changesSeenBy(ravi)).toEqual([true, ["Description"]]);
  await edit(ravi, {
    summary: "Finds two tables.",
    tracks: [TRACKS[0]],
  });
  const all = ["Summary", "Description", "Tracks"];
  expect(await changesSeenBy(asha)).toEqual([true, all]);
  await handIn(asha);
  expect(await changesSeenBy(asha)).toEqual([false, []]);
  // Also before what follows it has run.
  await edit(ravi, { name: "Sonar" });
  await type(asha, "?");
  await finishFollowing();
  const since = ["Name", "Description"];
  expect(await changesSeenBy(asha)).toEqual([true, since]);
  await edit(ravi, { name: complete.name });
  expect(await changesSeenBy(asha)).toEqual([true, ["Description"]]);
});

test("projects.handIn counts once if it is pressed twice, and not if it is withdrawn at once", async () => {
  await handedIn();
  await type(ravi, "!");
  const receipt = await handIn(asha);
  await finishFollowing();
  expect(await seenBy(ravi)).toMatchObject({ receipt, hasChanges: false });
  const rows = await rowsIn("handIns");
  expect(rows.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);

  await handIn(asha);
  await withdraw(asha);
  await finishFollowing();
  expect(await seenBy(ravi)).toMatchObject({ status: "draft" });
  expect(await changesSeenBy(ravi)).toEqual([false, []]);
});

test("projects.handIn is withdrawn as its leader has seen it, and not one that came since", async () => {
  const receipt = await handedIn();
  const again = await handIn(asha);
  const call = asha.projects.withdraw({ receipt });
  await expectRefusal(call, {
    code: "changed_since",
    message: `Asha has handed it in on ${indianTime(NOW)}, receipt ${shownReceipt(again)}. Please look again.`,
  });
  expect(await seenBy(ravi)).toMatchObject({ receipt: again });
  const seen = { receipt: again };
  await asha.projects.withdraw(seen);
  await asha.projects.withdraw(seen);
  expect(await seenBy(ravi)).toMatchObject({ status: "draft" });
});

test("projects.handIn has what is written when the description begins a new edition meanwhile", async () => {
  await handedIn();
  const known = await textSeenBy(asha);
  await giveLongPast();
  await write(ravi, { description: "Anew." });
  await type(ravi, "!");
  await asha.projects.handIn({ seq: known?.seq ?? 0 });
  expect(await textHandedIn()).toMatch(/^Anew\.!?$/);
  await handIn(asha);
  await finishFollowing();
  expect(await textHandedIn()).toBe("Anew.!");
  expect(await changesSeenBy(ravi)).toEqual([false, []]);
});

test("projects.handIn is given to judges after the last of a burst", async () => {
  vi.stubEnv("AUTH_RESEND_KEY", "");
  const dev = await asUser("Dev", { role: "judge" });
  const desk = async () => (await readDesk(dev)).cards.map(({ name }) => name);
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      vi.advanceTimersByTime(100);
      await backend.finishInProgressScheduledFunctions();
    }
  };
  await handedIn();
  await rita.judging.assign({ perProject: 1 });
  await write(omar, { ...complete, name: "Vega" });
  await handIn(omar);
  await pass(1_500);
  await handIn(asha);
  await pass(1_000);
  expect(await desk()).toEqual([complete.name]);
  await pass(1_500);
  expect((await desk()).toSorted()).toEqual([complete.name, "Vega"]);
});

test("projects.handIn mails the receipt to every member once it is stored", async () => {
  const outbox = useOutbox();
  const receipt = await handedIn();
  expect(outbox.requests).toEqual([]);
  await finishMails();
  const shown = String(receipt).replace(/^(\d{4})/, "$1 ");
  const told = outbox.requests.map(({ mail }) => [
    mail.to[0],
    mail.text.includes(shown) && mail.html.includes(shown),
    mail.text.includes(complete.name),
  ]);
  // Ravi has not proven the address: a stranger would read what others wrote.
  expect(new Set(told)).toEqual(
    new Set([
      ["asha@example.in", true, true],
      ["ravi@example.in", true, false],
    ]),
  );
});

test("projects.handIn mails an address that is not proven five receipts an hour", async () => {
  const outbox = useOutbox();
  await handedIn();
  for (let again = 0; again < 6; again++) await handIn(asha);
  await finishMails();
  const told = outbox.requests.map(({ mail }) => mail.to[0]);
  expect(told.filter((to) => to === "asha@example.in")).toHaveLength(7);
  expect(told.filter((to) => to === "ravi@example.in")).toHaveLength(5);
});

test("projects.handIn loses no receipt at a provider that takes five requests a second", async () => {
  const outbox = useOutbox();
  let taken: number[] = [];
  const sent: string[] = [];
  outbox.answer = (mails) => {
    taken = taken.filter((at) => at > Date.now() - 1_000);
    if (taken.length >= 5) return new Response("slower", { status: 429 });
    taken.push(Date.now());
    for (const { to, subject } of mails)
      if (to[0] === "asha@example.in") sent.push(subject);
    return Response.json({ data: [] });
  };
  await write(ravi, complete);
  const projects = await listProjects(rita);
  const [{ _id: projectId } = {}] = projects;
  if (projectId === undefined) throw new Error("no project");
  const receipts: string[] = [];
  for (let nth = 0; nth < 40; nth++) {
    const args = { projectId };
    const receipt = await rita.projects.handInFor(args);
    receipts.push(String(receipt).replace(/^(\d{4})/, "$1 "));
    if (nth === 19) vi.advanceTimersByTime(8_000);
  }
  await finishMails();
  expect(outbox.requests.length).toBeGreaterThan(40);
  expect(sent.toSorted()).toEqual(
    receipts.map((shown) => `Handed in: receipt ${shown}`).toSorted(),
  );
});

test("organisers see every draft, and hand it in after the deadline", async () => {
  await write(ravi, complete);
  await edit(omar, { name: "Empty" });
  vi.setSystemTime(NOW + 2 * HOUR);
  const projects = await listProjects(rita);
  expect(projects).toMatchObject([
    {
      teamName: "Nova",
      status: "draft",
      summary: complete.summary,
      repositoryUrl: `https://${complete.repositoryUrl}`,
      missing: [],
    },
    {
      teamName: "Vega",
      missing: ["summary", "description", "repository or demo"],
    },
  ]);
  const [nova, vega] = projects.map(({ _id }) => _id);
  if (nova === undefined || vega === undefined) throw new Error("no project");
  const press = { projectId: nova, seen: null };
  const receipt = await rita.projects.handInFor(press);
  expect(await seenBy(ravi)).toMatchObject({ receipt, handedInBy: "Rita" });
  const second = rita.projects.handInFor(press);
  await expectRefusal(second, "changed_since");
  await rita.projects.handInFor({ ...press, seen: receipt });
  const log = await rita.organiser.auditLog();
  expect(log[0]).toMatchObject({
    action: "project handed in",
    actorName: "Rita",
    target: complete.name,
  });
  const call = rita.projects.handInFor({ projectId: vega });
  await expectRefusal(call, "project_incomplete");
});

/** What is stored of projects. */
const TABLES = [
  "projects",
  "projectTexts",
  "textChanges",
  "textHeads",
  "readKeys",
  "projectHistory",
  "projectRivals",
  "handIns",
  "handInTexts",
  "conflicts",
] as const;
const everythingStored = async () =>
  JSON.stringify(await Promise.all(TABLES.map((table) => rowsIn(table))));

test("who deletes the account gets what they did, and leaves the work without the name", async () => {
  await handedIn();
  await edit(ravi, { name: "His", bases: { name: "Never seen" } });
  await type(ravi, "!");
  const data = await ravi.account.exportData();
  expect(data?.project).toMatchObject({
    name: complete.name,
    textsToChoose: [{ field: "name", text: "His" }],
  });
  expect(data?.project.changes).toContainEqual({
    field: "summary",
    kind: "edited",
    since: NOW,
    until: NOW,
  });
  await ravi.account.remove({ alsoUnsubscribe: false });
  expect(await seenBy(asha)).toMatchObject({
    ...complete,
    description: `${complete.description}!`,
    repositoryUrl: "https://github.com/nova/radar",
    updatedBy: "A former member",
  });
  const stored = await everythingStored();
  expect(stored).not.toMatch(/Ravi|"His"/u);
  expect(stored).not.toContain(ravi.uid);
});

test("who deletes the account takes no other's name with them, be it the same", async () => {
  const other = await asUser("Ravi", { email: "r2@example.in" });
  const team = must(await asha.teams.mine());
  const { inviteCode } = team;
  await other.teams.join({ inviteCode });
  await write(ravi, complete);
  await asha.teams.handOver({ uid: ravi.uid });
  await handIn(ravi);
  await edit(ravi, { summary: "His." });
  await other.account.remove();
  const known = { handedInBy: "Ravi", updatedBy: "Ravi" };
  expect(await seenBy(asha)).toMatchObject(known);
  vi.setSystemTime(NOW + 1);
  const third = await asUser("Ravi", { email: "r3@example.in" });
  await third.teams.join({ inviteCode });
  await type(ravi, "!");
  await third.account.remove();
  expect(await seenBy(asha)).toMatchObject(known);
  await ravi.account.remove();
  expect(await seenBy(asha)).toMatchObject({
    handedInBy: "A former member",
    updatedBy: "A former member",
  });
});

test("who deletes the account leaves no name with a former team either, nor an earlier name", async () => {
  await write(ravi, complete);
  await asha.teams.handOver({ uid: ravi.uid });
  await handIn(ravi);
  await type(ravi, "!");
  await deleteAll("projectHistory");
  await ravi.users.rename({ name: "Someone Else" });
  await ravi.teams.leave();
  await ravi.account.remove({ alsoUnsubscribe: false });
  const stored = await everythingStored();
  expect(stored).not.toMatch(/Ravi|Someone/u);
  expect(stored).not.toContain(ravi.uid);
});

test("integrity finds projects and hand-ins that do not belong together", async () => {
  await handedIn();
  await edit(omar, { name: "Vega" });
  const check = () => integrityFindings();
  expect(await check()).toEqual([]);
  await backend.run(async (ctx) => {
    const [nova, vega] = await ctx.db.query("projects").collect();
    if (nova === undefined || vega === undefined) throw new Error("missing");
    await ctx.db.patch("projects", vega._id, {
      teamId: nova.teamId,
      handInId: nova.handInId,
    });
    await ctx.db.patch("projects", nova._id, { handInId: undefined });
  });
  expect(await check()).toEqual([
    expect.stringContaining("more listings, requests or projects"),
  ]);
  await backend.run(async (ctx) => {
    const [, vega] = await ctx.db.query("projects").collect();
    const [handIn] = await ctx.db.query("handIns").collect();
    if (vega === undefined || handIn === undefined) throw new Error("missing");
    await ctx.db.patch("handIns", handIn._id, { isCurrent: false });
    await ctx.db.delete("teams", vega.teamId);
  });
  const findings = (await check()).join("\n");
  for (const name of ["Arena Radar", "Vega"])
    expect(findings).toMatch(
      new RegExp(`"${name}" .* has neither a team nor a current hand-in`),
    );
});

describe("a team that ends", () => {
  const leftRows = () =>
    backend.run(async (ctx) => {
      const left: string[] = [];
      for (const table of TABLES)
        if ((await ctx.db.query(table).first()) !== null) left.push(table);
      return left;
    });
  const standing = (by: Caller) => by.projects.standing();
  const listed = async () => listProjects(rita);

  test("takes its draft with it, if whoever ends it knows", async () => {
    await edit(ravi, { name: "His", bases: { name: "Never seen" } });
    expect(await standing(asha)).toBe("draft");
    await expectRefusal(
      [
        () => asha.teams.disband({ name: "Nova" }),
        async () => {
          await ravi.teams.leave();
          await asha.teams.leave();
        },
        () => asha.account.remove(),
        () => asha.teams.removeMember({ uid: asha.uid }),
      ],
      "project_would_go",
    );
    await asha.teams.disband({ name: "Nova", withProject: true });
    expect(await leftRows()).toEqual([]);
    await expectIntegrity();
  });

  test.each([
    ["leaving", () => asha.teams.leave({ withProject: true })],
    ["a deleted account", () => asha.account.remove({ withProject: true })],
    [
      "an organiser's removal",
      async () => {
        await rita.organiser.mendTeam({
          teamId: await teamIdOf(asha),
          change: { kind: "remove", userId: asha.uid, withProject: true },
        });
      },
    ],
    [
      "an approved request",
      async () => {
        const requestId = must(
          await asha.changeRequests.send({ kind: "leave", reason: "Please" }),
        );
        await rita.changeRequests.approve({ requestId, withProject: true });
      },
    ],
  ])("takes a withdrawn project with it by %s", async (_, end) => {
    await handedIn();
    await withdraw(asha);
    await ravi.teams.leave();
    await end();
    expect(await leftRows()).toEqual([]);
    await expectIntegrity();
  });

  test("is no team that has handed in, unless its project is withdrawn first", async () => {
    await handedIn();
    expect(await standing(asha)).toBe("handed_in");
    const disband = () =>
      refusalOf(asha.teams.disband({ name: "Nova", withProject: true }));
    const withdrawFirst = {
      code: "project_handed_in",
      message: "Your team has handed in its project. Withdraw it first.",
    };
    expect(await disband()).toMatchObject(withdrawFirst);
    await ravi.teams.leave();
    const leave = () => refusalOf(asha.teams.leave({ withProject: true }));
    expect(await leave()).toMatchObject(withdrawFirst);
    vi.setSystemTime(NOW + 2 * HOUR);
    const askOrganisers = {
      code: "project_handed_in",
      message:
        "Your team has handed in its project. Write to the organisers to end the team.",
    };
    expect(await disband()).toMatchObject(askOrganisers);
    expect(await leave()).toMatchObject(askOrganisers);
    expect(await standing(asha)).toBe("handed_in");
    vi.setSystemTime(NOW);
    await withdraw(asha);
    await asha.teams.leave({ withProject: true });
    expect(await leftRows()).toEqual([]);
  });

  test("by a deleted account leaves what it handed in, without the name", async () => {
    await handedIn();
    await edit(ravi, { name: "Never handed in" });
    await type(ravi, "?");
    await ravi.teams.leave();
    await rita.settings.change({ galleryPublished: true });
    await asha.account.remove();
    expect(await leftRows()).toEqual([
      "projects",
      "handIns",
      "handInTexts",
      "conflicts",
    ]);
    await expectIntegrity();
    expect(await listed()).toMatchObject([
      {
        name: complete.name,
        teamName: "Nova",
        status: "handed_in",
        hasChanges: false,
        updatedBy: "Ravi",
        missing: [],
      },
    ]);
    const { projects } = await backend.projects.gallery();
    expect(projects).toMatchObject([{ name: complete.name, teamName: "Nova" }]);
    expect(await everythingStored()).not.toMatch(/Asha|Never/u);
  });

  test("by an organiser leaves what it handed in, for judges too", async () => {
    await handedIn();
    const project = firstOf(await listed());
    const teamId = await teamIdOf(asha);
    const remove = ({ uid: userId }: Person) =>
      rita.organiser.mendTeam({ teamId, change: { kind: "remove", userId } });
    const ofTeam = () => rita.projects.standingOf({ teamId });
    expect(await ofTeam()).toBe("handed_in");
    const dev = await asUser("Dev", { role: "judge" });
    await rita.judging.assign({ perProject: 1 });
    await remove(ravi);
    await remove(asha);
    expect(await ofTeam()).toBe("handed_in");
    await expectIntegrity();
    const { cards } = await readDesk(dev);
    expect(cards).toMatchObject([{ name: complete.name, teamName: "Nova" }]);
    // Who was in it must not judge it later.
    await patchRow("users", ravi.uid, { emailVerificationTime: 1 });
    for (const email of ["ravi@example.in", "asha@example.in"])
      await backend.mutation(internal.roles.jobs.appoint, {
        email,
        role: "judge",
      });
    await rita.judging.assign({ perProject: 3, over: 1 });
    for (const person of [asha, ravi])
      expect(await readDesk(person)).toMatchObject({ cards: [] });
    await dev.judging.declareConflict({ projectId: project._id });
    expect(await readDesk(dev)).toMatchObject({ cards: [] });
    const { judges } = await rita.judging.progress();
    expect(judges).toContainEqual(
      expect.objectContaining({
        name: "Dev",
        conflicts: [expect.objectContaining({ teamName: "Nova" })],
      }),
    );
    await rita.judging.removeConflict({ judgeId: dev.uid, teamId });
    expect(await readDesk(dev)).toMatchObject({
      cards: [{ name: complete.name }],
    });
  });

  test("leaves its hand-in after an approved swap, in which its person says so", async () => {
    await handedIn();
    await ravi.teams.leave();
    const [, vega] = (await rita.organiser.teams()).teams;
    const code = (await omar.teams.mine())?.inviteCode ?? "";
    await asha.changeRequests.send({
      kind: "swap",
      reason: "Please",
      inviteCode: code,
    });
    const request = firstOf(await rita.changeRequests.list());
    expect(request).toMatchObject({ obstacle: null, ends: "handed_in" });
    await rita.changeRequests.approve({ requestId: request._id });
    expect((await asha.teams.mine())?._id).toBe(vega?._id);
    expect(await listed()).toMatchObject([{ teamName: "Nova" }]);
    await expectIntegrity();
    // Both see the same as before: nothing of it is Vega's.
    expect(await benchOf(omar)).toBeNull();
  });
});
