/**
 * Inviting, leading, and changing a team after the freeze, on any deployment. Everyone
 * concerned watches, and every step must reach them without a further call.
 */
import { expect } from "vitest";
import { api } from "#convex/_generated/api";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import type { ChangeKind } from "#convex/teams/shared/changeRequests";
import {
  codeOf,
  found,
  teamOf,
  three,
  uidOf,
  type Caller,
  type Scenario,
} from "./caller";

export const leadingScenarios: Scenario[] = [
  {
    title: "an invitation shows the team live, until its code is replaced",
    run: async (stage) => {
      const [asha, ravi, mira] = await three(stage);
      const inviteCode = await found(asha, "Nova");
      const opened = await ravi.open(inviteCode);
      if (opened === null) throw new Error("not invited");
      const team = ravi.watch(api.teams.preview, opened);
      await team.until((view) => view?.freeSlots === MAX_TEAM_SIZE - 1);
      expect(await ravi.team()).toBeNull();
      await mira.join(inviteCode);
      await team.until((view) => view?.freeSlots === MAX_TEAM_SIZE - 2);
      await asha.mutation(api.teams.edit, { name: "Vega", isOpen: false });
      await team.until((view) => view?.name === "Vega" && !view.isOpen);
      await asha.renewCode();
      await team.until((view) => view === null);
      expect(await ravi.open(inviteCode)).toBeNull();
    },
  },
  {
    title: "a leader leads, and members see it live",
    run: async (stage) => {
      const [asha, ravi, mira] = await three(stage);
      const inviteCode = await found(asha, "Nova");
      await ravi.join(inviteCode);
      await mira.join(inviteCode);
      const [p1, p2] = [await uidOf(asha), await uidOf(ravi)];
      const p3 = await uidOf(mira);
      const seen = ravi.watch(api.teams.mine, {});
      const self = mira.watch(api.users.me, {});
      await asha.mutation(api.teams.edit, { description: "A game" });
      await seen.until((team) => team?.description === "A game");
      await asha.removeMember(p3);
      await self.until((me) => me?.lostTeam?.how === "removed by leader");
      await seen.until((team) => team?.members.length === 2);
      expect(await codeOf(asha.handOver(p3))).toBe("not_in_team");
      await asha.handOver(p2);
      await seen.until((team) => team?.members[1]?.role === "leader");
      expect(await codeOf(asha.removeMember(p2))).toBe("not_leader");
      await ravi.removeMember(p1);
      await seen.until((team) => team?.members.length === 1);
    },
  },
  {
    title: "after the freeze a change is asked for, approved, and seen by all",
    run: async (stage) => {
      const omar = await stage.organiser("Omar");
      const [asha, ravi, mira] = await three(stage);
      await ravi.join(await found(asha, "Nova"));
      const comet = await found(mira, "Comet");
      await omar.mutation(api.settings.change, {
        teamChangesCloseAt: stage.clock.now() + 60_000,
      });
      stage.clock.advance(60_001);
      expect(await codeOf(ravi.leave())).toBe("team_changes_closed");
      const card = mira.mutation(api.listings.showCard, { text: "" });
      expect(await codeOf(card)).toBe("team_changes_closed");

      const list = omar.watch(api.changeRequests.list, {});
      const requestId = await askChange(ravi, "swap", comet);
      if (requestId === null) throw new Error("no team has the code");
      const row = (await list.until((rows) => rows.length === 1))[0];
      expect(row).toMatchObject({ personName: "P2", obstacle: null });
      expect(await codeOf(askChange(ravi, "leave"))).toBe(
        "change_request_open",
      );
      expect(await askChange(asha, "swap", "ZZZZZZ")).toBeNull();
      const approve = (by: Caller) =>
        by.mutation(api.changeRequests.approve, { requestId });
      expect(await codeOf(approve(ravi))).toBe("organisers_only");
      const answers = [asha, ravi, mira].map((person) =>
        person.watch(api.changeRequests.mine, {}),
      );
      await approve(omar);
      for (const watch of answers)
        await watch.until((rows) => rows?.[0]?.outcome === "approved");
      expect((await teamOf(ravi)).name).toBe("Comet");
      expect(await codeOf(approve(omar))).toBe("request_over");
    },
  },
  {
    title: "organisers decline with a sentence, and what overtakes is refused",
    run: async (stage) => {
      const omar = await stage.organiser("Omar");
      const [asha, ravi, mira] = await three(stage);
      const nova = await found(asha, "Nova");
      await omar.change({ teamChangesOpen: false });
      const decline = (requestId: NonNullable<Asked>, words: string) =>
        omar.mutation(api.changeRequests.decline, { requestId, answer: words });
      const first = await askChange(ravi, "join", nova);
      if (first === null) throw new Error("no team has the code");
      const his = ravi.watch(api.changeRequests.mine, {});
      expect(await codeOf(decline(first, ""))).toBe("required");
      await decline(first, "Too late");
      await his.until((rows) => rows?.[0]?.answer === "Too late");
      const second = await askChange(mira, "join", nova);
      if (second === null) throw new Error("no team has the code");
      await asha.mutation(api.teams.edit, { isOpen: false });
      const approval = omar.mutation(api.changeRequests.approve, {
        requestId: second,
      });
      expect(await codeOf(approval)).toBe("team_closed");
      const list = await omar.query(api.changeRequests.list, {});
      expect(list[0]?.obstacle).toContain("closed to new members");
    },
  },
];

type Asked = Awaited<ReturnType<typeof askChange>>;

function askChange(person: Caller, kind: ChangeKind, inviteCode?: string) {
  return person.mutation(api.changeRequests.send, {
    kind,
    reason: "Please",
    ...(inviteCode !== undefined && { inviteCode }),
  });
}
