/**
 * Finding a team, on any deployment. Both sides watch, and every step must reach them
 * without a further call.
 */
import { expect } from "vitest";
import { api } from "#convex/_generated/api";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import {
  codeOf,
  crowd,
  found,
  teamOf,
  three,
  uidOf,
  type Caller,
  type Scenario,
} from "./caller";

export const findingScenarios: Scenario[] = [
  {
    title: "a request is seen by both sides, and accepting it lets one in",
    run: async (stage) => {
      const [asha, ravi, mira] = await three(stage);
      const teamId = await withOpening(asha, "Nova");
      await showCard(ravi);
      const [his, hers] = [requestsOf(ravi), requestsOf(asha)];
      const people = mira.watch(api.listings.list, { kind: "person" });
      const teams = mira.watch(api.listings.list, { kind: "team" });
      await people.until((page) => names(page?.listings).includes("P2"));
      await teams.until(
        (page) => page?.listings[0]?.freeSlots === MAX_TEAM_SIZE - 1,
      );

      const requestId = await ask(ravi, teamId, "Take me in?");
      for (const watch of [his, hers])
        await watch.until((rows) => rows?.[0]?.note === "Take me in?");
      expect(await codeOf(answer(ravi, "accept", requestId))).toBe(
        "not_yours_to_answer",
      );
      expect(await codeOf(answer(mira, "accept", requestId))).toBe("not_found");
      await answer(asha, "accept", requestId);
      await people.until((page) => page?.listings.length === 0);
      await teams.until(
        (page) => page?.listings[0]?.freeSlots === MAX_TEAM_SIZE - 2,
      );
      await hers.until((rows) => rows?.[0]?.outcome === "accepted");
      expect((await teamOf(ravi)).members).toHaveLength(2);
      expect(await codeOf(answer(asha, "accept", requestId))).toBe(
        "request_over",
      );
    },
  },
  {
    title: "requests are declined, withdrawn, and lapse with a word why",
    run: async (stage) => {
      const [asha, ravi, mira] = await three(stage);
      const nova = await withOpening(asha, "Nova");
      const comet = await withOpening(mira, "Comet");
      await showCard(ravi);
      const uid = await uidOf(ravi);
      const [his, hers] = [requestsOf(ravi), requestsOf(asha)];
      const newest = (outcome: string) =>
        Promise.all(
          [his, hers].map((watch) =>
            watch.until((rows) => rows?.[0]?.outcome === outcome),
          ),
        );
      await answer(asha, "decline", await ask(ravi, nova));
      await newest("declined");
      stage.clock.advance(1);
      await answer(asha, "withdraw", await ask(asha, uid));
      await newest("withdrawn");
      // After a withdrawal the same side waits.
      stage.clock.advance(16 * 60_000);
      await ask(asha, uid);
      await answer(mira, "accept", await ask(ravi, comet));
      await hers.until((rows) => rows?.[0]?.outcome === "person in a team");
      expect(await codeOf(ask(asha, uid))).toBe("not_looking");
    },
  },
  {
    title: "of three teams that one person accepts at once, one gets them",
    run: async (stage) => {
      const [ravi, ...leaders] = await crowd(stage, 4);
      if (ravi === undefined) throw new Error("no one is looking");
      await showCard(ravi);
      const uid = await uidOf(ravi);
      const offers = await Promise.all(
        leaders.map(async (leader, k) => {
          await withOpening(leader, `Team ${k}`);
          return ask(leader, uid);
        }),
      );
      const codes = await Promise.all(
        offers.map((offer) => codeOf(answer(ravi, "accept", offer))),
      );
      expect(codes.filter((code) => code === null)).toHaveLength(1);
      for (const code of codes)
        expect([null, "already_in_team", "request_over"]).toContain(code);
      expect((await teamOf(ravi)).members).toHaveLength(2);
    },
  },
  {
    title: "the last slot goes to one of two whom a leader accepts at once",
    run: async (stage) => {
      const [asha, ...people] = await crowd(stage, MAX_TEAM_SIZE + 1);
      if (asha === undefined) throw new Error("no one leads");
      const inviteCode = await found(asha, "Nova");
      const racers = people.splice(-2);
      for (const member of people) await member.join(inviteCode);
      const teamId = await withOpening(asha);
      const asked = await Promise.all(
        racers.map((racer) => ask(racer, teamId)),
      );
      const codes = await Promise.all(
        asked.map((requestId) => codeOf(answer(asha, "accept", requestId))),
      );
      expect(codes.filter((code) => code === null)).toHaveLength(1);
      for (const code of codes)
        expect([null, "team_full", "request_over"]).toContain(code);
      expect((await teamOf(asha)).members).toHaveLength(MAX_TEAM_SIZE);
      const rest = await Promise.all(racers.map((racer) => requests(racer)));
      expect(rest.flat().map(({ outcome }) => outcome)).toContain("team full");
    },
  },
];

type TeamId = Awaited<ReturnType<typeof teamOf>>["_id"];
type Uid = Awaited<ReturnType<typeof uidOf>>;
type RequestId = Awaited<ReturnType<typeof ask>>;

/** Shows an opening of the leader's team, which is created if it has a name. */
async function withOpening(leader: Caller, name?: string): Promise<TeamId> {
  if (name !== undefined) await leader.create(name);
  await leader.mutation(api.listings.showOpening, { text: "A game" });
  return (await teamOf(leader))._id;
}

function showCard(person: Caller) {
  const card = { text: "Hello", skills: ["Rust"] };
  return person.mutation(api.listings.showCard, card);
}

function ask(person: Caller, target: TeamId | Uid, note = "") {
  return person.mutation(api.requests.send, { target, note });
}

function answer(
  person: Caller,
  how: "accept" | "decline" | "withdraw",
  requestId: RequestId,
) {
  return person.mutation(api.requests[how], { requestId });
}

async function requests(person: Caller) {
  return (await person.query(api.requests.mine, {})) ?? [];
}

function requestsOf(person: Caller) {
  return person.watch(api.requests.mine, {});
}

function names(cards: readonly { name: string }[] | undefined): string[] {
  return cards?.map(({ name }) => name) ?? [];
}
