/** Mail that people can switch off: whom it reaches, how often, and how it ends. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import { teamPlaces } from "../../src/content/stats";
import { indianTime } from "#convex/platform/shared/indianTime";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { api, internal } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { inAddress, secretFor } from "#convex/platform/digest";
import { handIn, openSubmissions, startProject } from "./projects";
import { useOutbox, type Outbox } from "./outbox";
import {
  asUser,
  backend,
  crowd,
  expectRefusal,
  formTeam,
  passTime,
  people,
  SITE,
  teamIdOf,
  type Person,
} from "./setup";

type RequestId = Id<"requests">;

const MINUTE = 60_000;
const NOW = Date.parse(event.lastDay) + 11.5 * 60 * MINUTE;
/** Everybody for whom there is a place. */
const ALL = teamPlaces * MAX_TEAM_SIZE;

let outbox: Outbox;
let asha: Person;
let ravi: Person;
let omar: Person;

/** Asha leads Nova with Ravi; only her address is proven. */
beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
  outbox = useOutbox();
  asha = await asUser("Asha", { emailVerificationTime: 1 });
  [ravi] = await people("Ravi");
  omar = await openSubmissions({ submissionsCloseAt: NOW + 60 * MINUTE });
});

const pass = async (ms: number) => passTime(ms, 1_000);

/** "to: subject" of each mail that the provider was given. */
const told = () =>
  outbox.requests.map(({ mail }) => `${mail.to[0]}: ${mail.subject}`);

/** How many requests that was: mails of one batch have one key. */
const batches = () =>
  new Set(outbox.requests.map(({ headers }) => headers.get("Idempotency-Key")))
    .size;

const remind = async () => omar.organiser.remindUnsubmitted();

const NOT_YET = "Your team has not handed in yet";

test("organiser.remindUnsubmitted tells the members of teams that have not handed in, by one request and by an announcement", async () => {
  const [zoya] = await people("Zoya");
  await formTeam([asha, ravi]);
  await formTeam([zoya], "Vega");
  await handIn(await startProject(zoya));
  expect(await remind()).toBe(1);
  expect(told()).toEqual([]);
  await pass(MINUTE);
  expect(told()).toEqual([
    `asha@example.in: ${NOT_YET}`,
    `ravi@example.in: ${NOT_YET}`,
  ]);
  expect(batches()).toBe(1);
  expect(outbox.requests[0]?.mail.text).toContain(
    `hand it in until ${indianTime(NOW + 60 * MINUTE)}`,
  );
  const shown = await ravi.announcements.list({ at: 0 });
  expect(shown?.announcements).toMatchObject([
    { title: "Hand in your project", author: "Omar" },
  ]);
  const [entry] = await omar.organiser.auditLog();
  expect(entry).toMatchObject({
    action: "reminder sent",
    after: { teams: 1 },
  });
});

test("organiser.remindUnsubmitted does so once in half an hour, and only while submissions are open", async () => {
  expect(await remind()).toBe(0);
  await formTeam([asha, ravi]);
  expect(await remind()).toBe(1);
  const rita = await asUser("Rita", { role: "organiser" });
  await pass(40_000);
  await expectRefusal(rita.organiser.remindUnsubmitted(), {
    code: "changed_since",
    message: "The teams were reminded 40 seconds ago. Please look again.",
  });
  await pass(31 * MINUTE);
  expect(await remind()).toBe(1);
  await pass(31 * MINUTE);
  await expectRefusal(remind(), "submissions_closed");
});

describe("the provider", () => {
  beforeEach(async () => {
    await formTeam([asha, ravi]);
    await remind();
  });

  test.each([
    ["is busy", () => new Response("slower", { status: 429 })],
    ["fails", () => new Response("oh", { status: 503 })],
    ["cannot be reached", () => Promise.reject(new TypeError("no line"))],
  ])("that %s gets the mails again, under the same key", async (_, answer) => {
    const { answer: take } = outbox;
    outbox.answer = answer;
    await pass(12_000);
    outbox.answer = take;
    await pass(60 * MINUTE);
    expect(told()).toHaveLength(4);
    expect(batches()).toBe(1);
  });

  test("that stays away is given up after some hours", async () => {
    const error = vi.spyOn(console, "error").mockReturnValue();
    outbox.answer = () => new Response("oh", { status: 503 });
    await pass(150 * MINUTE);
    expect(told()).toHaveLength(2 * 8);
    expect(String(error.mock.calls)).toContain("has not taken 2 mails");
  });

  test("that refuses them is not asked again", async () => {
    const error = vi.spyOn(console, "error").mockReturnValue();
    outbox.answer = () => new Response("no such sender", { status: 403 });
    await pass(60 * MINUTE);
    expect(told()).toHaveLength(2);
    expect(String(error.mock.calls)).toContain("no such sender");
  });

  test("is not given what somebody has switched off since, or whose account is gone", async () => {
    outbox.answer = () => new Response("slower", { status: 429 });
    await pass(5_000);
    await ravi.users.switchMail({ kind: "reminders", isOn: false });
    await asha.account.remove();
    await pass(60 * MINUTE);
    expect(told()).toHaveLength(2);
  });
});

test("each kind of mail is switched off and on by itself", async () => {
  await formTeam([asha, ravi]);
  const set = async (kind: "reminders" | "requests", isOn: boolean) =>
    ravi.users.switchMail({ kind, isOn });
  await set("requests", false);
  await set("reminders", false);
  await set("requests", true);
  const exported = await ravi.account.exportData();
  expect(exported?.profile.mailOff).toEqual(["reminders"]);
  await remind();
  await pass(MINUTE);
  expect(told()).toEqual([`asha@example.in: ${NOT_YET}`]);
});

const draft = {
  title: "Doors open at six",
  body: "Gate 2.\n\nBring your college card.",
  pinned: false,
  important: true,
};
const publish = async (publishAt: number | null, fields: object = {}) =>
  omar.announcements.add({ ...draft, publishAt, ...fields });
const all = [
  "asha@example.in: Doors open at six",
  "ravi@example.in: Doors open at six",
  "omar@example.in: Doors open at six",
];

test("an important announcement goes to everybody who wants it, and others go to nobody", async () => {
  await ravi.users.switchMail({ kind: "announcements", isOn: false });
  expect(await omar.announcements.reach()).toBe(2);
  await publish(null, { important: false });
  await publish(null);
  await pass(MINUTE);
  expect(told()).toEqual(all.filter((line) => !line.startsWith("ravi")));
  const [{ mail } = {}] = outbox.requests;
  expect(mail?.text).toContain("Gate 2.\n\nBring your college card.");
  expect(mail?.text).toContain(`${SITE}/dashboard`);
});

test("an important announcement does not say that it was sent where no mail works", async () => {
  vi.stubEnv("AUTH_RESEND_KEY", "");
  expect(await omar.announcements.reach()).toBe(0);
  await publish(null);
  await pass(MINUTE);
  const [row] = await omar.announcements.all();
  expect(row).toMatchObject({ title: draft.title });
  expect(row?.mailedAt).toBeUndefined();
});

test("an important announcement goes to a full hall by a request for each hundred", async () => {
  await crowd(ALL - 3);
  await publish(null);
  await pass(5_000 + ALL * 10);
  expect(new Set(told()).size).toBe(ALL);
  expect(batches()).toBe(Math.ceil(ALL / 100));
});

test("an important announcement that is scheduled goes when it comes out, as it is then, and once", async () => {
  const id = await publish(NOW + 10 * MINUTE, { title: "Doors" });
  await omar.announcements.edit({
    id,
    ...draft,
    publishAt: NOW + 20 * MINUTE,
  });
  await pass(19 * MINUTE);
  expect(told()).toEqual([]);
  await pass(2 * MINUTE);
  expect(told()).toEqual(all);
  for (const correction of [{ body: "Gate 3." }, { important: false }, {}])
    await omar.announcements.edit({
      id,
      ...draft,
      ...correction,
      publishAt: NOW,
    });
  await pass(MINUTE);
  expect(told()).toEqual(all);
});

test("an important announcement that is removed or no longer important before it is out goes to nobody", async () => {
  const removed = await publish(NOW + 10 * MINUTE);
  const publishAt = NOW + 10 * MINUTE;
  const id = await publish(publishAt);
  await omar.announcements.remove({ id: removed });
  await omar.announcements.edit({
    ...draft,
    id,
    publishAt,
    important: false,
  });
  await pass(20 * MINUTE);
  expect(told()).toEqual([]);
  // An organiser finds out later that it is.
  await omar.announcements.edit({ ...draft, id, publishAt });
  await pass(MINUTE);
  expect(told()).toEqual(all);
});

describe("requests and offers", () => {
  let code: string;
  beforeEach(async () => {
    code = await formTeam([asha]);
    await asha.listings.showOpening({ text: "Chess", skills: [] });
  });

  const ask = async (person: Person) =>
    person.requests.send({ target: await teamIdOf(asha), note: "" });
  const offer = async (person: Person) => {
    await person.listings.showCard({ text: "", skills: [] });
    return asha.requests.send({ target: person.uid, note: "" });
  };
  const answer = async (how: "accept" | "decline", by: Person, id: RequestId) =>
    by.mutation(api.requests[how], { requestId: id });

  test("of a few minutes are one mail", async () => {
    const askers = await people("Zoya", "Maya", "Dev");
    const [zoya, maya, dev] = askers;
    await ask(zoya);
    await pass(MINUTE);
    await ask(maya);
    await pass(MINUTE);
    expect(told()).toEqual([]);
    await pass(2 * MINUTE);
    expect(told()).toEqual(["asha@example.in: 2 people ask to join"]);
    await ask(dev);
    await pass(10 * MINUTE);
    expect(told().slice(1)).toEqual(["asha@example.in: Somebody asks to join"]);
  });

  test("are not told once they are settled", async () => {
    const [zoya, maya] = await people("Zoya", "Maya");
    const id = await ask(zoya);
    await zoya.requests.withdraw({ requestId: id });
    await answer("decline", asha, await ask(maya));
    await maya.teams.create({ name: "Vega" });
    await pass(10 * MINUTE);
    expect(told()).toEqual([]);
  });

  test("are answered by mail", async () => {
    const proven = { emailVerificationTime: 1 };
    const [zoya, maya, dev] = [
      await asUser("Zoya", proven),
      await asUser("Maya", proven),
      await asUser("Dev", proven),
    ];
    await answer("accept", asha, await ask(zoya));
    await answer("decline", asha, await ask(maya));
    await ask(dev);
    for (const person of await crowd(MAX_TEAM_SIZE - 2))
      await person.teams.join({ inviteCode: code });
    await pass(10 * MINUTE);
    expect(told().toSorted()).toEqual([
      "dev@example.in: A team is full now",
      "maya@example.in: A team declined your request",
      "zoya@example.in: A team took you in",
    ]);
  });

  test("tell the leader how an offer was answered", async () => {
    const [maya, dev] = await people("Maya", "Dev");
    const declined = await offer(maya);
    const accepted = await offer(dev);
    await pass(10 * MINUTE);
    const before = told().length;
    await answer("decline", maya, declined);
    await answer("accept", dev, accepted);
    await pass(10 * MINUTE);
    expect(told().slice(before)).toHaveLength(1);
    const mail = outbox.requests.at(-1)?.mail;
    expect(mail?.to).toEqual(["asha@example.in"]);
    expect(mail?.text).toContain("Somebody declined your offer.");
    expect(mail?.text).toContain(
      "Somebody took your offer and is in your team.",
    );
  });

  test("name nobody, and reach an address that is not proven five times an hour", async () => {
    await offer(ravi);
    await pass(10 * MINUTE);
    for (let nth = 0; nth < 9; nth++) {
      const [leader] = await people(`L${nth}`);
      await leader.teams.create({ name: `T${nth}` });
      const requestId = await leader.requests.send({
        target: ravi.uid,
        note: "Buy this",
      });
      await pass(4 * MINUTE);
      await answer("decline", ravi, requestId);
    }
    const toRavi = outbox.requests.filter(({ mail }) =>
      mail.to[0]?.startsWith("ravi"),
    );
    expect(toRavi.map(({ mail }) => mail.subject)).toEqual(
      Array(8).fill("A team offers you a slot"),
    );
  });
});

describe("the link in the foot of a mail", () => {
  async function linkOf(): Promise<string> {
    await formTeam([asha, ravi]);
    await remind();
    await pass(MINUTE);
    const [, toRavi] = outbox.requests;
    const link = toRavi?.mail.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "";
    expect(toRavi?.mail.text).toContain(link);
    expect(toRavi?.mail.html).toContain(link);
    expect(toRavi?.mail.headers?.["List-Unsubscribe-Post"]).toBe(
      "List-Unsubscribe=One-Click",
    );
    return link.slice(SITE.length);
  }

  const mailOff = async () => (await ravi.users.me())?.mailOff;

  test("asks when it is opened, and ends that kind by a press or by the mail program", async () => {
    const link = await linkOf();
    const page = await backend.fetch(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<form method="post">');
    expect(await mailOff()).toEqual([]);
    const body = "List-Unsubscribe=One-Click";
    for (let times = 0; times < 2; times++) {
      const done = await backend.fetch(link, { method: "POST", body });
      expect(await done.text()).toContain("no more reminders to hand in");
    }
    expect(await mailOff()).toEqual(["reminders"]);
    await ravi.account.remove();
    expect((await backend.fetch(link, { method: "POST" })).status).toBe(200);
  });

  test("outlives the keys of the tokens, and that of an earlier version is as good", async () => {
    await backend.mutation(internal.upkeep.jobs.keepSecrets, {});
    const link = await linkOf();
    const right = await secretFor(`no more reminders to ${ravi.uid}`);
    const earlier = link.replace(/[^/]+$/, inAddress(right));
    expect(earlier).not.toBe(link);
    expect((await backend.fetch(earlier)).status).toBe(200);
    vi.stubEnv("JWT_PRIVATE_KEY", "another key");
    expect((await backend.fetch(link, { method: "POST" })).status).toBe(200);
    expect(await mailOff()).toEqual(["reminders"]);
  });

  test("works for its person and its kind alone", async () => {
    const link = await linkOf();
    for (const wrong of [
      link.slice(0, -1),
      link.replace("reminders", "requests"),
      link.replace("reminders", "constructor"),
      link.replace(ravi.uid, asha.uid),
      "/mail/stop/",
    ]) {
      for (const method of ["GET", "POST"])
        expect((await backend.fetch(wrong, { method })).status).toBe(404);
    }
    expect(await mailOff()).toEqual([]);
  });
});
