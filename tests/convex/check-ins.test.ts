/** Check-in: what counts when phones at several desks send late, twice and with wrong clocks. */
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import { internal } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { atDesk, teamAtDesk, withChanges } from "#convex/judging/shared/desk";
import {
  publicKeyOf,
  readPass,
  signPass,
} from "#convex/checkIns/shared/passes";
import { runsOf } from "../thoroughness";
import { deployBeforeEachTest } from "./deployment";
import {
  asUser,
  backend,
  crowd,
  deleteAll,
  expectRefusal,
  firstOf,
  formTeam,
  must,
  patchRow,
  people,
  rowsIn,
  type Person,
} from "./setup";

const MINUTE = 60_000;
const NINE = Date.parse(event.firstDay) + 9 * 60 * MINUTE;

deployBeforeEachTest();
let rita: Person;
let asha: Person;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NINE });
  rita = await asUser("Rita", { role: "organiser" });
  asha = await asUser("Asha", { college: "IIT Delhi" });
  await open(true);
});

const open = (checkInOpen: boolean) => rita.settings.change({ checkInOpen });

type Scan = {
  key: string;
  at?: number;
  desk?: string;
  guardianFormSeen?: boolean;
  isByList?: boolean;
};
/** Sends a check-in of a person. */
const record = (
  { uid }: Pick<Person, "uid">,
  { at = Date.now(), desk = "Desk 1", isByList = true, ...scan }: Scan,
  by = rita,
) => by.checkIns.record({ uid, at, desk, isByList, ...scan });
const undo = ({ uid }: Pick<Person, "uid">, key: string, at = Date.now()) =>
  rita.checkIns.undo({ uid, key, at });
const noteForm = (
  { uid }: Pick<Person, "uid">,
  isSeen: boolean,
  at = Date.now(),
) => rita.checkIns.noteForm({ uid, at, isSeen });
const deskPeople = async () =>
  atDesk(await rita.checkIns.list(), await rita.checkIns.arrived());
/** The person as the desk sees them. */
async function personAtDesk({ uid }: Person) {
  return (await deskPeople()).find((person) => person.uid === uid);
}
/** Who was checked in, as organisers see it. */
const all = async () => (await rita.checkIns.all()).people;
const arrivals = () => rita.checkIns.arrivals();
const passTextOf = async (person: Person) =>
  (await person.checkIns.pass())?.text ?? "";
const later = (minutes: number) => vi.setSystemTime(NINE + minutes * MINUTE);

test("a check-in shows on the pass, at the desk, to the person and to organisers", async () => {
  await formTeam([asha]);
  expect(await record(asha, { key: "k1", guardianFormSeen: true })).toEqual({
    status: "first",
    first: { at: NINE, desk: "Desk 1" },
  });
  expect(await asha.checkIns.pass()).toMatchObject({
    name: "Asha",
    college: "IIT Delhi",
    teamName: "Nova",
    checkedInAt: NINE,
  });
  expect(await asha.users.me()).toMatchObject({ checkedInAt: NINE });
  expect(await personAtDesk(asha)).toMatchObject({
    teamName: "Nova",
    checkedIn: { at: NINE, desk: "Desk 1" },
    guardianFormSeen: true,
  });
  expect(await all()).toMatchObject([
    { name: "Asha", first: { at: NINE, by: "Rita" }, again: null },
  ]);
});

test("the desk and organisers know two teams of one look by who leads them", async () => {
  const [ravi, ela] = await people("Ravi", "Ela");
  await formTeam([asha]);
  await formTeam([ravi], "N0va");
  await formTeam([ela], "Lynx");
  const names = ["Nova · led by Asha", "N0va · led by Ravi", "Lynx"];
  const told = (await deskPeople()).map(({ teamName }) => teamName);
  expect(told).toEqual(names);
  await record(ravi, { key: "k1" });
  expect(await all()).toMatchObject([{ teamName: names[1] }]);
});

test("the desk's list has participants without addresses, and nobody else", async () => {
  await asUser("Judge", { role: "judge" });
  const list = await rita.checkIns.list();
  expect(list.people.map(({ name }) => name)).toEqual(["Asha"]);
  expect(JSON.stringify(list)).not.toContain("@");
});

test("a phone that asks for what is new gets each change once, in order, and undos too", async () => {
  const [ravi, ela] = await people("Ravi", "Ela");
  const news = async (after?: number) =>
    rita.checkIns.arrived(after === undefined ? {} : { after });
  await record(asha, { key: "k1" });
  await record(ravi, { key: "k2" });
  const whole = await news();
  expect(whole.map(({ uid }) => uid)).toEqual([asha.uid, ravi.uid]);
  const last = whole.at(-1)?.changedAt ?? NaN;
  expect(await news(last)).toEqual([]);
  // The clock stands still, and then goes back.
  await undo(asha, "u1");
  later(-1);
  await record(ela, { key: "k3" });
  const changes = await news(last);
  expect(changes).toMatchObject([
    { uid: asha.uid, guardianFormSeen: false },
    { uid: ela.uid, at: NINE - MINUTE, desk: "Desk 1" },
  ]);
  expect(changes[0]).not.toHaveProperty("at");
  expect(withChanges(whole, changes)).toEqual(await news());
});

test("the same key counts once, and is answered each time", async () => {
  await record(asha, { key: "k1" });
  later(5);
  expect(await record(asha, { key: "k1" })).toEqual({
    status: "repeated",
    first: { at: NINE, desk: "Desk 1" },
  });
  expect(await arrivals()).toMatchObject({ arrived: 1, again: 0 });
});

test("a second scan anywhere says when and where the first was, and both are listed", async () => {
  await record(asha, { key: "k1" });
  later(5);
  const second = { key: "k2", desk: "Desk 2" };
  const answer = { status: "again", first: { at: NINE, desk: "Desk 1" } };
  expect(await record(asha, second)).toEqual(answer);
  expect(await record(asha, second)).toEqual(answer);
  expect(await all()).toMatchObject([
    {
      first: { at: NINE, desk: "Desk 1" },
      again: { at: NINE + 5 * MINUTE, desk: "Desk 2" },
    },
  ]);
  expect(await arrivals()).toEqual({
    arrived: 1,
    again: 1,
    minutes: [{ at: NINE, count: 1 }],
    desks: [{ desk: "Desk 1", count: 1 }],
  });
});

test("of two desks, the earlier scan counts, although its phone had no line", async () => {
  later(5);
  await record(asha, { key: "k2", desk: "Desk 2" });
  later(30);
  expect(await record(asha, { key: "k1", at: NINE })).toEqual({
    status: "first",
    first: { at: NINE, desk: "Desk 1" },
  });
  expect(await record(asha, { key: "k2", desk: "Desk 2" })).toMatchObject({
    status: "again",
  });
  expect(await all()).toMatchObject([
    { first: { desk: "Desk 1" }, again: { desk: "Desk 2" } },
  ]);
  expect(await arrivals()).toMatchObject({ arrived: 1 });
});

test.each([
  ["a day ahead", NINE + 24 * 60 * MINUTE],
  ["years behind", 1],
])("a phone's clock that is %s counts as now", async (_title, at) => {
  expect(await record(asha, { key: "k1", at })).toMatchObject({
    first: { at: NINE },
  });
});

test("undo takes the check-in back, once, and a repeated call of either changes nothing", async () => {
  await record(asha, { key: "k1" });
  later(1);
  await undo(asha, "u1");
  expect(await personAtDesk(asha)).toMatchObject({ checkedIn: null });
  expect(await record(asha, { key: "k1" })).toMatchObject({
    status: "repeated",
  });
  expect(await arrivals()).toMatchObject({ arrived: 0 });
  later(2);
  expect(await record(asha, { key: "k2" })).toMatchObject({
    status: "first",
  });
  await undo(asha, "u1");
  expect(await arrivals()).toMatchObject({ arrived: 1 });
  expect(await all()).toMatchObject([{ undone: { by: "Rita" } }]);
});

test("undo takes back a second scan too, but none that was made after it", async () => {
  await record(asha, { key: "k1" });
  later(1);
  await record(asha, { key: "k2" });
  later(9);
  await undo(asha, "u1", NINE + 2 * MINUTE);
  expect(await arrivals()).toMatchObject({ arrived: 0, again: 0 });
  await record(asha, { key: "k3" });
  await record(asha, { key: "k4", at: NINE + 3 * MINUTE });
  await undo(asha, "u2", NINE + 4 * MINUTE);
  expect(await personAtDesk(asha)).toMatchObject({
    checkedIn: { at: NINE + 9 * MINUTE },
  });
});

test("undo takes back what was scanned before it, also what arrives after it", async () => {
  later(9);
  await undo(asha, "u1", NINE + 5 * MINUTE);
  expect(await record(asha, { key: "k1", at: NINE })).toMatchObject({
    status: "undone",
  });
  expect(await personAtDesk(asha)).toMatchObject({ checkedIn: null });
  await record(asha, { key: "k2", at: NINE + 6 * MINUTE });
  expect(await personAtDesk(asha)).toMatchObject({
    checkedIn: { at: NINE + 6 * MINUTE },
  });
});

test("undo takes back what was scanned at its own time, also what arrives after it", async () => {
  await record(asha, { key: "k1" });
  await undo(asha, "u1", NINE);
  expect(await personAtDesk(asha)).toMatchObject({ checkedIn: null });
  expect(await record(asha, { key: "k2", at: NINE })).toMatchObject({
    status: "undone",
  });
});

test("undo knows what it has taken back also after 200 others", async () => {
  await undo(asha, "first");
  const others = Array.from({ length: 200 }, (_, nth) => `other ${nth}`);
  const row = firstOf(await rowsIn("checkIns"));
  const undone = { ...must(row.undone), checkInKeys: others };
  await patchRow("checkIns", row._id, { undone });
  later(1);
  await record(asha, { key: "k1" });
  await undo(asha, "last");
  expect(await record(asha, { key: "k1" })).toMatchObject({
    status: "repeated",
  });
});

test("undo leaves the first scan after it, of more than are kept", async () => {
  later(40);
  for (let minute = 0; minute < 33; minute++)
    await record(asha, { key: `k${minute}`, at: NINE + minute * MINUTE });
  await undo(asha, "u1", NINE);
  expect(await personAtDesk(asha)).toMatchObject({
    checkedIn: { at: NINE + MINUTE },
  });
});

test("undo that arrives late leaves whoever was scanned since, with the first of those times", async () => {
  for (const minutes of [0, 2, 4]) {
    later(minutes);
    await record(asha, { key: `k${minutes}` });
  }
  await undo(asha, "u1", NINE + MINUTE);
  expect(await all()).toMatchObject([
    { first: { at: NINE + 2 * MINUTE }, again: { at: NINE + 4 * MINUTE } },
  ]);
});

test("undo is for good: what it took back does not come again after another undo, also by a wrong clock", async () => {
  const scan = { key: "k1", at: NINE + 24 * 60 * MINUTE };
  await record(asha, scan);
  later(1);
  await undo(asha, "u1");
  later(2);
  await record(asha, { key: "k2" });
  later(3);
  await undo(asha, "u2");
  later(4);
  for (const _again of [1, 2]) {
    expect(await record(asha, scan)).toMatchObject({ status: "repeated" });
    await undo(asha, "u1");
  }
  await record(asha, { key: "k3" });
  later(5);
  await undo(asha, "u1");
  expect(await arrivals()).toMatchObject({ arrived: 1 });
});

test("undo does nothing to an account that is gone", async () => {
  await asha.account.remove();
  await undo(asha, "u1");
  expect(await rowsIn("checkIns")).toEqual([]);
});

test("whatever phones have noted of a person, and in whatever order and however often they send it, the deployment has the same", async () => {
  later(60);
  type Sent = (person: Pick<Person, "uid">) => Promise<unknown>;
  const event = fc
    .record({
      kind: fc.constantFrom("scan", "scan", "tick", "undo", "seen", "not seen"),
      minute: fc.integer({ min: 0, max: 9 }),
      key: fc.uuid(),
    })
    .map(({ kind, minute, key }): Sent => {
      const at = NINE + minute * MINUTE;
      if (kind === "undo") return (person) => undo(person, key, at);
      if (kind.endsWith("seen"))
        return (person) => noteForm(person, kind === "seen", at);
      const guardianFormSeen = kind === "tick";
      return (person) => record(person, { key, at, guardianFormSeen });
    });
  const orders = fc.array(event, { maxLength: 7 }).chain((events) => {
    const all = { minLength: 2 * events.length, maxLength: 2 * events.length };
    return fc.tuple(
      fc.constant(events),
      fc.shuffledSubarray([...events, ...events], all),
    );
  });
  let nth = 0;
  const stored = async (sent: readonly Sent[]) => {
    const person = await asUser(`Person ${nth++}`);
    for (const send of sent) await send(person);
    const row = (await rowsIn("checkIns")).find(
      ({ userId }) => userId === person.uid,
    );
    if (row === undefined) return undefined;
    const { _id, _creationTime, userId: _person, ...rest } = row;
    const { undone, changedAt: _at, ...kept } = rest;
    const keys = new Set(undone?.checkInKeys);
    return { ...kept, undone: undone && { ...undone, checkInKeys: keys } };
  };
  await fc.assert(
    fc.asyncProperty(orders, async ([events, shuffled]) => {
      expect(await stored(shuffled)).toEqual(await stored(events));
    }),
    { numRuns: runsOf(200) },
  );
});

test("while check-in is off, only what was scanned before is taken", async () => {
  later(10);
  await open(false);
  later(20);
  await expectRefusal(record(asha, { key: "k1" }), "check_in_closed");
  expect(await record(asha, { key: "k2", at: NINE })).toMatchObject({
    status: "first",
  });
  await deleteAll("settings");
  await expectRefusal(record(asha, { key: "k3", at: NINE }), "check_in_closed");
});

describe("a guardian's form", () => {
  const isSeen = async () => (await personAtDesk(asha))?.guardianFormSeen;

  test("that was seen at any scan stays seen, however many follow", async () => {
    for (const minutes of [0, 1, 2, 3]) {
      later(minutes);
      const guardianFormSeen = minutes === 1;
      await record(asha, { key: `k${minutes}`, guardianFormSeen });
    }
    expect(await isSeen()).toBe(true);
  });

  test("that is brought later is noted without another scan, also after check-in, and taken back", async () => {
    await record(asha, { key: "k1" });
    later(1);
    await open(false);
    await noteForm(asha, true);
    await noteForm(asha, true);
    expect(await isSeen()).toBe(true);
    expect(await all()).toMatchObject([
      { guardianFormSeen: true, again: null },
    ]);
    later(2);
    await noteForm(asha, false);
    await noteForm(asha, true, NINE + MINUTE);
    expect(await isSeen()).toBe(false);
    // Of two at the same time, whichever comes last.
    await noteForm(asha, true);
    await noteForm(asha, false);
    expect(await isSeen()).toBe(true);
  });

  test("goes with the check-in that is taken back, because it may have been somebody else's", async () => {
    await record(asha, { key: "k1", guardianFormSeen: true });
    later(1);
    await undo(asha, "u1");
    later(2);
    await record(asha, { key: "k2" });
    expect(await isSeen()).toBe(false);
  });

  test("of a row from before is seen if one of its check-ins says so", async () => {
    await record(asha, { key: "k1" });
    await backend.run(async (ctx) => {
      const row = await ctx.db.query("checkIns").first();
      if (!row?.first) throw new Error("no check-in");
      const again = { ...row.first, key: "k2", guardianFormSeen: true };
      const { userId, first } = row;
      await ctx.db.replace("checkIns", row._id, { userId, first, again });
    });
    expect(await isSeen()).toBe(true);
    later(1);
    await noteForm(asha, false);
    expect(await isSeen()).toBe(false);
  });

  test.each([
    ["a judge", "participants_only"],
    ["an account that is gone", "not_found"],
  ])("is noted of nobody who does not come: %s", async (who, code) => {
    const person = await asUser("Hari", {
      role: who === "a judge" ? "judge" : "participant",
    });
    if (code === "not_found") await person.account.remove();
    await expectRefusal(noteForm(person, true), code);
  });
});

test("arrivals are counted by minute and by desk", async () => {
  later(10);
  for (const [nth, person] of (await crowd(6)).entries()) {
    const at = NINE + nth * 20_000;
    const desk = `Desk ${1 + (nth % 2)}`;
    await record(person, { key: `k${nth}`, at, desk });
  }
  const count = 3;
  expect(await arrivals()).toMatchObject({
    arrived: 6,
    minutes: [NINE, NINE + MINUTE].map((at) => ({ at, count })),
    desks: ["Desk 1", "Desk 2"].map((desk) => ({ desk, count })),
  });
});

test("the team is seen with who is here and who is missing", async () => {
  const [ravi, mira] = await people("Ravi", "Mira");
  await formTeam([asha, ravi, mira]);
  await record(ravi, { key: "k1" });
  const seen = await deskPeople();
  const { teamId = null } = (await personAtDesk(asha)) ?? {};
  const { here, missing } = teamAtDesk(seen, teamId);
  expect(here.map(({ name }) => name)).toEqual(["Ravi"]);
  expect(missing.map(({ name }) => name)).toEqual(["Asha", "Mira"]);
  expect(await asha.teams.mine()).toMatchObject({ arrived: [ravi.uid] });
  await undo(ravi, "k2");
  expect(await asha.teams.mine()).toMatchObject({ arrived: [] });
  expect(teamAtDesk(seen, null)).toEqual({ here: [], missing: [] });
});

const publicKey = async () => (await rita.checkIns.list()).publicKey;

test("a pass stays the same, and names its owner to whoever has the public key", async () => {
  const text = await passTextOf(asha);
  expect(text).toBe(await passTextOf(asha));
  expect(text).toMatch(/^HA1\.[^.]+\.[\dA-F]{128}$/);
  expect(await readPass(` ${text}\n`, await publicKey())).toBe(asha.uid);
});

test("a pass outlives the keys of the tokens, from the first job on", async () => {
  const text = await passTextOf(asha);
  await backend.mutation(internal.upkeep.jobs.keepSecrets, {});
  vi.stubEnv("JWT_PRIVATE_KEY", "another key");
  await backend.mutation(internal.upkeep.jobs.keepSecrets, {});
  expect(await passTextOf(asha)).toBe(text);
  expect(await readPass(text, await publicKey())).toBe(asha.uid);
  // Whoever deletes the secrets by hand voids what they have signed.
  await deleteAll("secrets");
  expect(await readPass(text, await publicKey())).toBeNull();
});

test("a pass that is forged, of another deployment or anything else is refused", async () => {
  const [ravi] = await people("Ravi");
  const [head, , signature] = (await passTextOf(asha)).split(".");
  const elsewhere = new Uint8Array(32).fill(7);
  const texts = [
    `${head}.${ravi.uid.toUpperCase()}.${signature}`,
    (await passTextOf(asha)).replace(/.$/, (last) =>
      last === "0" ? "1" : "0",
    ),
    await signPass(asha.uid, elsewhere),
    `HA1.${"A".repeat(32)}.${"F".repeat(128)}`,
    "https://hackarena.example/pass",
    "",
  ];
  for (const text of texts)
    expect(await readPass(text, await publicKey())).toBeNull();
  expect(await readPass(texts[2] ?? "", await publicKeyOf(elsewhere))).toBe(
    asha.uid,
  );
});

test("a pass that is older than its account's end is read, and its check-in is refused", async () => {
  const text = await passTextOf(asha);
  await asha.account.remove();
  const uid = await readPass(text, await publicKey());
  expect(uid).toBe(asha.uid);
  await expectRefusal(
    record({ uid: uid as Id<"users"> }, { key: "k1" }),
    "not_found",
  );
});

test("a pass that is newer than the phone's list is taken, and marked", async () => {
  await record(asha, { key: "k1", isByList: false });
  expect(await all()).toMatchObject([{ isByList: false }]);
});

test("a pass is none for judges and mentors, who are not checked in", async () => {
  const mentor = await asUser("Mentor", { role: "mentor" });
  expect(await mentor.checkIns.pass()).toBeNull();
  await expectRefusal(record(mentor, { key: "k1" }), "participants_only");
});

describe("a desk helper", () => {
  const name = (email: string) => rita.organiser.nameDeskHelper({ email });
  const helpers = async () =>
    (await rita.organiser.roles()).deskHelpers.map((helper) => helper.name);

  test("checks people in until dismissed, also on an open page", async () => {
    const ravi = await asUser("Ravi", { emailVerificationTime: 1 });
    await expectRefusal(record(asha, { key: "k1" }, ravi), "desk_only");
    await name(" Ravi@Example.in");
    await name("ravi@example.in");
    expect(await helpers()).toEqual(["Ravi"]);
    expect(await ravi.users.me()).toMatchObject({
      isDeskHelper: true,
      role: "participant",
    });
    await record(asha, { key: "k1" }, ravi);
    await expectRefusal(ravi.checkIns.all(), "organisers_only");
    await rita.organiser.dismissDeskHelper({ userId: ravi.uid });
    await expectRefusal(ravi.checkIns.list(), "desk_only");
    expect(await helpers()).toEqual([]);
    const actions = (await rowsIn("auditLog")).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("desk"))).toEqual([
      "desk helper named",
      "desk helper dismissed",
    ]);
  });

  test.each([
    ["asha@example.in", "email_not_proven"],
    ["nobody@example.in", "no_account"],
  ])("%s is refused: %s", async (email, code) => {
    await expectRefusal(name(email), code);
  });
});

test("the download holds one's check-in, and it goes with the account", async () => {
  expect(await asha.account.exportData()).toMatchObject({ checkIn: null });
  await record(asha, { key: "k1" });
  expect(await asha.account.exportData()).toMatchObject({
    checkIn: {
      first: { at: NINE, desk: "Desk 1" },
      again: [],
      undoneAt: null,
      guardianFormSeen: false,
    },
  });
  await asha.account.remove();
  expect(await rowsIn("checkIns")).toEqual([]);
});

test.each([
  [{ key: "k".repeat(65) }, "too_long"],
  [{ key: "" }, "required"],
  [{ key: "k1", desk: " " }, "required"],
  [{ key: "k1", desk: "d".repeat(31) }, "too_long"],
])("%j is refused: %s", async (scan, code) => {
  await expectRefusal(record(asha, scan), code);
});
