/** Rules of accounts, teams and live content that hold on any deployment. */
import { expect } from "vitest";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import {
  codeOf,
  crowd,
  found,
  teamOf,
  three,
  type Announcements,
  type Scenario,
} from "./caller";

export const teamScenarios: Scenario[] = [
  {
    title: "twelve people race for the places left, and as many succeed",
    run: async (stage) => {
      const leader = await stage.signUp("Leader");
      const racers = await crowd(stage, 12);
      const left = MAX_TEAM_SIZE - 1;
      const inviteCode = await found(leader, "Nova");
      const answers = await Promise.all(
        racers.map((racer) => codeOf(racer.join(inviteCode))),
      );
      expect(answers.filter((code) => code === null)).toHaveLength(left);
      expect(answers.filter((code) => code === "team_full")).toHaveLength(
        12 - left,
      );
      const team = await teamOf(leader);
      expect(team.members).toHaveLength(MAX_TEAM_SIZE);
      expect(new Set(team.members.map(({ uid }) => uid)).size).toBe(
        MAX_TEAM_SIZE,
      );
      const profiles = await Promise.all(racers.map((racer) => racer.me()));
      const inside = profiles.filter((me) => me?.teamId === team._id);
      expect(inside).toHaveLength(left);
      expect(inside.map((me) => me?.teamRole)).toEqual(
        Array(left).fill("member"),
      );
    },
  },
  {
    title:
      "a leader who leaves passes leadership to the member who joined first",
    run: async (stage) => {
      const [asha, ravi, mira] = await three(stage);
      const inviteCode = await found(asha, "Nova");
      await ravi.join(inviteCode);
      await mira.join(inviteCode);
      await asha.leave();
      const { members } = await teamOf(mira);
      expect(members.map(({ name, role }) => [name, role])).toEqual([
        ["P2", "leader"],
        ["P3", "member"],
      ]);
      expect(await ravi.me()).toMatchObject({
        teamRole: "leader",
      });
      expect(await asha.me()).toMatchObject({
        teamId: null,
        teamRole: null,
      });
    },
  },
  {
    title: "a team is deleted when its last member leaves",
    run: async (stage) => {
      const [asha, ravi] = await three(stage);
      const inviteCode = await found(asha, "Nova");
      await asha.leave();
      expect(await asha.team()).toBeNull();
      expect(await ravi.join(inviteCode)).toBeNull();
    },
  },
  {
    title: "two concurrent calls of one person create one team",
    run: async (stage) => {
      const asha = await stage.signUp("Asha");
      const answers = await Promise.all(
        ["One", "Two"].map((name) => codeOf(asha.create(name))),
      );
      expect(new Set(answers)).toEqual(new Set([null, "already_in_team"]));
    },
  },
  {
    title: "a person is in one team at most",
    run: async (stage) => {
      const [asha, ravi] = await three(stage);
      const inviteCode = await found(asha, "Nova");
      await found(ravi, "Comet");
      const join = ravi.join(inviteCode);
      expect(await codeOf(join)).toBe("already_in_team");
      await ravi.leave();
      expect(await codeOf(ravi.leave())).toBe("not_in_team");
    },
  },
  {
    title: "ten wrong codes an hour are counted, then every code is refused",
    run: async (stage) => {
      const [asha, ravi] = await three(stage);
      const inviteCode = await found(asha, "Nova");
      const wrong = Array.from({ length: 12 }, async (_, count) =>
        codeOf(count % 2 ? ravi.join("ZZZZZZ") : ravi.open("ZZZZZZ")),
      );
      const answers = await Promise.all(wrong);
      expect(answers.filter((code) => code === null)).toHaveLength(10);
      expect(await codeOf(ravi.join(inviteCode))).toBe("too_many_codes");
      stage.clock.advance(6 * 60_000);
      await ravi.join(inviteCode);
      expect((await teamOf(asha)).members).toHaveLength(2);
    },
  },
  {
    title: "a renewed code lets in whoever was earlier, and no one after",
    run: async (stage) => {
      const [asha, ravi, mira] = await three(stage);
      const old = await found(asha, "Nova");
      const [fresh, joined] = await Promise.all([
        asha.renewCode(),
        ravi.join(old),
      ]);
      const { members } = await teamOf(asha);
      expect(members).toHaveLength(joined === null ? 1 : 2);
      expect(await mira.join(old)).toBeNull();
      expect(await mira.join(fresh)).not.toBeNull();
    },
  },
  {
    title: "leading races with leaving: one leader stays, and everyone agrees",
    run: async (stage) => {
      const [asha, ravi, mira] = await three(stage);
      const inviteCode = await found(asha, "Nova");
      await ravi.join(inviteCode);
      await mira.join(inviteCode);
      const [, p2, p3] = (await teamOf(asha)).members;
      if (!p2 || !p3) throw new Error("three members");
      const codes = await Promise.all(
        [
          asha.handOver(p2.uid),
          ravi.leave(),
          asha.removeMember(p3.uid),
          mira.leave(),
        ].map(codeOf),
      );
      for (const code of codes)
        expect([null, "not_in_team", "not_leader"]).toContain(code);
      const people = [asha, ravi, mira];
      const profiles = await Promise.all(people.map((one) => one.me()));
      const inside = profiles.filter((me) => me?.teamId !== null);
      const teams = await Promise.all(people.map((one) => one.team()));
      const seen = teams.filter((team) => team !== null);
      expect(seen).toHaveLength(inside.length);
      for (const { members } of seen) {
        expect(new Set(members.map(({ uid }) => uid))).toEqual(
          new Set(inside.map((me) => me?._id)),
        );
        expect(members.filter(({ role }) => role === "leader")).toHaveLength(1);
      }
    },
  },
  {
    title: "a new announcement reaches everyone who is watching",
    run: async (stage) => {
      const omar = await stage.organiser("Omar");
      const asha = await stage.signUp("Asha");
      const watch = asha.watchAnnouncements(stage.clock.now());
      await watch.until((answer) => !titlesOf(answer).includes("Lunch"));
      await omar.announce("Lunch", null);
      const seen = await watch.until((answer) =>
        titlesOf(answer).includes("Lunch"),
      );
      expect(seen?.announcements).toContainEqual({
        _id: expect.any(String),
        title: "Lunch",
        body: "Lunch.",
        pinned: false,
        publishAt: stage.clock.now(),
        author: "Omar",
      });
    },
  },
  {
    title: "a scheduled announcement comes out on time, without a write",
    run: async (stage) => {
      const omar = await stage.organiser("Omar");
      const asha = await stage.signUp("Asha");
      const { clock } = stage;
      const publishAt = clock.now() + 60_000;
      const before = asha.watchAnnouncements(clock.now());
      await omar.announce("Doors are open", publishAt);
      const early = await before.until((answer) => Boolean(answer?.next));
      expect(titlesOf(early)).not.toContain("Doors are open");
      expect(early?.next).toEqual({ at: publishAt, inMs: 60_000 });

      clock.advance(59_999);
      const almost = await asha.watchAnnouncements(clock.now()).until(Boolean);
      expect(titlesOf(almost)).not.toContain("Doors are open");
      expect(almost?.next).toEqual({ at: publishAt, inMs: 1 });
      clock.advance(1);
      const after = await asha.watchAnnouncements(clock.now()).until(Boolean);
      expect(titlesOf(after)).toContain("Doors are open");
      expect(after?.next).toBeNull();
    },
  },
];

function titlesOf(answer: Announcements): string[] {
  return answer?.announcements.map(({ title }) => title) ?? [];
}
