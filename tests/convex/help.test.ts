/** Help requests: one per team, taken by one mentor, in a fair order, and over by themselves. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import { api, internal } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { helpSchema } from "#convex/help/shared/help";
import { tablesInWords, usualWait } from "#convex/help/shared/queue";
import { check } from "#convex/platform/shared/input";
import { useOutbox, type Outbox } from "./outbox";
import {
  asUser,
  backend,
  expectOneOf,
  expectRefusal,
  formTeam,
  must,
  passTime,
  people,
  rowsIn,
  teamIdOf,
  type Person,
} from "./setup";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse(event.lastDay) + 11.5 * HOUR;
const TEXTS = {
  topic: "A database",
  place: "Table 12, by the window",
  problem: "The migration fails, and we do not know why.",
};

let outbox: Outbox;
/** Leads Nova; Ravi is a member. */
let asha: Person;
let ravi: Person;
/** Leads Comet. */
let maya: Person;
let omar: Person;
let mira: Person;
let manu: Person;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
  outbox = useOutbox();
  [asha, ravi, maya] = await people("Asha", "Ravi", "Maya");
  const proven = { emailVerificationTime: 1 };
  omar = await asUser("Omar", { ...proven, role: "organiser" });
  mira = await asUser("Mira", { ...proven, role: "mentor" });
  manu = await asUser("Manu", { ...proven, role: "mentor" });
  await formTeam([asha, ravi], "Nova");
  await formTeam([maya], "Comet");
  await omar.settings.change({ helpOpen: true });
});

const pass = async (ms: number) => passTime(ms, 30_000);

const ask = async (person: Person, place = TEXTS.place) =>
  person.help.ask({ ...TEXTS, place });
const pause = async (person: Person, isPaused: boolean) =>
  person.help.pause({ isPaused });
const mine = async (person: Person) => {
  const seen = must(await person.help.mine());
  return seen;
};
const stateOf = async (person: Person) => (await mine(person)).request?.state;
const queue = async (person = mira) => person.help.queue();
/** The names of the teams in the queue, in its order. */
const order = async () =>
  (await queue()).requests.map(({ teamName }) => teamName);
const requestOf = async (person: Person): Promise<Id<"helpRequests">> => {
  const { request } = await mine(person);
  if (request === null) throw new Error("nothing was asked");
  return request._id;
};
const take = async (mentor: Person, requestId: Id<"helpRequests">) =>
  mentor.help.take({ requestId });
const handBack = async (mentor: Person, requestId: Id<"helpRequests">) =>
  mentor.help.handBack({ requestId });
const close = async (mentor: Person, requestId: Id<"helpRequests">) =>
  mentor.help.close({ requestId });
/** The team asks, waits for so long, and is helped. */
async function helped(person: Person, waits = 0): Promise<void> {
  await ask(person);
  await pass(waits);
  const id = await requestOf(person);
  await take(mira, id);
  await close(mira, id);
}

test("asking is off until an organiser opens it", async () => {
  await omar.settings.change({ helpOpen: false });
  await expectRefusal(ask(asha), "help_closed");
  expect(await mine(asha)).toMatchObject({ isOpen: false, request: null });
  expect(await queue()).toEqual({
    isOpen: false,
    requests: [],
    more: 0,
    closed: [],
  });
});

test("asking is the team's: each member sees it, and who asked", async () => {
  await ask(ravi);
  expect(await mine(asha)).toMatchObject({
    ahead: 0,
    request: { ...TEXTS, askedBy: "Ravi", state: "waiting", helper: null },
  });
});

test("asking is refused while the team has an open request, whoever asked", async () => {
  await expectOneOf(ask(asha), ask(ravi));
  await expectRefusal(ask(asha), "help_asked");
  expect(await rowsIn("helpRequests")).toHaveLength(1);
});

test("asking takes a team of participants", async () => {
  const [zoya] = await people("Zoya");
  await expectRefusal(ask(zoya), "not_in_team");
  expect(await mine(zoya)).toMatchObject({ isOpen: true, request: null });
  for (const role of ["judge", "mentor"] as const)
    await expectRefusal(
      ask(await asUser("Hari", { role })),
      "participants_only",
    );
});

test("asking has a rate for each team", async () => {
  for (let count = 0; count < 20; count++) {
    await ask(count % 2 === 0 ? asha : ravi);
    await asha.help.withdraw();
  }
  await expectRefusal(ask(ravi), "rate_limited");
  await ask(maya);
});

test.each([
  ["topic", "required", " "],
  ["place", "too_long", "x".repeat(61)],
  ["problem", "too_long", "x".repeat(501)],
])("asking is refused by its %s: %s", (field, code, text) => {
  const checked = check(helpSchema, { ...TEXTS, [field]: text });
  expect(!checked.ok && checked.refusals).toMatchObject([{ field, code }]);
});

describe("a team's own request", () => {
  beforeEach(() => ask(asha));

  test("is changed by any member, and mentors read it at once", async () => {
    await ravi.help.edit({ ...TEXTS, place: "Table 3" });
    expect((await queue()).requests).toMatchObject([{ place: "Table 3" }]);
    await pass(MINUTE);
    expect(await mine(asha)).toMatchObject({ request: { askedBy: "Asha" } });
  });

  test("keeps its place while it is paused, and cannot be taken", async () => {
    await pass(MINUTE);
    await ask(maya);
    await pause(ravi, true);
    expect(await mine(maya)).toMatchObject({ ahead: 0 });
    await expectRefusal(take(mira, await requestOf(asha)), "help_paused");
    await pass(5 * MINUTE);
    await pause(asha, false);
    expect(await order()).toEqual(["Nova", "Comet"]);
    expect(await mine(maya)).toMatchObject({ ahead: 1 });
  });

  test("counts no pause as waiting", async () => {
    await pass(2 * MINUTE);
    await pause(asha, true);
    await pass(30 * MINUTE);
    await pause(asha, false);
    await pass(3 * MINUTE);
    const id = await requestOf(asha);
    await take(mira, id);
    await close(mira, id);
    const [wait] = await omar.help.waits();
    expect(Math.round((wait?.waitedMs ?? 0) / MINUTE)).toBe(5);
  });

  test("is not paused while somebody is coming, who is named", async () => {
    await take(mira, await requestOf(asha));
    await expectRefusal(pause(ravi, true), {
      code: "help_taken",
      message: "Mira has taken this request already.",
    });
  });

  test("is ended by any member, however often they press", async () => {
    const id = await requestOf(asha);
    await ravi.help.withdraw();
    await asha.help.withdraw();
    expect(await stateOf(asha)).toBe("withdrawn");
    await expectRefusal(take(mira, id), "request_over");
    await expectRefusal(pause(asha, true), "request_over");
    await expectRefusal(ravi.help.edit(TEXTS), "request_over");
    await ask(ravi);
    // Pressed on a page that still shows the one before.
    await asha.help.withdraw({ requestId: id });
    expect(await stateOf(asha)).toBe("waiting");
  });

  test("is no help if the team ends it, also while somebody has it", async () => {
    await take(mira, await requestOf(asha));
    await asha.help.withdraw();
    expect(await stateOf(asha)).toBe("withdrawn");
    await ask(asha);
    await pass(MINUTE);
    await ask(maya);
    expect(await order()).toEqual(["Nova", "Comet"]);
  });

  test("keeps what a teammate has changed meanwhile in another field, and refuses to change the same one, saying what it says now", async () => {
    await asha.help.edit({ ...TEXTS, place: "Table 14" });
    await ravi.help.edit({
      ...TEXTS,
      problem: "It answers twice.",
      seen: TEXTS,
    });
    expect((await queue()).requests).toMatchObject([
      { place: "Table 14", problem: "It answers twice." },
    ]);
    const edit = async (seen: typeof TEXTS) =>
      ravi.help.edit({ ...TEXTS, place: "Table 15", seen });
    await expectRefusal(edit(TEXTS), {
      code: "changed_since",
      message:
        "A teammate has changed “Where you sit” to “Table 14” meanwhile. Please look again.",
    });
    for (let press = 0; press < 2; press++)
      await edit({ ...TEXTS, place: "Table 14" });
    expect((await queue()).requests).toMatchObject([{ place: "Table 15" }]);
  });

  test("is another team's to none", async () => {
    await maya.help.withdraw();
    await expectRefusal(maya.help.edit(TEXTS), "request_over");
    expect(await mine(maya)).toMatchObject({ request: null, ahead: 0 });
    expect(await stateOf(asha)).toBe("waiting");
  });
});

describe("taking", () => {
  let id: Id<"helpRequests">;
  beforeEach(async () => {
    await ask(asha);
    id = await requestOf(asha);
  });

  test("by two at once succeeds for one; the other learns who has it", async () => {
    await expectOneOf(take(mira, id), take(manu, id));
    const { request } = await mine(asha);
    const [other, name] =
      request?.helper?.name === "Mira" ? [manu, "Mira"] : [mira, "Manu"];
    await expectRefusal(take(other, id), {
      code: "help_taken",
      message: `${name} has taken this request already.`,
    });
  });

  test("twice by the same mentor is once, and mentors and the team are told who is coming", async () => {
    for (let press = 0; press < 2; press++) await take(mira, id);
    const helper = { name: "Mira", isCaller: false };
    for (const by of [mira, manu])
      expect((await queue(by)).requests).toMatchObject([
        { state: "taken", helper: { ...helper, isCaller: by === mira } },
      ]);
    expect(await mine(ravi)).toMatchObject({
      request: { state: "taken", helper },
    });
  });

  test("another mentor can neither hand back nor close it, and nobody what nobody has; an organiser can", async () => {
    await close(mira, id);
    expect(await stateOf(asha)).toBe("waiting");
    await take(mira, id);
    await expectRefusal(handBack(manu, id), "help_taken");
    await expectRefusal(close(manu, id), "help_taken");
    await handBack(omar, id);
    expect(await stateOf(asha)).toBe("waiting");
    await take(omar, id);
    await close(omar, id);
    expect(await stateOf(asha)).toBe("helped");
  });

  test("handed back, it waits again where it was; the time with the mentor is no waiting", async () => {
    await pass(MINUTE);
    await ask(maya);
    await take(mira, id);
    await pass(20 * MINUTE);
    await handBack(mira, id);
    await handBack(mira, id);
    expect(await order()).toEqual(["Nova", "Comet"]);
    const { request } = await mine(asha);
    expect(request?.waitedMs).toBe(MINUTE);
  });

  test("is refused while help is closed", async () => {
    await omar.settings.change({ helpOpen: false });
    await expectRefusal(take(mira, id), "help_closed");
  });
});

describe("a press by mistake", () => {
  const seen = async (person: Person) => (await mine(person)).request;
  const undoWithdraw = async (person: Person, id?: Id<"helpRequests">) =>
    person.help.undoWithdraw({ requestId: id ?? (await requestOf(person)) });
  const undoClose = async (person: Person, id: Id<"helpRequests">) =>
    person.help.undoClose({ requestId: id });
  /** Nova has asked, then Comet. */
  beforeEach(async () => {
    await ask(asha);
    await pass(2 * MINUTE);
    await ask(maya);
  });

  test.each(["waiting", "paused", "taken"] as const)(
    "a request that the team closed while it was %s is opened again as it was, in its place",
    async (state) => {
      const id = await requestOf(asha);
      if (state === "paused") await pause(asha, true);
      if (state === "taken") await take(mira, id);
      const before = await seen(asha);
      await ravi.help.withdraw();
      await pass(10 * MINUTE);
      await undoWithdraw(asha);
      await undoWithdraw(ravi);
      expect(await seen(asha)).toEqual({
        ...before,
        since: expect.any(Number),
        waitedMs: state === "waiting" ? 2 * MINUTE : before?.waitedMs,
      });
      expect(await order()).toEqual(["Nova", "Comet"]);
      await pass(3 * HOUR);
      expect(await stateOf(asha)).toBe("lapsed");
    },
  );

  test("what the mentor closed is theirs again, and was no help", async () => {
    const id = await requestOf(asha);
    await take(mira, id);
    await close(mira, id);
    expect((await queue(manu)).closed).toEqual([]);
    expect((await queue(omar)).closed).toHaveLength(1);
    expect((await queue()).closed).toMatchObject([{ _id: id }]);
    await expectRefusal(undoClose(manu, id), "help_taken");
    await undoClose(mira, id);
    await undoClose(omar, id);
    expect((await queue()).requests[0]).toMatchObject({
      teamName: "Nova",
      state: "taken",
      helper: { isCaller: true },
    });
    await handBack(mira, id);
    expect(await order()).toEqual(["Nova", "Comet"]);
  });

  test("a mentor who is none any more does not get it back: it waits", async () => {
    const id = await requestOf(asha);
    await take(mira, id);
    await asha.help.withdraw();
    await omar.organiser.dismiss({ userId: mira.uid });
    await undoWithdraw(asha);
    expect(await seen(asha)).toMatchObject({ state: "waiting", helper: null });
  });

  test("is not taken back after a quarter of an hour, nor once the team has asked again or is gone", async () => {
    const id = await requestOf(asha);
    await asha.help.withdraw();
    await expectRefusal(undoClose(omar, id), "request_over");
    await pass(15 * MINUTE);
    await expectRefusal(undoWithdraw(asha), "request_over");
    await ask(asha);
    await expectRefusal(undoWithdraw(asha, id), "request_over");
    const comets = await requestOf(maya);
    await expectRefusal(undoWithdraw(asha, comets), "request_over");
    await take(mira, comets);
    await close(mira, comets);
    await maya.teams.leave();
    await expectRefusal(undoClose(mira, comets), "request_over");
  });

  test("an organiser ends for a mentor only what they have seen that mentor take", async () => {
    const requestId = await requestOf(asha);
    await take(mira, requestId);
    const { since = 0 } = (await seen(asha)) ?? {};
    await handBack(mira, requestId);
    await take(manu, requestId);
    for (const press of [api.help.close, api.help.handBack])
      await expectRefusal(omar.mutation(press, { requestId, since }), {
        code: "changed_since",
        message: "Manu has just taken the request. Please look again.",
      });
    expect(await stateOf(asha)).toBe("taken");
  });
});

describe("a mentor who never comes", () => {
  let id: Id<"helpRequests">;
  /** Nova waits for two minutes, then Mira takes it; Comet has asked meanwhile. */
  beforeEach(async () => {
    await ask(asha);
    id = await requestOf(asha);
    await pass(MINUTE);
    await ask(maya);
    await pass(MINUTE);
    await take(mira, id);
  });
  const since = async () => (await mine(asha)).request?.since ?? 0;
  const nobodyCame = async (person: Person, at: number) =>
    person.help.nobodyCame({ since: at });
  const told = () =>
    outbox.requests.map(({ mail }) => `${mail.to[0]}: ${mail.subject}`);

  test("is given up by the team after a quarter of an hour: it waits where it was, has waited all the time, and the mentor is told", async () => {
    const at = await since();
    await pass(15 * MINUTE);
    await nobodyCame(asha, at);
    await nobodyCame(ravi, at);
    expect(await order()).toEqual(["Nova", "Comet"]);
    expect(await mine(asha)).toMatchObject({
      ahead: 0,
      request: { state: "waiting", helper: { name: "Mira" } },
    });
    const { waitedMs = 0 } = (await mine(asha)).request ?? {};
    expect(waitedMs).toBe(17 * MINUTE);
    // It has waited for longer than ten minutes; Comet has, too, and was in a mail before.
    await pass(9 * MINUTE);
    expect(told()).toEqual(
      expect.arrayContaining([
        "mira@example.in: 2 teams wait for help",
        "manu@example.in: 2 teams wait for help",
      ]),
    );
    const toMira = outbox.requests.filter(({ mail }) =>
      mail.to.includes("mira@example.in"),
    );
    expect(toMira.at(-1)?.mail.text).toContain(
      "You had taken the request of one of them, which says that nobody came. Table 12. If you are on your way",
    );
    await take(manu, id);
    expect((await mine(asha)).request?.helper?.name).toBe("Manu");
    await close(manu, id);
    await ask(asha);
    expect(await order()).toEqual(["Comet", "Nova"]);
  });

  test("is not given up earlier, nor when another one has taken it since", async () => {
    const at = await since();
    await pass(14 * MINUTE);
    await expectRefusal(nobodyCame(asha, at), "changed_since");
    await handBack(mira, id);
    await take(manu, id);
    await pass(15 * MINUTE);
    await expectRefusal(nobodyCame(asha, at), {
      message: "Manu has just taken the request. Please look again.",
    });
    expect(await stateOf(asha)).toBe("taken");
  });

  test("leaves a request that lapses, and was no help", async () => {
    await maya.help.withdraw();
    await pass(2 * HOUR + MINUTE);
    expect(await stateOf(asha)).toBe("lapsed");
    await ask(asha);
    await pass(MINUTE);
    await ask(maya);
    expect(await order()).toEqual(["Nova", "Comet"]);
  });

  test("is forgotten with the account", async () => {
    const at = await since();
    await pass(15 * MINUTE);
    await nobodyCame(asha, at);
    await mira.account.remove();
    expect((await mine(asha)).request).toMatchObject({
      state: "waiting",
      helper: null,
    });
  });
});

test("the order puts who was helped least first, then who waits longest", async () => {
  await helped(asha);
  await ask(ravi);
  await pass(MINUTE);
  await ask(maya);
  expect(await order()).toEqual(["Comet", "Nova"]);
  const first = { state: "waiting", since: Date.now(), waitedMs: 0 };
  expect(await mine(asha)).toMatchObject({ ahead: 1, first });
  expect(await mine(maya)).toMatchObject({ ahead: 0, first: null });
});

test("the usual wait is the median of the last nine, and nothing with fewer than three", () => {
  expect(usualWait([5, 9])).toBeNull();
  expect(usualWait([9, 1, 5])).toBe(5);
  expect(usualWait([1, 2, 3, 4])).toBe(2.5);
  expect(usualWait([...Array<number>(9).fill(7), 100, 100])).toBe(7);
});

test("the usual wait is shown to the team once three were helped", async () => {
  await helped(asha, 4 * MINUTE);
  await helped(maya, 8 * MINUTE);
  expect(await mine(asha)).toMatchObject({ usualWaitMs: null });
  await helped(asha, 6 * MINUTE);
  const { usualWaitMs } = await mine(asha);
  expect(Math.round((usualWaitMs ?? 0) / MINUTE)).toBe(6);
});

test("a team or a person that goes a team that ends takes its request with it", async () => {
  await ask(maya);
  const id = await requestOf(maya);
  await maya.teams.leave();
  expect(await order()).toEqual([]);
  await expectRefusal(take(mira, id), "request_over");
});

test("a team or a person that goes so does one whose last member joins another team after the freeze", async () => {
  await ask(asha);
  await ask(maya);
  const { inviteCode = "" } = (await asha.teams.mine()) ?? {};
  await omar.settings.change({ teamChangesOpen: false });
  const requestId = must(
    await maya.changeRequests.send({
      kind: "swap",
      reason: "Please",
      inviteCode,
    }),
  );
  await omar.changeRequests.approve({ requestId });
  expect(await order()).toEqual(["Nova"]);
  expect(await mine(maya)).toMatchObject({ request: { teamName: "Nova" } });
});

test("a team or a person that goes a member who leaves leaves the request, without their name, and sees it no more", async () => {
  await ask(ravi);
  await ravi.teams.leave();
  expect(await mine(asha)).toMatchObject({ request: { askedBy: null } });
  expect(await mine(ravi)).toMatchObject({ request: null });
  await expectRefusal(ravi.help.withdraw(), "not_in_team");
});

test("a team or a person that goes a team's new name is in the queue", async () => {
  await ask(asha);
  await omar.organiser.mendTeam({
    teamId: await teamIdOf(asha),
    change: { kind: "rename", name: "Pulsar" },
  });
  expect(await order()).toEqual(["Pulsar"]);
});

test("a team or a person that goes a mentor who is dismissed hands back what they have", async () => {
  await ask(asha);
  const id = await requestOf(asha);
  await take(mira, id);
  await omar.organiser.dismiss({ userId: mira.uid });
  expect(await mine(asha)).toMatchObject({
    request: { state: "waiting", helper: null },
  });
  await expectRefusal(take(mira, id), "mentors_only");
});

test("a team or a person that goes a deleted account leaves neither its name nor its id", async () => {
  await helped(ravi);
  await ask(ravi);
  const id = await requestOf(asha);
  await take(mira, id);
  expect(await mira.account.exportData()).toMatchObject({
    help: { asked: [], taken: [{ state: "helped" }, { state: "taken" }] },
  });
  expect(await ravi.account.exportData()).toMatchObject({
    help: { asked: [TEXTS, TEXTS], taken: [] },
  });
  await ravi.account.remove();
  await mira.account.remove();
  expect(await mine(asha)).toMatchObject({
    request: { state: "waiting", askedBy: null, helper: null },
  });
  const rows = await rowsIn("helpRequests");
  expect(rows.map(({ askedBy, takenBy }) => [askedBy, takenBy])).toEqual([
    [null, undefined],
    [null, undefined],
  ]);
});

describe("time", () => {
  const told = () => outbox.requests.map(({ mail }) => mail.to[0]);

  test("reminds all mentors once, after ten minutes", async () => {
    await ask(asha);
    await pass(9 * MINUTE);
    expect(told()).toEqual([]);
    expect(await omar.organiser.waiting()).toMatchObject({ help: 0 });
    await pass(2 * MINUTE);
    expect(await omar.organiser.waiting()).toMatchObject({ help: 1 });
    expect(told()).toEqual(["mira@example.in", "manu@example.in"]);
    const [sent] = outbox.requests;
    expect(sent?.mail.subject).toBe("1 team waits for help");
    expect(sent?.mail.text).toContain(
      "1 team waits for help, the longest for 10 minutes. Table 12.",
    );
    expect((await queue()).requests).toMatchObject([{ isReminded: true }]);
    await pass(HOUR);
    expect(told()).toHaveLength(2);
  });

  test("a pause stops the clock of the reminder, and the request that was taken needs none", async () => {
    await ask(asha);
    await ask(maya);
    await pass(6 * MINUTE);
    await take(mira, await requestOf(maya));
    await pause(asha, true);
    await pass(20 * MINUTE);
    await pause(asha, false);
    await pass(3 * MINUTE);
    expect(told()).toEqual([]);
    await pass(2 * MINUTE);
    expect(outbox.requests.map(({ mail }) => mail.subject)).toEqual([
      "1 team waits for help",
      "1 team waits for help",
    ]);
  });

  test("an organiser sets the minutes, also for a request that waits already", async () => {
    const set = (helpReminderMinutes: number) =>
      omar.settings.change({ helpReminderMinutes });
    for (const wrong of [0, 1.5, 121])
      await expectRefusal(set(wrong), "out_of_range");
    await set(20);
    await ask(asha);
    await pass(12 * MINUTE);
    expect(told()).toEqual([]);
    await set(5);
    await pass(2 * MINUTE);
    expect(told()).toHaveLength(2);
  });

  test("mails only who wants it; organisers if there is no mentor", async () => {
    await mira.users.switchMail({ kind: "help", isOn: false });
    await ask(asha);
    await pass(11 * MINUTE);
    expect(told()).toEqual(["manu@example.in"]);
    for (const { uid: userId } of [mira, manu])
      await omar.organiser.dismiss({ userId });
    await ask(maya);
    await pass(11 * MINUTE);
    expect(told().slice(1)).toEqual(["omar@example.in"]);
  });

  test("mails nobody about a queue that is closed, and does so when it opens", async () => {
    await ask(asha);
    await omar.settings.change({ helpOpen: false });
    await pass(11 * MINUTE);
    expect(told()).toEqual([]);
    await omar.settings.change({ helpOpen: true });
    await pass(2 * MINUTE);
    expect(told()).toEqual(["mira@example.in", "manu@example.in"]);
    await pass(HOUR);
    expect(told()).toHaveLength(2);
  });

  test("ends what nobody has touched for two hours", async () => {
    await ask(asha);
    await pass(MINUTE);
    await pause(asha, true);
    await ask(maya);
    await take(mira, await requestOf(maya));
    await pass(2 * HOUR - MINUTE);
    expect(await stateOf(asha)).toBe("paused");
    await pass(2 * MINUTE);
    expect(await stateOf(asha)).toBe("lapsed");
    expect(await stateOf(maya)).toBe("lapsed");
    const scheduled = await backend.run((ctx) =>
      ctx.db.system.query("_scheduled_functions").collect(),
    );
    expect(scheduled.filter(({ state }) => state.kind === "pending")).toEqual(
      [],
    );
  });

  test("what has ended is deleted after thirty days", async () => {
    await helped(asha);
    await ask(maya);
    const clean = () =>
      backend.mutation(internal.upkeep.jobs.removeExpired, {});
    vi.setSystemTime(Date.now() + 31 * 24 * HOUR);
    await clean();
    const rows = await rowsIn("helpRequests");
    expect(rows.map(({ teamName }) => teamName)).toEqual(["Comet"]);
  });
});

/** Stores requests of teams that nobody knows, as theirs would be. */
const flood = async (size: number, askedAt = Date.now()) =>
  backend.run(async (ctx) => {
    for (let nth = 0; nth < size; nth++) {
      const teamId = await ctx.db.insert("teams", {
        name: `Junk ${nth}`,
        description: "",
        inviteCode: `JUNK${nth}`,
        createdAt: askedAt,
        createdBy: omar.uid,
        members: [],
      });
      await ctx.db.insert("helpRequests", {
        ...TEXTS,
        place: "https://evil.example/login",
        teamId,
        teamName: `Your account ${nth} is locked`,
        askedBy: null,
        askedAt,
        helpedBefore: 0,
        state: "waiting",
        since: askedAt,
        waitedMs: 0,
        isReminded: false,
      });
    }
  });

test("many teams of one stranger hide no request from mentors: the longest wait is first, and how many more is said", async () => {
  await ask(asha);
  await pass(MINUTE);
  // Its state is the newest of all, its turn the first.
  await flood(331);
  await pause(asha, true);
  await pass(MINUTE);
  await pause(asha, false);
  const { requests, more } = await queue();
  expect(requests).toHaveLength(300);
  expect(requests[0]?.teamName).toBe("Nova");
  expect(more).toBe(32);
});

test("many teams of one stranger come after every team of which somebody has arrived, however early they ask", async () => {
  await flood(1_010);
  await pass(MINUTE);
  await ask(asha);
  await ask(maya);
  expect((await order()).indexOf("Nova")).toBe(-1);
  expect((await mine(asha)).ahead).toBe(1_000);
  await omar.settings.change({ checkInOpen: true });
  await omar.checkIns.record({
    uid: ravi.uid,
    at: Date.now(),
    desk: "Desk 1",
    key: "k1",
    isByList: true,
  });
  expect((await order())[0]).toBe("Nova");
  expect(await mine(asha)).toMatchObject({ ahead: 0 });
  expect((await mine(maya)).ahead).toBe(1_000 + 1);
});

test("many teams of one stranger send each mentor one mail in ten minutes, without a word of theirs", async () => {
  await ask(maya, "Hall 2, table no. 7");
  await flood(40);
  await omar.settings.change({ helpReminderMinutes: 1 });
  await pass(9 * MINUTE);
  expect(outbox.requests.map(({ mail }) => mail.to[0])).toEqual([
    "mira@example.in",
    "manu@example.in",
  ]);
  const [{ mail } = {}] = outbox.requests;
  expect(mail?.subject).toBe("41 teams wait for help");
  expect(mail?.text).toContain("Table 7, and 40 more.");
  for (const word of ["evil", "locked", "Comet", "Hall", "database"])
    expect(JSON.stringify(mail)).not.toContain(word);
});

test("many teams of one stranger neither does a team to which nobody came, and who waits since is in the next mail", async () => {
  await ask(asha);
  await pass(MINUTE);
  await take(mira, await requestOf(asha));
  await ask(maya, "14");
  await pass(11 * MINUTE);
  const toMira = () =>
    outbox.requests.filter(({ mail }) => mail.to[0]?.startsWith("mira"));
  expect(toMira()).toHaveLength(1);
  await pass(4 * MINUTE + 1);
  const { since = 0 } = (await mine(asha)).request ?? {};
  await asha.help.nobodyCame({ since });
  await pass(4 * MINUTE);
  expect(toMira()).toHaveLength(1);
  await pass(3 * MINUTE);
  expect(toMira()).toHaveLength(2);
  expect(toMira()[1]?.mail.text).toContain("which says that nobody came.");
  await pass(30 * MINUTE);
  expect(toMira()).toHaveLength(2);
});

test("many teams of one stranger do not push those who were helped out of the organisers' list", async () => {
  await helped(asha);
  await pass(MINUTE);
  await flood(510);
  await backend.run(async (ctx) => {
    for (const { _id, state } of await ctx.db.query("helpRequests").collect())
      if (state === "waiting")
        await ctx.db.patch("helpRequests", _id, {
          state: "withdrawn",
          since: Date.now(),
        });
  });
  const waits = await omar.help.waits();
  expect(waits.filter(({ state }) => state === "helped")).toHaveLength(1);
});

test.each([
  [["Table 12, by the window"], " Table 12."],
  [["7", "table no. 3", "T-14", "Tisch 5"], " Tables 7, 3, 14, and 1 more."],
  [["https://evil.example/login", "2nd floor", "Table 1234"], ""],
  [["Table 4", "table 4"], " Table 4."],
])("of %j a mail says%s", (places, words) => {
  expect(tablesInWords(places)).toBe(words);
});

test("organisers see how long each team waited", async () => {
  await helped(asha, 4 * MINUTE);
  await pass(MINUTE);
  await ask(maya);
  await maya.help.withdraw();
  expect(await omar.help.waits()).toMatchObject([
    { teamName: "Comet", state: "withdrawn" },
    { teamName: "Nova", state: "helped", topic: TEXTS.topic },
  ]);
});
