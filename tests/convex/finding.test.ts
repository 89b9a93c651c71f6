/** Cards, openings, requests between people and teams, hiding and reporting. */
import type { FunctionArgs } from "convex/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "#convex/_generated/api";
import crons from "#convex/crons";
import type { Id } from "#convex/_generated/dataModel";
import type { Kind, RequestOutcome, Subject } from "#convex/shared/listings";
import {
  asUser,
  codeOf,
  crowd,
  formTeam,
  newBackend,
  refusalOf,
  type Backend,
  type Person,
} from "./setup";

let backend: Backend;
beforeEach(() => {
  backend = newBackend();
});
afterEach(() => vi.useRealTimers());

const replaceReadKey = () =>
  backend.mutation(internal.jobs.upkeep.replaceReadKey, { scope: "listings" });

async function teamIdOf(person: Person): Promise<Id<"teams">> {
  const me = await person.query(api.users.me, {});
  if (!me?.teamId) throw new Error("in no team");
  return me.teamId;
}

/** A team with an opening, led by Lila. */
async function withOpening(name = "Nova", skills = ["React"]) {
  const leader = await asUser(backend, `Lila of ${name}`);
  const inviteCode = await formTeam([leader], name);
  await show(leader, "team", { text: "A game", skills });
  return { leader, inviteCode, teamId: await teamIdOf(leader) };
}

/** Someone who shows a card. */
async function withCard(name: string, skills = ["React"]) {
  const person = await asUser(backend, name, { college: "IIT Delhi" });
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
  person: Pick<Backend, "mutation">,
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
  const answer = await person.query(api.listings.list, list);
  return answer?.listings.map(({ name }) => name);
}

async function outcomeOf(
  requestId: Id<"requests">,
): Promise<RequestOutcome | null> {
  const row = await backend.run((ctx) => ctx.db.get("requests", requestId));
  return row?.outcome ?? null;
}

async function expectIntegrity(): Promise<void> {
  const { findings } = await backend.query(internal.jobs.integrity.check, {});
  expect(findings).toEqual([]);
}

const closed = async () =>
  backend.run((ctx) =>
    ctx.db.insert("settings", {
      teamChangesOpen: false,
      submissionsOpen: true,
      registrationLinkShown: true,
      bannerShown: true,
    }),
  );

describe.each(["person", "team"] as const)("listings of a %s", (kind) => {
  const shared = { kind, text: "A game", skills: ["React"] };
  const expected = {
    person: { ...shared, name: "Nova", college: "IIT Delhi", freeSlots: 0 },
    team: { ...shared, name: "Nova", college: "", freeSlots: 3 },
  };

  test("say whose they are, what is written and which skills, and no address", async () => {
    const { owner, subject } = await withListing(kind, "Nova");
    const asha = await asUser(backend, "Asha");
    const listing = {
      ...expected[kind],
      _id: expect.any(String),
      subject,
      shownAt: expect.any(Number),
    };
    expect(await asha.query(api.listings.list, { kind })).toEqual({
      listings: [listing],
      hasMore: false,
    });
    expect(await owner.query(api.listings.mine, {})).toEqual(listing);
    expect(await asha.query(api.listings.mine, {})).toBeNull();
  });

  test("can be changed, and keep their place", async () => {
    const { owner } = await withListing(kind, "Nova");
    await withListing(kind, "Comet");
    await show(owner, kind, { text: "Systems", skills: ["Rust"] });
    expect(await owner.query(api.listings.mine, {})).toMatchObject({
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
    const page = await owner.query(api.listings.list, { kind, limit: 2 });
    expect(page?.hasMore).toBe(true);
    expect(page?.listings).toHaveLength(2);
    for (const limit of [0, 1.5, Number.NaN, 385])
      expect(await codeOf(names({ limit }))).toBe("out_of_range");
    for (const filter of [
      { skill: "s".repeat(31) },
      { facet: "f".repeat(121) },
    ])
      expect(await codeOf(names(filter))).toBe("too_long");
  });

  test("are withdrawn with one call", async () => {
    const { owner } = await withListing(kind, "Nova");
    await owner.mutation(api.listings.withdraw, { kind });
    await owner.mutation(api.listings.withdraw, { kind });
    expect(await namesIn(owner, { kind })).toEqual([]);
    const left = await backend.run((ctx) =>
      ctx.db.query("listingSkills").collect(),
    );
    expect(left).toEqual([]);
  });

  test("refuse what is too much, and everything after the freeze", async () => {
    const { owner } = await withListing(kind, "Nova");
    const refused = (wanted: { text: string; skills?: string[] }) =>
      codeOf(show(owner, kind, wanted));
    const skills = Array.from({ length: 9 }, (_, nth) => `Skill ${nth}`);
    expect(await refused({ text: "A game", skills })).toBe("too_many");
    expect(await refused({ text: "x".repeat(201) })).toBe("too_long");
    await closed();
    expect(await refused({ text: "A game" })).toBe("team_changes_closed");
  });

  test("are no one's to read without a session or the read key", async () => {
    const { owner } = await withListing(kind, "Nova");
    await replaceReadKey();
    const readKey = (await owner.query(api.listings.readKey, {})) ?? "";
    expect(await backend.query(api.listings.readKey, {})).toBeNull();
    for (const key of [{}, { readKey: "" }, { readKey: `${readKey}x` }])
      expect(
        await backend.query(api.listings.list, { kind, ...key }),
      ).toBeNull();
    expect(await backend.query(api.listings.list, { kind, readKey })).toEqual(
      await owner.query(api.listings.list, { kind }),
    );
    expect(await backend.query(api.listings.mine, {})).toBeNull();
    for (const call of [
      show(backend, kind, { text: "A game" }),
      backend.mutation(api.listings.withdraw, { kind }),
    ])
      expect(await codeOf(call)).toBe("not_signed_in");
  });
});

test.each<
  [string, (listed: { leader: Person; guest: Person }) => Promise<unknown>]
>([
  ["an hour is over", () => replaceReadKey()],
  [
    "somebody has deleted their account",
    ({ guest }) => guest.mutation(api.account.remove, {}),
  ],
  [
    "somebody is reported",
    ({ leader, guest }) =>
      leader.mutation(api.listings.report, {
        target: guest.uid,
        reason: "Rude",
      }),
  ],
])("a read key reads nothing once %s", async (_title, act) => {
  const { leader } = await withOpening();
  const guest = await asUser(backend, "Guest");
  const told = () => leader.query(api.listings.readKey, {});
  expect(await told()).toBeNull();
  await replaceReadKey();
  const former = await told();
  await act({ leader, guest });
  const list = async (readKey: string | null) =>
    (
      await backend.query(api.listings.list, {
        kind: "team",
        readKey: readKey ?? "",
      })
    )?.listings;
  expect(await list(former)).toBeUndefined();
  expect(await list(await told())).toHaveLength(1);
});

test("the read key of listings is replaced every hour", () => {
  expect(crons.crons).toMatchObject({
    "replace the read key of listings": {
      name: "jobs/upkeep:replaceReadKey",
      schedule: { type: "interval", hours: 1 },
    },
  });
});

describe("cards", () => {
  const kind = "person" as const;

  test("are found by college, and follow a new name and college", async () => {
    const asha = await withCard("Asha", ["React", "Design"]);
    const ravi = await withCard("Ravi");
    const maya = await asUser(backend, "Maya");
    await show(maya, kind, { text: "", skills: ["Design"] });
    const names = (filter: object) => namesIn(asha, { kind, ...filter });
    const facet = "iit delhi";
    expect(await names({ facet })).toEqual(["Ravi", "Asha"]);
    expect(await names({ facet, skill: "Design" })).toEqual(["Asha"]);
    await ravi.mutation(api.users.update, {
      displayName: "Ravi Iyer",
      college: "NIT Trichy",
    });
    expect(await names({ facet: "nit trichy", skill: "React" })).toEqual([
      "Ravi Iyer",
    ]);
    await ravi.mutation(api.users.rename, { name: "Ravi K" });
    expect(await names({ facet: "nit trichy" })).toEqual(["Ravi K"]);
  });

  test("take up to 160 characters, or none", async () => {
    const ravi = await withCard("Ravi");
    const text = "x".repeat(160);
    await show(ravi, kind, { text });
    expect(await codeOf(show(ravi, kind, { text: `${text}x` }))).toBe(
      "too_long",
    );
    await show(ravi, kind, { text: "" });
  });

  test.each(["create", "join", "organiser"] as const)(
    "are gone once in a team by %s",
    async (way) => {
      const { leader, inviteCode, teamId } = await withOpening();
      const ravi = await withCard("Ravi");
      const omar = await asUser(backend, "Omar", { role: "organiser" });
      if (way === "create")
        await ravi.mutation(api.teams.create, { name: "Own" });
      else if (way === "join")
        await ravi.mutation(api.teams.join, { inviteCode });
      else
        await omar.mutation(api.organiser.mendTeam, {
          teamId,
          change: { kind: "add", userId: ravi.uid },
        });
      expect(await namesIn(leader, { kind })).toEqual([]);
      expect(await codeOf(show(ravi, kind, { text: "" }))).toBe(
        "already_in_team",
      );
      await expectIntegrity();
    },
  );
});

describe("openings", () => {
  const kind = "team" as const;

  test("are found by free slots, the most first, and follow the team", async () => {
    const nova = await withOpening("Nova", ["React", "Design"]);
    await withOpening("Comet", ["Rust"]);
    const [asha, ravi] = await crowd(backend, 2);
    if (!asha || !ravi) throw new Error("two people");
    const names = (filter: object) => namesIn(asha, { kind, ...filter });
    expect(await names({ skill: "design", facet: 3 })).toEqual(["Nova"]);
    await ravi.mutation(api.teams.join, { inviteCode: nova.inviteCode });
    expect(await names({ facet: 3 })).toEqual(["Comet"]);
    expect(await names({ facet: 2 })).toEqual(["Comet", "Nova"]);
    expect(await names({ skill: "React", facet: 3 })).toEqual([]);
    await nova.leader.mutation(api.teams.edit, { name: "Supernova" });
    expect(await names({ skill: "react" })).toEqual(["Supernova"]);
    await expectIntegrity();
  });

  test.each(["full", "closed", "disbanded", "left"] as const)(
    "are gone once the team is %s",
    async (what) => {
      const { leader, inviteCode } = await withOpening();
      const others = await crowd(backend, 3);
      expect(await namesIn(leader, { kind })).toEqual(["Nova"]);
      if (what === "full")
        for (const other of others)
          await other.mutation(api.teams.join, { inviteCode });
      if (what === "closed")
        await leader.mutation(api.teams.edit, { isOpen: false });
      if (what === "disbanded")
        await leader.mutation(api.teams.disband, { name: "Nova" });
      if (what === "left") await leader.mutation(api.teams.leave, {});
      expect(await namesIn(leader, { kind })).toEqual([]);
      await expectIntegrity();
    },
  );

  test("are the leader's, of a team that has room", async () => {
    const { leader, inviteCode } = await withOpening();
    const [maya, ravi, zoya, asha] = await crowd(backend, 4);
    if (!maya || !ravi || !zoya || !asha) throw new Error("four people");
    await maya.mutation(api.teams.join, { inviteCode });
    const ours = { text: "Ours" };
    const attempts: [Promise<unknown>, string][] = [
      [show(maya, kind, ours), "not_leader"],
      [maya.mutation(api.listings.withdraw, { kind }), "not_leader"],
      [show(asha, kind, ours), "not_in_team"],
      [asha.mutation(api.listings.withdraw, { kind }), "not_in_team"],
      [show(leader, kind, { text: " " }), "required"],
    ];
    for (const [attempt, code] of attempts)
      expect(await codeOf(attempt)).toBe(code);
    await leader.mutation(api.teams.edit, { isOpen: false });
    expect(await codeOf(show(leader, kind, ours))).toBe("team_closed");
    await leader.mutation(api.teams.edit, { isOpen: true });
    for (const person of [ravi, zoya])
      await person.mutation(api.teams.join, { inviteCode });
    expect(await codeOf(show(leader, kind, ours))).toBe("team_full");
  });
});

describe("what others ask, in users.me", () => {
  const requestsOf = async (person: Person) =>
    (await person.query(api.users.me, {}))?.requests;
  const nothing = { askedBy: [], answer: null };

  test("a leader learns who asks to join, a member does not", async () => {
    const { leader, inviteCode, teamId } = await withOpening();
    const member = await asUser(backend, "Mira");
    await member.mutation(api.teams.join, { inviteCode });
    expect(await requestsOf(leader)).toEqual(nothing);
    const [ravi, sana] = [await withCard("Ravi"), await withCard("Sana")];
    const requestId = await ravi.mutation(api.requests.send, {
      target: teamId,
    });
    await sana.mutation(api.requests.send, { target: teamId });
    // An offer waits for the other side.
    const tara = await withCard("Tara");
    await leader.mutation(api.requests.send, { target: tara.uid });
    expect(await requestsOf(leader)).toEqual({
      askedBy: ["Ravi", "Sana"],
      answer: null,
    });
    expect(await requestsOf(member)).toEqual(nothing);
    await leader.mutation(api.requests.decline, { requestId });
    expect(await requestsOf(leader)).toEqual({
      askedBy: ["Sana"],
      answer: null,
    });
  });

  test("somebody without a team learns who offers a slot", async () => {
    const { leader } = await withOpening();
    const ravi = await withCard("Ravi");
    await leader.mutation(api.requests.send, { target: ravi.uid });
    expect(await requestsOf(ravi)).toEqual({ askedBy: ["Nova"], answer: null });
    await backend.run((ctx) =>
      ctx.db.patch("users", ravi.uid, { role: "judge" }),
    );
    expect(await requestsOf(ravi)).toEqual(nothing);
  });

  test("somebody who asked learns the answer, until they ask again", async () => {
    const { leader, teamId } = await withOpening();
    const other = await withOpening("Comets");
    const ravi = await withCard("Ravi");
    const requestId = await ravi.mutation(api.requests.send, {
      target: teamId,
    });
    expect(await requestsOf(ravi)).toEqual(nothing);
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
    await leader.mutation(api.requests.decline, { requestId });
    expect(await requestsOf(ravi)).toEqual({
      askedBy: [],
      answer: { teamName: "Nova", outcome: "declined" },
    });
    vi.setSystemTime(Date.now() + 60_000);
    const again = await ravi.mutation(api.requests.send, {
      target: other.teamId,
    });
    expect(await requestsOf(ravi)).toEqual(nothing);
    vi.setSystemTime(Date.now() + 60_000);
    await ravi.mutation(api.requests.withdraw, { requestId: again });
    expect(await requestsOf(ravi)).toEqual(nothing);
  });
});

describe("requests", () => {
  test("a person asks, the leader accepts, and the person is in", async () => {
    const { leader, teamId } = await withOpening();
    const ravi = await withCard("Ravi");
    const requestId = await ravi.mutation(api.requests.send, {
      target: teamId,
      note: "I do servers",
    });
    expect(await leader.query(api.requests.mine, {})).toMatchObject([
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
    await leader.mutation(api.requests.accept, { requestId });
    expect((await ravi.query(api.teams.mine, {}))?._id).toBe(teamId);
    expect(await leader.query(api.requests.mine, {})).toMatchObject([
      { outcome: "accepted", settledAt: expect.any(Number) },
    ]);
    await expectIntegrity();
  });

  test("a leader asks, the person accepts, and is in", async () => {
    const { leader, teamId } = await withOpening();
    const ravi = await withCard("Ravi");
    const requestId = await leader.mutation(api.requests.send, {
      target: ravi.uid,
    });
    expect(await ravi.query(api.requests.mine, {})).toMatchObject([
      { side: "person", sentBy: "team", teamId, teamName: "Nova", note: "" },
    ]);
    await ravi.mutation(api.requests.accept, { requestId });
    expect(await teamIdOf(ravi)).toBe(teamId);
    await expectIntegrity();
  });

  test("asking again, or back, is the same request", async () => {
    const { leader, teamId } = await withOpening();
    const ravi = await withCard("Ravi");
    const first = await ravi.mutation(api.requests.send, { target: teamId });
    expect(await ravi.mutation(api.requests.send, { target: teamId })).toBe(
      first,
    );
    expect(await leader.mutation(api.requests.send, { target: ravi.uid })).toBe(
      first,
    );
  });

  test("declined and withdrawn ones are over, and can be sent anew", async () => {
    const { leader, teamId } = await withOpening();
    const ravi = await withCard("Ravi");
    const one = await ravi.mutation(api.requests.send, { target: teamId });
    await leader.mutation(api.requests.decline, { requestId: one });
    const two = await ravi.mutation(api.requests.send, { target: teamId });
    await ravi.mutation(api.requests.withdraw, { requestId: two });
    expect([await outcomeOf(one), await outcomeOf(two)]).toEqual([
      "declined",
      "withdrawn",
    ]);
    for (const requestId of [one, two])
      for (const call of [
        leader.mutation(api.requests.accept, { requestId }),
        leader.mutation(api.requests.decline, { requestId }),
        ravi.mutation(api.requests.withdraw, { requestId }),
      ])
        expect(await codeOf(call)).toBe("request_over");
  });

  test("are not sent again at once by the side that has withdrawn one", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { leader, teamId } = await withOpening();
    const ravi = await withCard("Ravi");
    const ask = () => ravi.mutation(api.requests.send, { target: teamId });
    const offer = () =>
      leader.mutation(api.requests.send, { target: ravi.uid });
    await ravi.mutation(api.requests.withdraw, { requestId: await ask() });
    expect(await codeOf(ask())).toBe("rate_limited");
    // Whoever hides the other withdraws, too.
    await offer();
    await leader.mutation(api.listings.hide, { target: ravi.uid });
    await leader.mutation(api.listings.unhide, { target: ravi.uid });
    expect(await codeOf(offer())).toBe("rate_limited");
    vi.setSystemTime(Date.now() + 16 * 60_000);
    await ask();
  });

  test("others lapse with the reason", async () => {
    const nova = await withOpening("Nova");
    const comet = await withOpening("Comet");
    const [asha, ravi, maya, zoya] = [
      await withCard("Asha"),
      await withCard("Ravi"),
      await withCard("Maya"),
      await withCard("Zoya"),
    ];
    const send = (who: Person, teamId: Id<"teams">) =>
      who.mutation(api.requests.send, { target: teamId });
    const elsewhere = await send(asha, comet.teamId);
    const [a, b, c, d] = [
      await send(asha, nova.teamId),
      await send(ravi, nova.teamId),
      await send(maya, nova.teamId),
      await send(zoya, nova.teamId),
    ];
    await nova.leader.mutation(api.requests.accept, { requestId: a });
    expect(await outcomeOf(elsewhere)).toBe("person in a team");
    await nova.leader.mutation(api.requests.accept, { requestId: b });
    await nova.leader.mutation(api.requests.accept, { requestId: c });
    expect(await outcomeOf(d)).toBe("team full");
    const closing = await send(zoya, comet.teamId);
    await comet.leader.mutation(api.teams.edit, { isOpen: false });
    expect(await outcomeOf(closing)).toBe("team closed");
    await comet.leader.mutation(api.teams.edit, { isOpen: true });
    await comet.leader.mutation(api.listings.showOpening, { text: "More" });
    const ending = await send(zoya, comet.teamId);
    await comet.leader.mutation(api.teams.disband, { name: "Comet" });
    expect(await outcomeOf(ending)).toBe("team gone");
    await expectIntegrity();
  });

  test("are five at most for a person, whoever sent them", async () => {
    const ravi = await withCard("Ravi");
    const teams = [];
    for (const name of ["A", "B", "C", "D", "E", "F"])
      teams.push(await withOpening(name));
    const [first, ...rest] = teams;
    const last = rest.pop();
    if (!first || !last) throw new Error("six teams");
    for (const { teamId } of rest)
      await ravi.mutation(api.requests.send, { target: teamId });
    const offer = await first.leader.mutation(api.requests.send, {
      target: ravi.uid,
    });
    const sixth = () =>
      ravi.mutation(api.requests.send, { target: last.teamId });
    expect(await refusalOf(sixth())).toMatchObject({
      code: "too_many_requests_open",
      message: "You have 5 requests under way. Withdraw or answer one first.",
    });
    const offered = last.leader.mutation(api.requests.send, {
      target: ravi.uid,
    });
    expect(await refusalOf(offered)).toMatchObject({
      code: "too_many_requests_open",
      whose: "Ravi",
    });
    await ravi.mutation(api.requests.decline, { requestId: offer });
    await sixth();
    await expectIntegrity();
  });

  test("are ten at most for a team", async () => {
    const { leader, teamId } = await withOpening();
    for (let nth = 1; nth <= 10; nth++) {
      const person = await withCard(`P${nth}`);
      if (nth % 2 === 0)
        await person.mutation(api.requests.send, { target: teamId });
      else await leader.mutation(api.requests.send, { target: person.uid });
    }
    const ravi = await withCard("Ravi");
    expect(
      await refusalOf(ravi.mutation(api.requests.send, { target: teamId })),
    ).toMatchObject({ code: "too_many_requests_open", whose: "Nova" });
    expect(
      await codeOf(leader.mutation(api.requests.send, { target: ravi.uid })),
    ).toBe("too_many_requests_open");
  });

  test("go only to who is looking", async () => {
    const { leader, inviteCode, teamId } = await withOpening();
    const quiet = await asUser(backend, "Quiet");
    expect(
      await codeOf(leader.mutation(api.requests.send, { target: quiet.uid })),
    ).toBe("not_looking");
    await leader.mutation(api.listings.withdraw, { kind: "team" });
    const ask = () => quiet.mutation(api.requests.send, { target: teamId });
    expect(await codeOf(ask())).toBe("not_looking");
    await leader.mutation(api.teams.edit, { isOpen: false });
    expect(await codeOf(ask())).toBe("team_closed");
    await leader.mutation(api.teams.edit, { isOpen: true });
    for (const person of await crowd(backend, 3))
      await person.mutation(api.teams.join, { inviteCode });
    expect(await codeOf(ask())).toBe("team_full");
    await leader.mutation(api.teams.disband, { name: "Nova" });
    expect(await codeOf(ask())).toBe("not_looking");
  });

  test("are for the two sides only, and the team's are its leader's", async () => {
    const { leader, inviteCode, teamId } = await withOpening();
    const other = await withOpening("Comet");
    const member = await asUser(backend, "Member");
    await member.mutation(api.teams.join, { inviteCode });
    const ravi = await withCard("Ravi");
    const requestId = await ravi.mutation(api.requests.send, {
      target: teamId,
    });
    const stranger = await asUser(backend, "Stranger");
    const call = async (
      who: Person | Backend,
      what: keyof typeof api.requests,
    ) => codeOf(who.mutation(api.requests[what as "accept"], { requestId }));
    for (const what of ["accept", "decline", "withdraw"] as const) {
      expect(await call(stranger, what)).toBe("not_found");
      expect(await call(other.leader, what)).toBe("not_found");
      expect(await call(member, what)).toBe("not_leader");
      expect(await call(backend, what)).toBe("not_signed_in");
    }
    expect(await call(ravi, "accept")).toBe("not_yours_to_answer");
    expect(await call(ravi, "decline")).toBe("not_yours_to_answer");
    expect(await call(leader, "withdraw")).toBe("not_yours_to_answer");
    expect(await member.query(api.requests.mine, {})).toHaveLength(1);
    expect(await stranger.query(api.requests.mine, {})).toEqual([]);
    expect(await backend.query(api.requests.mine, {})).toBeNull();
    const send = (who: Person | Backend, target: Subject) =>
      codeOf(who.mutation(api.requests.send, { target }));
    expect(await send(member, ravi.uid)).toBe("not_leader");
    expect(await send(member, other.teamId)).toBe("already_in_team");
    expect(await send(stranger, ravi.uid)).toBe("not_in_team");
    expect(await send(backend, teamId)).toBe("not_signed_in");
  });

  test("wait while team changes are closed, but can be ended", async () => {
    const { leader, teamId } = await withOpening();
    const [ravi, maya] = [await withCard("Ravi"), await withCard("Maya")];
    const one = await ravi.mutation(api.requests.send, { target: teamId });
    const two = await maya.mutation(api.requests.send, { target: teamId });
    await closed();
    for (const call of [
      leader.mutation(api.requests.accept, { requestId: one }),
      ravi.mutation(api.requests.send, { target: teamId }),
    ])
      expect(await codeOf(call)).toBe("team_changes_closed");
    await leader.mutation(api.requests.decline, { requestId: one });
    await maya.mutation(api.requests.withdraw, { requestId: two });
  });

  test("five accepted at once fill three places", async () => {
    const { leader, teamId } = await withOpening();
    const requestIds = [];
    for (const name of ["A", "B", "C", "D", "E"]) {
      const person = await withCard(name);
      requestIds.push(
        await person.mutation(api.requests.send, { target: teamId }),
      );
    }
    const answers = await Promise.allSettled(
      requestIds.map((requestId) =>
        leader.mutation(api.requests.accept, { requestId }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === "fulfilled");
    expect(accepted).toHaveLength(3);
    await expectIntegrity();
  });
});

describe("hiding and reporting", () => {
  test("hides without telling, and ends what is under way", async () => {
    const { leader, teamId } = await withOpening();
    const ravi = await withCard("Ravi");
    const offer = await leader.mutation(api.requests.send, {
      target: ravi.uid,
    });
    await ravi.mutation(api.listings.hide, { target: teamId });
    expect(await outcomeOf(offer)).toBe("declined");
    expect(await ravi.query(api.listings.hidden, {})).toEqual([
      { target: teamId, name: "Nova" },
    ]);
    const again = () =>
      leader.mutation(api.requests.send, { target: ravi.uid });
    expect(await refusalOf(again())).toMatchObject({
      code: "not_looking",
      message: "Ravi is not looking any more",
    });
    await ravi.mutation(api.listings.unhide, { target: teamId });
    await again();
    await leader.mutation(api.listings.hide, { target: ravi.uid });
    await leader.mutation(api.listings.hide, { target: ravi.uid });
    expect(await leader.query(api.listings.hidden, {})).toHaveLength(1);
    expect(
      await codeOf(ravi.mutation(api.requests.send, { target: teamId })),
    ).toBe("not_looking");
  });

  test("organisers read reports, settle those about one and take the card away", async () => {
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    const { leader, teamId } = await withOpening();
    const ravi = await withCard("Ravi");
    const report = (who: Person, target: Subject, reason: string) =>
      who.mutation(api.listings.report, { target, reason });
    await report(leader, ravi.uid, "Spam");
    await report(leader, ravi.uid, "Rude");
    await report(await asUser(backend, "Dev"), ravi.uid, "Rude to me");
    await report(ravi, teamId, "Selling");
    const reports = async () => omar.query(api.listings.reports, {});
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
    expect(await omar.query(api.organiser.waiting, {})).toEqual({
      messages: 0,
      requests: 3,
    });
    const settle = (target: Subject, takeDown: boolean) =>
      omar.mutation(api.listings.settleReports, { target, takeDown });
    await settle(ravi.uid, true);
    expect(await namesIn(ravi, { kind: "person" })).toEqual([]);
    await settle(teamId, false);
    expect(await namesIn(ravi, { kind: "team" })).toEqual(["Nova"]);
    expect(await codeOf(settle(ravi.uid, true))).toBe("request_over");
    expect(await omar.query(api.organiser.auditLog, {})).toMatchObject([
      { target: "Nova", before: null, after: { reports: 1, takenDown: false } },
      { target: "Ravi", before: null, after: { reports: 2, takenDown: true } },
    ]);
    await report(leader, ravi.uid, "Again");
    const { open, settled } = await reports();
    expect([open.length, settled.length]).toEqual([1, 3]);
  });

  test("ten reports of each of twenty accounts hide no other report, and are settled by account", async () => {
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    const people = await crowd(backend, 31);
    const [ravi, ...others] = people;
    const targets = others.slice(0, 10);
    const accounts = others.slice(10);
    if (!ravi) throw new Error("31 people");
    // Accounts that are older than an hour.
    await backend.run(async (ctx) => {
      for (const { uid } of accounts)
        await ctx.db.patch("users", uid, { createdAt: 0 });
    });
    const report = (who: Person, { uid: target }: Person, reason: string) =>
      who.mutation(api.listings.report, { target, reason });
    for (const [nth, account] of accounts.entries()) {
      if (nth === 10) await report(ravi, account, "Please help");
      for (const target of targets) await report(account, target, "Junk");
    }
    const reports = async () => omar.query(api.listings.reports, {});
    const seen = await reports();
    expect(seen.open.map(({ reason }) => reason)).toContain("Please help");
    expect([seen.open.length, seen.more]).toEqual([61, 140]);
    for (const { uid: reporterId } of accounts)
      await omar.mutation(api.listings.settleReportsBy, { reporterId });
    expect(await reports()).toMatchObject({
      open: [{ reason: "Please help", openOfReporter: 1 }],
      more: 0,
    });
  });

  test("an account younger than an hour has three open reports at most", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const [asha, ...targets] = await crowd(backend, 5);
    if (!asha) throw new Error("five people");
    const report = (nth: number) =>
      asha.mutation(api.listings.report, {
        target: targets[nth]?.uid ?? asha.uid,
        reason: "Rude",
      });
    for (const nth of [0, 1, 2, 2]) await report(nth);
    expect(await refusalOf(report(3))).toMatchObject({
      code: "rate_limited",
      waitSeconds: 60 * 60,
    });
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await report(3);
  });

  test("refuse no one, strangers, and what does not exist", async () => {
    const ravi = await withCard("Ravi");
    const { leader, teamId } = await withOpening();
    const reasonless = ravi.mutation(api.listings.report, {
      target: teamId,
      reason: "",
    });
    expect(await codeOf(reasonless)).toBe("required");
    await leader.mutation(api.teams.leave, {});
    expect(
      await codeOf(ravi.mutation(api.listings.hide, { target: teamId })),
    ).toBe("not_found");
    const calls = [
      backend.mutation(api.listings.hide, { target: ravi.uid }),
      backend.mutation(api.listings.unhide, { target: ravi.uid }),
      backend.mutation(api.listings.report, { target: ravi.uid, reason: "x" }),
      backend.query(api.listings.reports, {}),
    ];
    for (const call of calls) expect(await codeOf(call)).toBe("not_signed_in");
    expect(await backend.query(api.listings.hidden, {})).toBeNull();
    expect(await codeOf(ravi.query(api.listings.reports, {}))).toBe(
      "organisers_only",
    );
  });
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
  await ravi.mutation(api.account.remove, {});
  await vi.waitFor(
    async () => {
      const hidings = await backend.run((ctx) =>
        ctx.db.query("hidings").collect(),
      );
      expect(hidings).toEqual([]);
    },
    { timeout: 10_000 },
  );
});

test("personal data has all of it, and deletion leaves none of it", async () => {
  const { leader, teamId } = await withOpening();
  const ravi = await withCard("Ravi");
  await ravi.mutation(api.requests.send, { target: teamId, note: "Hello" });
  await ravi.mutation(api.changeRequests.send, {
    kind: "other",
    reason: "Why",
  });
  const other = await withOpening("Comet");
  await ravi.mutation(api.listings.report, {
    target: other.teamId,
    reason: "Selling",
  });
  const data = await ravi.query(api.account.exportData, {});
  expect(data?.finding).toMatchObject({
    card: { name: "Ravi", skills: ["React"] },
    requests: [{ teamName: "Nova", note: "Hello", outcome: null }],
    hidden: [{ name: "Comet" }],
    reports: [{ targetName: "Comet", reason: "Selling" }],
    changeRequests: [{ kind: "other", reason: "Why" }],
  });
  await leader.mutation(api.listings.report, {
    target: ravi.uid,
    reason: "Rude",
  });
  // No page offers it, but anyone can call it.
  await ravi.mutation(api.listings.report, { target: ravi.uid, reason: "Me" });
  for (const { leader: owner } of [{ leader }, other])
    await owner.mutation(api.listings.withdraw, { kind: "team" });
  await ravi.mutation(api.account.remove, {});
  const left = await backend.run(async (ctx) => ({
    listings: await ctx.db.query("listings").collect(),
    skills: await ctx.db.query("listingSkills").collect(),
    requests: await ctx.db.query("requests").collect(),
    hidings: await ctx.db.query("hidings").collect(),
    reports: await ctx.db.query("reports").collect(),
    changeRequests: await ctx.db.query("changeRequests").collect(),
  }));
  for (const rows of Object.values(left)) expect(rows).toEqual([]);
  await expectIntegrity();
});
