/** Cards, openings, requests between people and teams, hiding and reporting. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { RequestOutcome } from "#convex/shared/findingValidators";
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

const replacePasses = () =>
  backend.mutation(internal.jobs.passes.replaceAll, {});

async function teamIdOf(person: Person): Promise<Id<"teams">> {
  const me = await person.query(api.users.me, {});
  if (!me?.teamId) throw new Error("in no team");
  return me.teamId;
}

/** A team with an opening, led by Lila. */
async function withOpening(name = "Nova", skills = ["React"]) {
  const leader = await asUser(backend, `Lila of ${name}`);
  const inviteCode = await formTeam([leader], name);
  await leader.mutation(api.openings.show, { building: "A game", skills });
  return { leader, inviteCode, teamId: await teamIdOf(leader) };
}

/** Someone who shows a card. */
async function withCard(name: string, skills = ["React"]) {
  const person = await asUser(backend, name, { college: "IIT Delhi", skills });
  await person.mutation(api.cards.show, {});
  return person;
}

async function namesOn(
  person: Person,
  filter: { skill?: string; college?: string; limit?: number } = {},
): Promise<string[] | undefined> {
  const answer = await person.query(api.cards.list, filter);
  return answer?.cards.map(({ name }) => name);
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

describe("cards", () => {
  test("show name, college, skills and a line, and no address", async () => {
    const ravi = await asUser(backend, "Ravi", {
      college: "IIT Delhi",
      skills: ["React"],
      about: "Night owl",
    });
    await ravi.mutation(api.cards.show, {});
    const asha = await asUser(backend, "Asha");
    const seen = await asha.query(api.cards.list, {});
    expect(seen).toEqual({
      cards: [
        {
          _id: expect.any(String),
          uid: ravi.uid,
          name: "Ravi",
          college: "IIT Delhi",
          skills: ["React"],
          line: "Night owl",
          shownAt: expect.any(Number),
        },
      ],
      hasMore: false,
    });
  });

  test("say what is given instead of the profile, and can be changed", async () => {
    const ravi = await withCard("Ravi");
    await ravi.mutation(api.cards.show, { skills: ["Rust"], line: "Systems" });
    expect(await ravi.query(api.cards.mine, {})).toMatchObject({
      skills: ["Rust"],
      line: "Systems",
    });
    expect(await namesOn(ravi, { skill: "React" })).toEqual([]);
    expect(await namesOn(ravi, { skill: "rust" })).toEqual(["Ravi"]);
  });

  test("are found by skill and college, newest first, page by page", async () => {
    const asha = await withCard("Asha", ["React", "Design"]);
    await withCard("Ravi", ["React"]);
    const maya = await asUser(backend, "Maya", { skills: ["React"] });
    await maya.mutation(api.cards.show, {});
    expect(await namesOn(asha)).toEqual(["Maya", "Ravi", "Asha"]);
    expect(await namesOn(asha, { skill: "react" })).toHaveLength(3);
    expect(await namesOn(asha, { skill: "design" })).toEqual(["Asha"]);
    const college = "iit delhi";
    expect(await namesOn(asha, { college })).toEqual(["Ravi", "Asha"]);
    expect(await namesOn(asha, { college, skill: "Design" })).toEqual(["Asha"]);
    const page = await asha.query(api.cards.list, { limit: 2 });
    expect(page?.hasMore).toBe(true);
    expect(page?.cards).toHaveLength(2);
    for (const limit of [0, -1, Number.NaN, 1e9])
      expect((await namesOn(asha, { limit }))?.length).toBeGreaterThan(0);
  });

  test("follow a new name and college", async () => {
    const ravi = await withCard("Ravi");
    await ravi.mutation(api.users.update, {
      displayName: "Ravi Iyer",
      college: "NIT Trichy",
    });
    expect(
      await namesOn(ravi, { college: "nit trichy", skill: "React" }),
    ).toEqual(["Ravi Iyer"]);
    await ravi.mutation(api.users.rename, { name: "Ravi K" });
    expect(await namesOn(ravi)).toEqual(["Ravi K"]);
  });

  test("are withdrawn with one call, and with the account", async () => {
    const ravi = await withCard("Ravi");
    const maya = await withCard("Maya");
    await ravi.mutation(api.cards.hide, {});
    await ravi.mutation(api.cards.hide, {});
    await maya.mutation(api.account.remove, {});
    expect(await namesOn(ravi)).toEqual([]);
    const left = await backend.run((ctx) =>
      ctx.db.query("cardSkills").collect(),
    );
    expect(left).toEqual([]);
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
      expect(await namesOn(leader)).toEqual([]);
      await expectIntegrity();
    },
  );

  test("refuse who is in a team, and what is too much", async () => {
    const { leader } = await withOpening();
    expect(await codeOf(leader.mutation(api.cards.show, {}))).toBe(
      "already_in_team",
    );
    const ravi = await asUser(backend, "Ravi");
    const skills = Array.from({ length: 9 }, (_, nth) => `Skill ${nth}`);
    expect(await codeOf(ravi.mutation(api.cards.show, { skills }))).toBe(
      "too_many",
    );
    const line = "x".repeat(161);
    expect(await codeOf(ravi.mutation(api.cards.show, { line }))).toBe(
      "too_long",
    );
    await closed();
    expect(await codeOf(ravi.mutation(api.cards.show, {}))).toBe(
      "team_changes_closed",
    );
  });

  test("are no one's to read without a session or the pass", async () => {
    const ravi = await withCard("Ravi");
    await replacePasses();
    const pass = (await ravi.query(api.find.pass, {})) ?? "";
    expect(await backend.query(api.find.pass, {})).toBeNull();
    for (const args of [{}, { pass: "" }, { pass: `${pass}x` }]) {
      expect(await backend.query(api.cards.list, args)).toBeNull();
      expect(await backend.query(api.openings.list, args)).toBeNull();
    }
    const shared = await backend.query(api.cards.list, { pass });
    expect(shared).toEqual(await ravi.query(api.cards.list, {}));
    expect(await backend.query(api.cards.mine, {})).toBeNull();
    expect(await codeOf(backend.mutation(api.cards.show, {}))).toBe(
      "not_signed_in",
    );
    expect(await codeOf(backend.mutation(api.cards.hide, {}))).toBe(
      "not_signed_in",
    );
  });

  test("are not read with the pass of a former day", async () => {
    const ravi = await withCard("Ravi");
    expect(await ravi.query(api.find.pass, {})).toBeNull();
    await replacePasses();
    const pass = (await ravi.query(api.find.pass, {})) ?? "";
    await replacePasses();
    expect(await backend.query(api.cards.list, { pass })).toBeNull();
    const next = (await ravi.query(api.find.pass, {})) ?? "";
    const shown = await backend.query(api.cards.list, { pass: next });
    expect(shown?.cards).toHaveLength(1);
  });
});

describe("openings", () => {
  test("say what the team builds, looks for and has free", async () => {
    const { leader, teamId } = await withOpening();
    const asha = await asUser(backend, "Asha");
    const seen = await asha.query(api.openings.list, {});
    expect(seen).toEqual({
      openings: [
        {
          _id: expect.any(String),
          teamId,
          teamName: "Nova",
          building: "A game",
          skills: ["React"],
          freeSlots: 3,
          shownAt: expect.any(Number),
        },
      ],
      hasMore: false,
    });
    expect(await leader.query(api.openings.mine, {})).toEqual(
      seen?.openings[0],
    );
    expect(await asha.query(api.openings.mine, {})).toBeNull();
  });

  test("are found by skill and free slots, and follow the team", async () => {
    const nova = await withOpening("Nova", ["React", "Design"]);
    await withOpening("Comet", ["Rust"]);
    const [asha, ravi] = await crowd(backend, 2);
    if (!asha || !ravi) throw new Error("two people");
    const names = async (filter: { skill?: string; freeSlots?: number }) =>
      (await asha.query(api.openings.list, filter))?.openings.map(
        ({ teamName }) => teamName,
      );
    expect(await names({})).toEqual(["Comet", "Nova"]);
    expect(await names({ skill: "design", freeSlots: 3 })).toEqual(["Nova"]);
    await ravi.mutation(api.teams.join, { inviteCode: nova.inviteCode });
    expect(await names({ freeSlots: 3 })).toEqual(["Comet"]);
    expect(await names({ freeSlots: 2 })).toEqual(["Comet", "Nova"]);
    expect(await names({ skill: "React", freeSlots: 3 })).toEqual([]);
    await nova.leader.mutation(api.teams.edit, { name: "Supernova" });
    expect(await names({ skill: "react" })).toEqual(["Supernova"]);
    await expectIntegrity();
  });

  test.each(["full", "closed", "disbanded", "left", "withdrawn"] as const)(
    "are gone once the team is %s",
    async (what) => {
      const { leader, inviteCode } = await withOpening();
      const others = await crowd(backend, 3);
      const shows = async () =>
        (await leader.query(api.openings.list, {}))?.openings.length;
      expect(await shows()).toBe(1);
      if (what === "full")
        for (const other of others)
          await other.mutation(api.teams.join, { inviteCode });
      if (what === "closed")
        await leader.mutation(api.teams.edit, { isOpen: false });
      if (what === "disbanded")
        await leader.mutation(api.teams.disband, { name: "Nova" });
      if (what === "left") await leader.mutation(api.teams.leave, {});
      if (what === "withdrawn") await leader.mutation(api.openings.hide, {});
      expect(await shows()).toBe(0);
      await expectIntegrity();
    },
  );

  test("are the leader's, of a team that has room", async () => {
    const { leader, inviteCode } = await withOpening();
    const [maya, ravi, zoya, asha] = await crowd(backend, 4);
    if (!maya || !ravi || !zoya || !asha) throw new Error("four people");
    await maya.mutation(api.teams.join, { inviteCode });
    const show = { building: "Ours" };
    const attempts: [Promise<unknown>, string][] = [
      [maya.mutation(api.openings.show, show), "not_leader"],
      [maya.mutation(api.openings.hide, {}), "not_leader"],
      [asha.mutation(api.openings.show, show), "not_in_team"],
      [asha.mutation(api.openings.hide, {}), "not_in_team"],
      [backend.mutation(api.openings.show, show), "not_signed_in"],
      [leader.mutation(api.openings.show, { building: " " }), "required"],
    ];
    for (const [attempt, code] of attempts)
      expect(await codeOf(attempt)).toBe(code);
    await leader.mutation(api.teams.edit, { isOpen: false });
    expect(await codeOf(leader.mutation(api.openings.show, show))).toBe(
      "team_closed",
    );
    await leader.mutation(api.teams.edit, { isOpen: true });
    for (const person of [ravi, zoya])
      await person.mutation(api.teams.join, { inviteCode });
    expect(await codeOf(leader.mutation(api.openings.show, show))).toBe(
      "team_full",
    );
    await closed();
    expect(await codeOf(leader.mutation(api.openings.show, show))).toBe(
      "team_changes_closed",
    );
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
    const requestId = await ravi.mutation(api.requests.send, { teamId });
    await sana.mutation(api.requests.send, { teamId });
    // An offer waits for the other side.
    const tara = await withCard("Tara");
    await leader.mutation(api.requests.send, { uid: tara.uid });
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
    await leader.mutation(api.requests.send, { uid: ravi.uid });
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
    const requestId = await ravi.mutation(api.requests.send, { teamId });
    expect(await requestsOf(ravi)).toEqual(nothing);
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
    await leader.mutation(api.requests.decline, { requestId });
    expect(await requestsOf(ravi)).toEqual({
      askedBy: [],
      answer: { teamName: "Nova", outcome: "declined" },
    });
    vi.setSystemTime(Date.now() + 60_000);
    const again = await ravi.mutation(api.requests.send, {
      teamId: other.teamId,
    });
    expect(await requestsOf(ravi)).toEqual(nothing);
    vi.setSystemTime(Date.now() + 60_000);
    await ravi.mutation(api.requests.withdraw, { requestId: again });
    expect(await requestsOf(ravi)).toEqual(nothing);
    vi.useRealTimers();
  });
});

describe("requests", () => {
  test("a person asks, the leader accepts, and the person is in", async () => {
    const { leader, teamId } = await withOpening();
    const ravi = await withCard("Ravi");
    const requestId = await ravi.mutation(api.requests.send, {
      teamId,
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
      uid: ravi.uid,
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
    const first = await ravi.mutation(api.requests.send, { teamId });
    expect(await ravi.mutation(api.requests.send, { teamId })).toBe(first);
    expect(await leader.mutation(api.requests.send, { uid: ravi.uid })).toBe(
      first,
    );
  });

  test("declined and withdrawn ones are over, and can be sent anew", async () => {
    const { leader, teamId } = await withOpening();
    const ravi = await withCard("Ravi");
    const one = await ravi.mutation(api.requests.send, { teamId });
    await leader.mutation(api.requests.decline, { requestId: one });
    const two = await ravi.mutation(api.requests.send, { teamId });
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
      who.mutation(api.requests.send, { teamId });
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
    await comet.leader.mutation(api.openings.show, { building: "More" });
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
      await ravi.mutation(api.requests.send, { teamId });
    const offer = await first.leader.mutation(api.requests.send, {
      uid: ravi.uid,
    });
    const sixth = () =>
      ravi.mutation(api.requests.send, { teamId: last.teamId });
    expect(await refusalOf(sixth())).toMatchObject({
      code: "too_many_requests_open",
      message: "You have 5 requests under way. Withdraw or answer one first.",
    });
    const offered = last.leader.mutation(api.requests.send, { uid: ravi.uid });
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
      if (nth % 2 === 0) await person.mutation(api.requests.send, { teamId });
      else await leader.mutation(api.requests.send, { uid: person.uid });
    }
    const ravi = await withCard("Ravi");
    expect(
      await refusalOf(ravi.mutation(api.requests.send, { teamId })),
    ).toMatchObject({ code: "too_many_requests_open", whose: "Nova" });
    expect(
      await codeOf(leader.mutation(api.requests.send, { uid: ravi.uid })),
    ).toBe("too_many_requests_open");
  });

  test("go only to who is looking", async () => {
    const { leader, inviteCode, teamId } = await withOpening();
    const quiet = await asUser(backend, "Quiet");
    expect(
      await codeOf(leader.mutation(api.requests.send, { uid: quiet.uid })),
    ).toBe("not_looking");
    await leader.mutation(api.openings.hide, {});
    const ask = () => quiet.mutation(api.requests.send, { teamId });
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
    const requestId = await ravi.mutation(api.requests.send, { teamId });
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
    const send = (who: Person | Backend, args: object) =>
      codeOf(who.mutation(api.requests.send, args));
    expect(await send(member, { uid: ravi.uid })).toBe("not_leader");
    expect(await send(member, { teamId: other.teamId })).toBe(
      "already_in_team",
    );
    expect(await send(stranger, { uid: ravi.uid })).toBe("not_in_team");
    expect(await send(stranger, {})).toBe("required");
    expect(await send(stranger, { uid: ravi.uid, teamId })).toBe("required");
    expect(await send(backend, { teamId })).toBe("not_signed_in");
  });

  test("wait while team changes are closed, but can be ended", async () => {
    const { leader, teamId } = await withOpening();
    const [ravi, maya] = [await withCard("Ravi"), await withCard("Maya")];
    const one = await ravi.mutation(api.requests.send, { teamId });
    const two = await maya.mutation(api.requests.send, { teamId });
    await closed();
    for (const call of [
      leader.mutation(api.requests.accept, { requestId: one }),
      ravi.mutation(api.requests.send, { teamId }),
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
      requestIds.push(await person.mutation(api.requests.send, { teamId }));
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
    const offer = await leader.mutation(api.requests.send, { uid: ravi.uid });
    await ravi.mutation(api.find.hide, { teamId });
    expect(await outcomeOf(offer)).toBe("declined");
    expect(await ravi.query(api.find.hidden, {})).toEqual([
      { target: teamId, name: "Nova" },
    ]);
    const again = () => leader.mutation(api.requests.send, { uid: ravi.uid });
    expect(await refusalOf(again())).toMatchObject({
      code: "not_looking",
      message: "Ravi is not looking any more",
    });
    await ravi.mutation(api.find.unhide, { target: teamId });
    await again();
    await leader.mutation(api.find.hide, { uid: ravi.uid });
    await leader.mutation(api.find.hide, { uid: ravi.uid });
    expect(await leader.query(api.find.hidden, {})).toHaveLength(1);
    expect(await codeOf(ravi.mutation(api.requests.send, { teamId }))).toBe(
      "not_looking",
    );
  });

  test("organisers read reports, settle them and take a card away", async () => {
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    const { leader, teamId } = await withOpening();
    const ravi = await withCard("Ravi");
    await leader.mutation(api.find.report, { uid: ravi.uid, reason: "Spam" });
    await leader.mutation(api.find.report, { uid: ravi.uid, reason: "Rude" });
    await ravi.mutation(api.find.report, { teamId, reason: "Selling" });
    const [first, second] = await omar.query(api.find.reports, {});
    expect(first).toMatchObject({
      reporterName: "Lila of Nova",
      targetName: "Ravi",
      isTeam: false,
      said: " · React",
      reason: "Rude",
    });
    expect(second).toMatchObject({ targetName: "Nova", isTeam: true });
    if (!first || !second) throw new Error("two reports");
    const settle = (reportId: typeof first._id, takeDown: boolean) =>
      omar.mutation(api.find.settleReport, { reportId, takeDown });
    await settle(first._id, true);
    expect(await namesOn(ravi)).toEqual([]);
    await settle(second._id, false);
    expect((await ravi.query(api.openings.list, {}))?.openings).toHaveLength(1);
    expect(await codeOf(settle(first._id, true))).toBe("request_over");
    const log = await omar.query(api.organiser.auditLog, {});
    expect(log.map(({ action, target }) => [action, target])).toEqual([
      ["report settled", "Nova"],
      ["report settled", "Ravi"],
    ]);
    expect(log.map(({ before }) => before)).toEqual([null, null]);
    await leader.mutation(api.find.report, { uid: ravi.uid, reason: "Again" });
    expect(await omar.query(api.find.reports, {})).toHaveLength(3);
  });

  test("refuse no one, strangers, and what does not exist", async () => {
    const ravi = await withCard("Ravi");
    const { leader, teamId } = await withOpening();
    expect(await codeOf(ravi.mutation(api.find.hide, {}))).toBe("required");
    const reasonless = ravi.mutation(api.find.report, { teamId, reason: "" });
    expect(await codeOf(reasonless)).toBe("required");
    await leader.mutation(api.teams.leave, {});
    expect(await codeOf(ravi.mutation(api.find.hide, { teamId }))).toBe(
      "not_found",
    );
    const calls = [
      backend.mutation(api.find.hide, { uid: ravi.uid }),
      backend.mutation(api.find.unhide, { target: ravi.uid }),
      backend.mutation(api.find.report, { uid: ravi.uid, reason: "x" }),
      backend.query(api.find.reports, {}),
    ];
    for (const call of calls) expect(await codeOf(call)).toBe("not_signed_in");
    expect(await backend.query(api.find.hidden, {})).toBeNull();
    expect(await codeOf(ravi.query(api.find.reports, {}))).toBe(
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
  await ravi.mutation(api.requests.send, { teamId, note: "Hello" });
  await ravi.mutation(api.changeRequests.send, {
    kind: "other",
    reason: "Why",
  });
  const other = await withOpening("Comet");
  await ravi.mutation(api.find.report, {
    teamId: other.teamId,
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
  await leader.mutation(api.find.report, { uid: ravi.uid, reason: "Rude" });
  // No page offers it, but anyone can call it.
  await ravi.mutation(api.find.report, { uid: ravi.uid, reason: "Me" });
  await ravi.mutation(api.account.remove, {});
  const left = await backend.run(async (ctx) => ({
    cards: await ctx.db.query("cards").collect(),
    skills: await ctx.db.query("cardSkills").collect(),
    requests: await ctx.db.query("requests").collect(),
    hidings: await ctx.db.query("hidings").collect(),
    reports: await ctx.db.query("reports").collect(),
    changeRequests: await ctx.db.query("changeRequests").collect(),
  }));
  for (const rows of Object.values(left)) expect(rows).toEqual([]);
  await expectIntegrity();
});
