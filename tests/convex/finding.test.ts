/** Cards, openings, requests between people and teams, hiding and reporting. */
import type { FunctionArgs } from "convex/server";
import { describe, expect, test, vi } from "vitest";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { api, internal } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { Kind, RequestOutcome, Subject } from "#convex/listings/shared";
import {
  asUser,
  backend,
  codeOf,
  crowd,
  expectIntegrity,
  expectRefusal,
  firstOf,
  formTeam,
  insertRow,
  patchRow,
  people,
  rowsIn,
  teamIdOf,
  type Calls,
  type Person,
} from "./setup";

const replaceReadKey = () =>
  backend.mutation(internal.upkeep.jobs.replaceReadKey, { scope: "listings" });

/** A team with an opening, led by Lila. */
async function withOpening(name = "Nova", skills = ["React"]) {
  const leader = await asUser(`Lila of ${name}`);
  const inviteCode = await formTeam([leader], name);
  await show(leader, "team", { text: "A game", skills });
  return { leader, inviteCode, teamId: await teamIdOf(leader) };
}

/** Someone who shows a card. */
async function withCard(name: string, skills = ["React"]) {
  const person = await asUser(name, { college: "IIT Delhi" });
  await show(person, "person", { text: "A game", skills });
  return person;
}

/** Somebody's card or the opening of somebody's team, by its name. */
async function withListing(kind: Kind, name: string, skills?: string[]) {
  if (kind === "person") {
    const owner = await withCard(name, skills);
    return { owner, subject: owner.uid };
  }
  const { leader, teamId } = await withOpening(name, skills);
  return { owner: leader, subject: teamId };
}

async function show(
  person: Calls,
  kind: Kind,
  wanted: { text: string; skills?: string[] },
) {
  const { showCard, showOpening } = api.listings;
  await person.mutation(kind === "person" ? showCard : showOpening, wanted);
}

async function namesIn(
  person: Person,
  list: FunctionArgs<typeof api.listings.list>,
): Promise<string[] | undefined> {
  const answer = await person.listings.list(list);
  return answer?.listings.map(({ name }) => name);
}

type Caller = Calls;

/** Sends a request or an offer. */
const ask = (by: Caller, target: Subject, note?: string) =>
  by.requests.send({ target, note });
const answer = (
  by: Caller,
  how: "accept" | "decline" | "withdraw" | "reopen",
  requestId: Id<"requests">,
) => by.mutation(api.requests[how], { requestId });
const hide = (by: Caller, target: Subject) => by.listings.hide({ target });
const report = (by: Caller, target: Subject, reason: string) =>
  by.listings.report({ target, reason });

async function outcomeOf(
  requestId: Id<"requests">,
): Promise<RequestOutcome | null> {
  const row = await backend.run((ctx) => ctx.db.get("requests", requestId));
  return row?.outcome ?? null;
}

const closed = async () =>
  insertRow("settings", {
    teamChangesOpen: false,
    submissionsOpen: true,
    registrationLinkShown: true,
    bannerShown: true,
  });

describe.each(["person", "team"] as const)("listings of a %s", (kind) => {
  const shared = { kind, text: "A game", skills: ["React"] };
  const expected = {
    person: { ...shared, name: "Nova", college: "IIT Delhi", freeSlots: 0 },
    team: {
      ...shared,
      name: "Nova",
      college: "",
      freeSlots: MAX_TEAM_SIZE - 1,
    },
  };

  test("say whose they are, what is written and which skills, and no address", async () => {
    const { owner, subject } = await withListing(kind, "Nova");
    const asha = await asUser("Asha");
    const listing = {
      ...expected[kind],
      _id: expect.any(String),
      subject,
      shownAt: expect.any(Number),
    };
    expect(await asha.listings.list({ kind })).toEqual({
      listings: [listing],
      hasMore: false,
    });
    expect(await owner.listings.mine()).toEqual(listing);
    expect(await asha.listings.mine()).toBeNull();
  });

  test("can be changed, and keep their place", async () => {
    const { owner } = await withListing(kind, "Nova");
    await withListing(kind, "Comet");
    await show(owner, kind, { text: "Systems", skills: ["Rust"] });
    expect(await owner.listings.mine()).toMatchObject({
      skills: ["Rust"],
      text: "Systems",
    });
    expect(await namesIn(owner, { kind })).toEqual(["Comet", "Nova"]);
    expect(await namesIn(owner, { kind, skill: "React" })).toEqual(["Comet"]);
    expect(await namesIn(owner, { kind, skill: "rust" })).toEqual(["Nova"]);
  });

  test("are found by skill, newest first, page by page", async () => {
    const { owner } = await withListing(kind, "Nova", ["React", "Design"]);
    await withListing(kind, "Comet", ["React"]);
    await withListing(kind, "Orbit", []);
    const names = (filter: object = {}) => namesIn(owner, { kind, ...filter });
    expect(await names()).toEqual(["Orbit", "Comet", "Nova"]);
    expect(await names({ skill: "react" })).toEqual(["Comet", "Nova"]);
    expect(await names({ skill: "design" })).toEqual(["Nova"]);
    const page = await owner.listings.list({ kind, limit: 2 });
    expect(page?.hasMore).toBe(true);
    expect(page?.listings).toHaveLength(2);
    for (const limit of [0, 1.5, Number.NaN, 385])
      await expectRefusal(names({ limit }), "out_of_range");
    for (const filter of [
      { skill: "s".repeat(31) },
      { facet: "f".repeat(121) },
    ])
      await expectRefusal(names(filter), "too_long");
  });

  test("refuse what is too much, and are withdrawn with one call", async () => {
    const { owner } = await withListing(kind, "Nova");
    const refusedWith = (wanted: { text: string; skills?: string[] }) =>
      codeOf(show(owner, kind, wanted));
    const skills = Array.from({ length: 9 }, (_, nth) => `Skill ${nth}`);
    expect(await refusedWith({ text: "A game", skills })).toBe("too_many");
    const longest = "x".repeat(kind === "person" ? 160 : 200);
    expect(await refusedWith({ text: `${longest}x` })).toBe("too_long");
    await show(owner, kind, { text: longest });
    for (let press = 0; press < 2; press++)
      await owner.listings.withdraw({ kind });
    expect(await namesIn(owner, { kind })).toEqual([]);
    expect(await rowsIn("listingSkills")).toEqual([]);
  });

  test("are no one's to read without a session or the read key", async () => {
    const { owner } = await withListing(kind, "Nova");
    await replaceReadKey();
    const readKey = (await owner.listings.readKey()) ?? "";
    for (const key of [{}, { readKey: "" }, { readKey: `${readKey}x` }])
      expect(await backend.listings.list({ kind, ...key })).toBeNull();
    expect(await backend.listings.list({ kind, readKey })).toEqual(
      await owner.listings.list({ kind }),
    );
  });
});

test.each<
  [string, (listed: { leader: Person; guest: Person }) => Promise<unknown>]
>([
  ["an hour is over", () => replaceReadKey()],
  ["somebody has deleted their account", ({ guest }) => guest.account.remove()],
  [
    "somebody is reported",
    ({ leader, guest }) => report(leader, guest.uid, "Rude"),
  ],
])("a read key reads nothing once %s", async (_title, act) => {
  const { leader } = await withOpening();
  const guest = await asUser("Guest");
  const told = () => leader.listings.readKey();
  expect(await told()).toBeNull();
  await replaceReadKey();
  const former = await told();
  await act({ leader, guest });
  const list = (readKey: string | null) =>
    backend.listings.list({ kind: "team", readKey: readKey ?? "" });
  expect(await list(former)).toBeNull();
  expect((await list(await told()))?.listings).toHaveLength(1);
});

describe("cards", () => {
  const kind = "person" as const;

  test("are found by college, and follow a new name and college", async () => {
    const asha = await withCard("Asha", ["React", "Design"]);
    const ravi = await withCard("Ravi");
    const maya = await asUser("Maya");
    await show(maya, kind, { text: "", skills: ["Design"] });
    const names = (filter: object) => namesIn(asha, { kind, ...filter });
    const facet = "iit delhi";
    expect(await names({ facet })).toEqual(["Ravi", "Asha"]);
    expect(await names({ facet, skill: "Design" })).toEqual(["Asha"]);
    await ravi.users.update({
      displayName: "Ravi Iyer",
      college: "NIT Trichy",
    });
    expect(await names({ facet: "nit trichy", skill: "React" })).toEqual([
      "Ravi Iyer",
    ]);
    await ravi.users.rename({ name: "Ravi K" });
    expect(await names({ facet: "nit trichy" })).toEqual(["Ravi K"]);
  });

  test.each(["create", "join", "organiser"] as const)(
    "are gone once in a team by %s",
    async (way) => {
      const { leader, inviteCode, teamId } = await withOpening();
      const ravi = await withCard("Ravi");
      const omar = await asUser("Omar", { role: "organiser" });
      if (way === "create") await ravi.teams.create({ name: "Own" });
      else if (way === "join") await ravi.teams.join({ inviteCode });
      else
        await omar.organiser.mendTeam({
          teamId,
          change: { kind: "add", userId: ravi.uid },
        });
      expect(await namesIn(leader, { kind })).toEqual([]);
      await expectRefusal(show(ravi, kind, { text: "" }), "already_in_team");
      await expectIntegrity();
    },
  );
});

describe("openings", () => {
  const kind = "team" as const;

  test("are found by free slots, the most first, and follow the team", async () => {
    const nova = await withOpening("Nova", ["React", "Design"]);
    await withOpening("Comet", ["Rust"]);
    const [asha, ravi] = await people("Asha", "Ravi");
    const free = MAX_TEAM_SIZE - 1;
    const names = (filter: object) => namesIn(asha, { kind, ...filter });
    expect(await names({ skill: "design", facet: free })).toEqual(["Nova"]);
    await ravi.teams.join({ inviteCode: nova.inviteCode });
    expect(await names({ facet: free })).toEqual(["Comet"]);
    expect(await names({ facet: free - 1 })).toEqual(["Comet", "Nova"]);
    expect(await names({ skill: "React", facet: free })).toEqual([]);
    await nova.leader.teams.edit({ name: "Supernova" });
    expect(await names({ skill: "react" })).toEqual(["Supernova"]);
    await expectIntegrity();
  });

  test.each(["full", "closed", "disbanded", "left"] as const)(
    "are gone once the team is %s",
    async (what) => {
      const { leader, inviteCode } = await withOpening();
      const others = await crowd(MAX_TEAM_SIZE - 1);
      expect(await namesIn(leader, { kind })).toEqual(["Nova"]);
      if (what === "full")
        for (const other of others) await other.teams.join({ inviteCode });
      if (what === "closed") await leader.teams.edit({ isOpen: false });
      if (what === "disbanded") await leader.teams.disband({ name: "Nova" });
      if (what === "left") await leader.teams.leave();
      expect(await namesIn(leader, { kind })).toEqual([]);
      await expectIntegrity();
    },
  );

  test("are the leader's, of a team that has room", async () => {
    const { leader, inviteCode } = await withOpening();
    const [maya, asha] = await people("Maya", "Asha");
    const others = await crowd(MAX_TEAM_SIZE - 2);
    await maya.teams.join({ inviteCode });
    const ours = { text: "Ours" };
    const attempts: [Promise<unknown>, string][] = [
      [show(maya, kind, ours), "not_leader"],
      [maya.listings.withdraw({ kind }), "not_leader"],
      [show(asha, kind, ours), "not_in_team"],
      [asha.listings.withdraw({ kind }), "not_in_team"],
      [show(leader, kind, { text: " " }), "required"],
    ];
    for (const [attempt, code] of attempts) await expectRefusal(attempt, code);
    await leader.teams.edit({ isOpen: false });
    await expectRefusal(show(leader, kind, ours), "team_closed");
    const join = (person: Person) => person.teams.join({ inviteCode });
    await expectRefusal(join(firstOf(others)), "team_closed");
    await leader.teams.edit({ isOpen: true });
    for (const person of others) await join(person);
    await expectRefusal(show(leader, kind, ours), "team_full");
  });
});

const requestsOf = async (person: Person) =>
  (await person.users.me())?.requests;
const nothing = { askedBy: [], asked: [], answer: null };

test("what others ask, in users.me a leader learns who asks to join, a member does not", async () => {
  const { leader, inviteCode, teamId } = await withOpening();
  const member = await asUser("Mira");
  await member.teams.join({ inviteCode });
  expect(await requestsOf(leader)).toEqual(nothing);
  const [ravi, sana] = [await withCard("Ravi"), await withCard("Sana")];
  const requestId = await ask(ravi, teamId);
  await ask(sana, teamId);
  // An offer waits for the other side.
  const tara = await withCard("Tara");
  await ask(leader, tara.uid);
  expect(await requestsOf(leader)).toEqual({
    ...nothing,
    askedBy: ["Ravi", "Sana"],
  });
  expect(await requestsOf(member)).toEqual(nothing);
  await answer(leader, "decline", requestId);
  expect(await requestsOf(leader)).toEqual({
    ...nothing,
    askedBy: ["Sana"],
  });
});

test("what others ask, in users.me somebody without a team learns who offers a slot", async () => {
  const { leader } = await withOpening();
  const ravi = await withCard("Ravi");
  await ask(leader, ravi.uid);
  expect(await requestsOf(ravi)).toEqual({ ...nothing, askedBy: ["Nova"] });
  await patchRow("users", ravi.uid, { role: "judge" });
  expect(await requestsOf(ravi)).toEqual(nothing);
});

test("what others ask, in users.me somebody who asked learns the answer, until they ask again", async () => {
  const { leader, teamId } = await withOpening();
  const other = await withOpening("Comets");
  const ravi = await withCard("Ravi");
  const requestId = await ask(ravi, teamId);
  expect(await requestsOf(ravi)).toEqual({ ...nothing, asked: ["Nova"] });
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  await answer(leader, "decline", requestId);
  expect(await requestsOf(ravi)).toEqual({
    ...nothing,
    answer: { teamName: "Nova", outcome: "declined" },
  });
  vi.setSystemTime(Date.now() + 60_000);
  const again = await ask(ravi, other.teamId);
  expect(await requestsOf(ravi)).toEqual({ ...nothing, asked: ["Comets"] });
  vi.setSystemTime(Date.now() + 60_000);
  await answer(ravi, "withdraw", again);
  expect(await requestsOf(ravi)).toEqual(nothing);
});

test("requests show each side who asks for what, and when it was settled", async () => {
  const { leader, teamId } = await withOpening();
  const [ravi, maya] = [await withCard("Ravi"), await withCard("Maya")];
  const mine = (person: Person) => person.requests.mine();
  const requestId = await ask(ravi, teamId, "I do servers");
  expect(await mine(leader)).toMatchObject([
    {
      _id: requestId,
      side: "team",
      sentBy: "person",
      personName: "Ravi",
      note: "I do servers",
      card: { college: "IIT Delhi" },
      outcome: null,
    },
  ]);
  const offer = await ask(leader, maya.uid);
  expect(await mine(maya)).toMatchObject([
    { side: "person", sentBy: "team", teamId, teamName: "Nova", note: "" },
  ]);
  await answer(maya, "accept", offer);
  expect(await teamIdOf(maya)).toBe(teamId);
  expect(await mine(leader)).toContainEqual(
    expect.objectContaining({
      outcome: "accepted",
      settledAt: expect.any(Number),
    }),
  );
  await expectIntegrity();
});

test("requests asking again, or back, is the same request", async () => {
  const { leader, teamId } = await withOpening();
  const ravi = await withCard("Ravi");
  const first = await ask(ravi, teamId);
  expect(await ask(ravi, teamId)).toBe(first);
  expect(await ask(leader, ravi.uid)).toBe(first);
});

test("requests declined and withdrawn ones are over, and can be sent anew", async () => {
  const { leader, teamId } = await withOpening();
  const ravi = await withCard("Ravi");
  const one = await ask(ravi, teamId);
  await answer(leader, "decline", one);
  const two = await ask(ravi, teamId);
  await answer(ravi, "withdraw", two);
  expect([await outcomeOf(one), await outcomeOf(two)]).toEqual([
    "declined",
    "withdrawn",
  ]);
  for (const requestId of [one, two])
    await expectRefusal(
      [
        answer(leader, "accept", requestId),
        answer(leader, "decline", requestId),
        answer(ravi, "withdraw", requestId),
      ],
      "request_over",
    );
});

test("requests are opened again by the side that has declined or withdrawn one by mistake", async () => {
  const { leader, teamId } = await withOpening();
  const ravi = await withCard("Ravi");
  const one = await ask(ravi, teamId, "I do servers");
  await answer(leader, "decline", one);
  // Only who has ended it takes that back.
  await expectRefusal(answer(ravi, "reopen", one), "request_over");
  await answer(leader, "reopen", one);
  expect(await outcomeOf(one)).toBeNull();
  await answer(ravi, "withdraw", one);
  await expectRefusal(answer(leader, "reopen", one), "request_over");
  await answer(ravi, "reopen", one);
  await answer(leader, "accept", one);
  expect(await outcomeOf(one)).toBe("accepted");
  await expectRefusal(answer(leader, "reopen", one), "request_over");
  await expectIntegrity();
});

test("requests are opened again within an hour, and only while they can be accepted", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { leader, teamId } = await withOpening();
  const ravi = await withCard("Ravi");
  const one = await ask(ravi, teamId);
  await answer(leader, "decline", one);
  const two = await ask(ravi, teamId);
  await expectRefusal(answer(leader, "reopen", one), "request_over");
  await answer(leader, "decline", two);
  await leader.teams.edit({ isOpen: false });
  await expectRefusal(answer(leader, "reopen", two), "team_closed");
  await leader.teams.edit({ isOpen: true });
  await ravi.teams.create({ name: "Own" });
  await expectRefusal(answer(leader, "reopen", two), "person_in_team");
  await ravi.teams.leave();
  vi.setSystemTime(Date.now() + 61 * 60 * 1000);
  await expectRefusal(answer(leader, "reopen", two), "request_over");
});

test("requests that somebody has withdrawn are not opened again towards who has hidden them", async () => {
  const { leader, teamId } = await withOpening();
  const ravi = await withCard("Ravi");
  const one = await ask(ravi, teamId);
  await answer(ravi, "withdraw", one);
  await hide(leader, ravi.uid);
  await expectRefusal(answer(ravi, "reopen", one), "not_looking");
});

test("requests are not sent again at once by the side that has withdrawn one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { leader, teamId } = await withOpening();
  const ravi = await withCard("Ravi");
  const offer = () => ask(leader, ravi.uid);
  await answer(ravi, "withdraw", await ask(ravi, teamId));
  await expectRefusal(ask(ravi, teamId), "rate_limited");
  // Whoever hides the other withdraws, too.
  await offer();
  await hide(leader, ravi.uid);
  await leader.listings.unhide({ target: ravi.uid });
  await expectRefusal(offer(), "rate_limited");
  vi.setSystemTime(Date.now() + 16 * 60_000);
  await ask(ravi, teamId);
});

test("requests others lapse with the reason", async () => {
  const nova = await withOpening("Nova");
  const comet = await withOpening("Comet");
  const [asha, zoya] = [await withCard("Asha"), await withCard("Zoya")];
  const elsewhere = await ask(asha, comet.teamId);
  const accept = async (who: Person) =>
    answer(nova.leader, "accept", await ask(who, nova.teamId));
  await accept(asha);
  expect(await outcomeOf(elsewhere)).toBe("person in a team");
  const last = await ask(zoya, nova.teamId);
  for (let nth = 2; nth < MAX_TEAM_SIZE; nth++)
    await accept(await withCard(`P${nth}`));
  expect(await outcomeOf(last)).toBe("team full");
  const closing = await ask(zoya, comet.teamId);
  await comet.leader.teams.edit({ isOpen: false });
  expect(await outcomeOf(closing)).toBe("team closed");
  await comet.leader.teams.edit({ isOpen: true });
  await comet.leader.listings.showOpening({ text: "More" });
  const ending = await ask(zoya, comet.teamId);
  await comet.leader.teams.disband({ name: "Comet" });
  expect(await outcomeOf(ending)).toBe("team gone");
  await expectIntegrity();
});

test("requests are five at most for a person, whoever sent them", async () => {
  const ravi = await withCard("Ravi");
  const teams = [];
  for (const name of ["A", "B", "C", "D", "E", "F"])
    teams.push(await withOpening(name));
  const [first, last, ...rest] = teams;
  if (!first || !last) throw new Error("six teams");
  for (const { teamId } of rest) await ask(ravi, teamId);
  const offer = await ask(first.leader, ravi.uid);
  const sixth = () => ask(ravi, last.teamId);
  await expectRefusal(sixth(), {
    code: "too_many_requests_open",
    message: "You have 5 requests under way. Withdraw or answer one first.",
  });
  const offered = ask(last.leader, ravi.uid);
  await expectRefusal(offered, {
    code: "too_many_requests_open",
    whose: "Ravi",
  });
  await answer(ravi, "decline", offer);
  await sixth();
  await expectIntegrity();
});

test("requests are ten at most for a team", async () => {
  const { leader, teamId } = await withOpening();
  for (let nth = 1; nth <= 10; nth++) {
    const person = await withCard(`P${nth}`);
    if (nth % 2 === 0) await ask(person, teamId);
    else await ask(leader, person.uid);
  }
  const ravi = await withCard("Ravi");
  await expectRefusal(ask(ravi, teamId), {
    code: "too_many_requests_open",
    whose: "Nova",
  });
  await expectRefusal(ask(leader, ravi.uid), "too_many_requests_open");
});

test("requests go only to who is looking", async () => {
  const { leader, inviteCode, teamId } = await withOpening();
  const quiet = await asUser("Quiet");
  await expectRefusal(ask(leader, quiet.uid), "not_looking");
  await leader.listings.withdraw({ kind: "team" });
  const asked = () => codeOf(ask(quiet, teamId));
  expect(await asked()).toBe("not_looking");
  await leader.teams.edit({ isOpen: false });
  expect(await asked()).toBe("team_closed");
  await leader.teams.edit({ isOpen: true });
  for (const person of await crowd(MAX_TEAM_SIZE - 1))
    await person.teams.join({ inviteCode });
  expect(await asked()).toBe("team_full");
  await leader.teams.disband({ name: "Nova" });
  expect(await asked()).toBe("not_looking");
});

test("requests are for the two sides only, and the team's are its leader's", async () => {
  const { leader, inviteCode, teamId } = await withOpening();
  const other = await withOpening("Comet");
  const member = await asUser("Member");
  await member.teams.join({ inviteCode });
  const ravi = await withCard("Ravi");
  const requestId = await ask(ravi, teamId);
  const stranger = await asUser("Stranger");
  const call = (who: Caller, what: Parameters<typeof answer>[1]) =>
    codeOf(answer(who, what, requestId));
  for (const what of ["accept", "decline", "withdraw"] as const) {
    expect(await call(stranger, what)).toBe("not_found");
    expect(await call(other.leader, what)).toBe("not_found");
    expect(await call(member, what)).toBe("not_leader");
  }
  expect(await call(ravi, "accept")).toBe("not_yours_to_answer");
  expect(await call(ravi, "decline")).toBe("not_yours_to_answer");
  expect(await call(leader, "withdraw")).toBe("not_yours_to_answer");
  expect(await member.requests.mine()).toHaveLength(1);
  expect(await stranger.requests.mine()).toEqual([]);
  await expectRefusal(ask(member, ravi.uid), "not_leader");
  await expectRefusal(ask(member, other.teamId), "already_in_team");
  await expectRefusal(ask(stranger, ravi.uid), "not_in_team");
});

test("requests wait while team changes are closed, but can be ended", async () => {
  const { leader, teamId } = await withOpening();
  const [ravi, maya] = [await withCard("Ravi"), await withCard("Maya")];
  const one = await ask(ravi, teamId);
  const two = await ask(maya, teamId);
  await closed();
  await expectRefusal(
    [answer(leader, "accept", one), ask(ravi, teamId)],
    "team_changes_closed",
  );
  await answer(leader, "decline", one);
  await answer(maya, "withdraw", two);
});

test("hiding and reporting hides without telling, and ends what is under way", async () => {
  const { leader, teamId } = await withOpening();
  const ravi = await withCard("Ravi");
  const offer = await ask(leader, ravi.uid);
  await hide(ravi, teamId);
  expect(await outcomeOf(offer)).toBe("declined");
  expect(await ravi.listings.hidden()).toEqual([
    { target: teamId, name: "Nova" },
  ]);
  const again = () => ask(leader, ravi.uid);
  await expectRefusal(again(), {
    code: "not_looking",
    message: "Ravi is not looking any more.",
  });
  await ravi.listings.unhide({ target: teamId });
  await again();
  await hide(leader, ravi.uid);
  await hide(leader, ravi.uid);
  expect(await leader.listings.hidden()).toHaveLength(1);
  await expectRefusal(ask(ravi, teamId), "not_looking");
});

test("hiding and reporting organisers read reports, settle those about one and take the card away", async () => {
  const omar = await asUser("Omar", { role: "organiser" });
  const { leader, teamId } = await withOpening();
  const ravi = await withCard("Ravi");
  await report(leader, ravi.uid, "Spam");
  await report(leader, ravi.uid, "Rude");
  await report(await asUser("Dev"), ravi.uid, "Rude to me");
  await report(ravi, teamId, "Selling");
  const reports = async () => omar.listings.reports();
  const about = { targetName: "Ravi", isTeam: false, said: "A game · React" };
  expect(await reports()).toMatchObject({
    open: [
      { ...about, reporterName: "Lila of Nova", reason: "Rude" },
      { ...about, reporterName: "Dev", reason: "Rude to me" },
      { targetName: "Nova", isTeam: true },
    ],
    more: 0,
    isComplete: true,
    settled: [],
  });
  expect(await omar.organiser.waiting()).toEqual({
    messages: 0,
    requests: 0,
    reports: 3,
    help: 0,
  });
  const settle = (target: Subject, takeDown: boolean) =>
    omar.listings.settleReports({ target, takeDown });
  await settle(ravi.uid, true);
  expect(await namesIn(ravi, { kind: "person" })).toEqual([]);
  await settle(teamId, false);
  expect(await namesIn(ravi, { kind: "team" })).toEqual(["Nova"]);
  await expectRefusal(settle(ravi.uid, true), "request_over");
  expect(await omar.organiser.auditLog()).toMatchObject([
    { target: "Nova", before: null, after: { reports: 1, takenDown: false } },
    { target: "Ravi", before: null, after: { reports: 2, takenDown: true } },
  ]);
  await report(leader, ravi.uid, "Again");
  const { open, settled } = await reports();
  expect([open.length, settled.length]).toEqual([1, 3]);
});

test("hiding and reporting organisers settle the reports that they have seen, and open them again", async () => {
  const omar = await asUser("Omar", { role: "organiser" });
  const ravi = await withCard("Ravi");
  const [asha, dev] = await crowd(2);
  if (!asha || !dev) throw new Error("two people");
  await report(asha, ravi.uid, "Rude");
  const reports = async () => omar.listings.reports();
  const seen = (await reports()).open.map(({ _id }) => _id);
  await report(dev, ravi.uid, "Very rude");
  const settling = { target: ravi.uid, takeDown: false, seen };
  await omar.listings.settleReports(settling);
  expect(await reports()).toMatchObject({
    open: [{ reason: "Very rude" }],
    settled: [{ reason: "Rude" }],
  });
  for (let press = 0; press < 2; press++)
    await omar.listings.reopenReports({ reportIds: seen });
  expect((await reports()).open).toMatchObject([
    { reason: "Rude", settledBy: null },
    { reason: "Very rude" },
  ]);
  await report(dev, asha.uid, "She, too");
  const settleBy = (count: number) =>
    omar.listings.settleReportsBy({ reporterId: dev.uid, seen: count });
  await expectRefusal(settleBy(1), "changed_since");
  const reportIds = await settleBy(2);
  expect((await reports()).open).toHaveLength(1);
  await omar.listings.reopenReports({ reportIds });
  expect((await reports()).open).toHaveLength(3);
  const log = await omar.organiser.auditLog();
  expect(log.map(({ action }) => action)).toEqual([
    "report reopened",
    "report settled",
    "report reopened",
    "report settled",
  ]);
});

test("hiding and reporting ten reports of each of twenty accounts hide no other report, and are settled by account", async () => {
  const omar = await asUser("Omar", { role: "organiser" });
  const [ravi, ...others] = await crowd(31);
  const targets = others.slice(0, 10);
  const accounts = others.slice(10);
  if (!ravi) throw new Error("31 people");
  // Accounts that are older than an hour.
  await backend.run(async (ctx) => {
    for (const { uid } of accounts)
      await ctx.db.patch("users", uid, { createdAt: 0 });
  });
  for (const [nth, account] of accounts.entries()) {
    if (nth === 10) await report(ravi, account.uid, "Please help");
    for (const { uid } of targets) await report(account, uid, "Junk");
  }
  const reports = async () => omar.listings.reports();
  const seen = await reports();
  expect(seen.open.map(({ reason }) => reason)).toContain("Please help");
  // The first and the newest about each of eleven people.
  expect([seen.open.length, seen.more]).toEqual([21, 0]);
  expect(seen.open[0]).toMatchObject({
    reporterId: accounts[0]?.uid,
    openAboutTarget: 20,
  });
  for (const { uid: reporterId } of accounts)
    await omar.listings.settleReportsBy({ reporterId });
  expect(await reports()).toMatchObject({
    open: [{ reason: "Please help", openOfReporter: 1 }],
    more: 0,
  });
});

test.each(["one each", "all about one person"])(
  "hiding and reporting one report of each of 332 accounts, %s, hides none of a person with a place or a proven address",
  async (how) => {
    const omar = await asUser("Omar", { role: "organiser" });
    const ravi = await withCard("Ravi");
    const junk = await crowd(332);
    const flood = (accounts: typeof junk) =>
      backend.run(async (ctx) => {
        for (const { uid } of accounts)
          await ctx.db.insert("reports", {
            reporterId: uid,
            reporterName: "Junk",
            target: how === "one each" ? uid : ravi.uid,
            targetName: "Somebody",
            said: "",
            reason: "Junk",
          });
      });
    await flood(junk.slice(0, 166));
    for (const fields of [
      { hasConfirmedPlace: true },
      { emailVerificationTime: 1 },
    ])
      await report(await asUser("Dev", fields), ravi.uid, "Please help");
    await flood(junk.slice(166));
    const { open, more } = await omar.listings.reports();
    const about = open.filter(({ target }) => target === ravi.uid);
    expect(about).toHaveLength(2);
    for (const { reason } of about) expect(reason).toBe("Please help");
    expect([about[0]?.openAboutTarget, more]).toEqual(
      how === "one each" ? [2, 133] : [334, 0],
    );
  },
);

test("hiding and reporting an account younger than an hour has three open reports at most", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const [asha, ...targets] = await crowd(5);
  if (!asha) throw new Error("five people");
  const reportNth = (nth: number) =>
    report(asha, targets[nth]?.uid ?? asha.uid, "Rude");
  for (const nth of [0, 1, 2, 2]) await reportNth(nth);
  await expectRefusal(reportNth(3), {
    code: "rate_limited",
    waitSeconds: 60 * 60,
  });
  vi.setSystemTime(Date.now() + 60 * 60_000);
  await reportNth(3);
});

test("hiding and reporting refuse no reason, and what does not exist", async () => {
  const ravi = await withCard("Ravi");
  const { leader, teamId } = await withOpening();
  const reasonless = report(ravi, teamId, "");
  await expectRefusal(reasonless, "required");
  await leader.teams.leave();
  await expectRefusal(hide(ravi, teamId), "not_found");
});

test("deletion leaves nothing, though one transaction has no room for all of it", async () => {
  const [ravi, dev] = [await withCard("Ravi"), await withCard("Dev")];
  await backend.run(async (ctx) => {
    for (let hiding = 0; hiding < 201; hiding++)
      await ctx.db.insert("hidings", {
        userId: dev.uid,
        target: ravi.uid,
        name: "Ravi",
      });
  });
  await ravi.account.remove();
  await expect.poll(() => rowsIn("hidings")).toEqual([]);
});

test("personal data has all of it, and deletion leaves none of it", async () => {
  const { leader, teamId } = await withOpening();
  const ravi = await withCard("Ravi");
  await ask(ravi, teamId, "Hello");
  await ravi.changeRequests.send({ kind: "other", reason: "Why" });
  const other = await withOpening("Comet");
  await report(ravi, other.teamId, "Selling");
  const data = await ravi.account.exportData();
  expect(data?.finding).toMatchObject({
    card: { name: "Ravi", skills: ["React"] },
    requests: [{ teamName: "Nova", note: "Hello", outcome: null }],
    hidden: [{ name: "Comet" }],
    reports: [{ targetName: "Comet", reason: "Selling" }],
    changeRequests: [{ kind: "other", reason: "Why" }],
  });
  await report(leader, ravi.uid, "Rude");
  // No page offers it, but anyone can call it.
  await report(ravi, ravi.uid, "Me");
  for (const { leader: owner } of [{ leader }, other])
    await owner.listings.withdraw({ kind: "team" });
  await ravi.account.remove();
  for (const table of [
    "listings",
    "listingSkills",
    "requests",
    "hidings",
    "reports",
    "changeRequests",
  ] as const)
    expect(await rowsIn(table)).toEqual([]);
  await expectIntegrity();
});
