/**
 * Change requests, which participants send to the organisers once team changes are
 * closed.
 */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { ChangeKind } from "#convex/teams/shared/changeRequests";
import {
  asUser,
  codeOf,
  expectIntegrity,
  expectOneOf,
  formTeam,
  people,
  refusalOf,
  teamIdOf,
  teamSeenBy,
  type Person,
} from "./setup";

let omar: Person;
/** Leads Nova; Ravi is a member. */
let asha: Person;
let ravi: Person;
/** Leads Comet. */
let maya: Person;
/** In no team. */
let zoya: Person;
let nova: string;
let comet: string;

beforeEach(async () => {
  omar = await asUser("Omar", { role: "organiser" });
  [asha, ravi, maya, zoya] = await people("Asha", "Ravi", "Maya", "Zoya");
  nova = await formTeam([asha, ravi], "Nova");
  comet = await formTeam([maya], "Comet");
  await omar.mutation(api.settings.change, { teamChangesOpen: false });
});

async function ask(
  person: Person,
  kind: ChangeKind,
  inviteCode?: string,
): Promise<Id<"changeRequests">> {
  const id = await person.mutation(api.changeRequests.send, {
    kind,
    reason: "Please",
    ...(inviteCode !== undefined && { inviteCode }),
  });
  if (id === null) throw new Error("no team has the code");
  return id;
}

const approve = (requestId: Id<"changeRequests">) =>
  omar.mutation(api.changeRequests.approve, { requestId });
const teamOf = async (person: Person) =>
  (await person.query(api.teams.mine, {}))?.name;
const mend = (
  teamId: Id<"teams">,
  kind: "add" | "remove",
  { uid: userId }: Person,
) =>
  omar.mutation(api.organiser.mendTeam, { teamId, change: { kind, userId } });
const newest = async (person: Person) =>
  (await person.query(api.changeRequests.mine, {}))?.[0];

describe("an approval", () => {
  test("lets people leave, join and swap past the freeze: the lead passes on, and an empty team ends", async () => {
    await approve(await ask(asha, "leave"));
    await approve(await ask(zoya, "join", nova));
    await approve(await ask(maya, "swap", nova));
    const members = ["Ravi, leader", "Zoya, member", "Maya, member"];
    expect(await teamSeenBy(ravi)).toEqual(members);
    expect(await teamSeenBy(asha)).toBeNull();
    const { teams } = await omar.query(api.organiser.teams, {});
    expect(teams.map(({ name }) => name)).toEqual(["Nova"]);
    await expectIntegrity();
  });

  test("ends no team of which the organiser was not told", async () => {
    const requestId = await ask(asha, "leave");
    const [asked] = await omar.query(api.changeRequests.list, {});
    const seen = asked?.ends ?? null;
    expect(seen).toBeNull();
    await mend(await teamIdOf(asha), "remove", ravi);
    const approving = (told: "draft" | "handed_in" | "team" | null) =>
      omar.mutation(api.changeRequests.approve, { requestId, seen: told });
    expect(await codeOf(approving(seen))).toBe("changed_since");
    expect(await teamOf(asha)).toBe("Nova");
    await approving("team");
    expect(await teamOf(asha)).toBeUndefined();
  });

  test("of something else changes no team, and carries the answer", async () => {
    const requestId = await ask(ravi, "other");
    const answer = "Done, see you there";
    await omar.mutation(api.changeRequests.approve, { requestId, answer });
    expect(await newest(ravi)).toMatchObject({ outcome: "approved", answer });
    expect(await teamOf(ravi)).toBe("Nova");
  });

  test("says what stands in its way, before and when it is tried", async () => {
    const requestId = await ask(zoya, "join", comet);
    const obstacle = async () =>
      (await omar.query(api.changeRequests.list, {}))[0]?.obstacle;
    expect(await obstacle()).toBeNull();
    await maya.mutation(api.teams.edit, { isOpen: false });
    expect(await codeOf(approve(requestId))).toBe("team_closed");
    await maya.mutation(api.teams.edit, { isOpen: true });
    const comers = await people("A", "B", "C");
    const teamId = await teamIdOf(maya);
    for (const comer of comers) await mend(teamId, "add", comer);
    expect(await obstacle()).toBe("Team is already full");
    expect(await codeOf(approve(requestId))).toBe("team_full");
    for (const person of [maya, ...comers])
      await mend(teamId, "remove", person);
    expect(await obstacle()).toBe("Team Comet no longer exists.");
    expect(await refusalOf(approve(requestId))).toMatchObject({
      code: "not_found",
    });
    expect(await newest(zoya)).toMatchObject({ outcome: null });
    expect(await teamOf(zoya)).toBeUndefined();
  });

  test("of two for the last place goes to the first", async () => {
    const teamId = await teamIdOf(maya);
    for (const comer of await people("A", "B"))
      await mend(teamId, "add", comer);
    const both = [
      await ask(zoya, "join", comet),
      await ask(ravi, "swap", comet),
    ];
    await expectOneOf(...both.map(approve));
    await expectIntegrity();
  });
});

describe("a request", () => {
  test("waits with its reason, for organisers and who asked", async () => {
    const requestId = await ask(ravi, "swap", comet);
    const common = {
      _id: requestId,
      personName: "Ravi",
      kind: "swap",
      reason: "Please",
      answer: "",
      teamName: "Nova",
      targetTeamName: "Comet",
      sentAt: expect.any(Number),
      outcome: null,
      settledAt: null,
    };
    expect(await ravi.query(api.changeRequests.mine, {})).toEqual([
      { ...common, isOwn: true },
    ]);
    expect(await omar.query(api.changeRequests.list, {})).toEqual([
      { ...common, obstacle: null, ends: null, settledBy: null },
    ]);
    expect(await asha.query(api.changeRequests.mine, {})).toEqual([]);
  });

  test("shows both teams its outcome, without the words", async () => {
    const requestId = await ask(ravi, "swap", comet);
    await omar.mutation(api.changeRequests.decline, {
      requestId,
      answer: "Too late for the badges",
    });
    for (const leader of [asha, maya])
      expect(await newest(leader)).toMatchObject({
        isOwn: false,
        personName: "Ravi",
        outcome: "declined",
        reason: "",
        answer: "",
      });
    expect(await newest(ravi)).toMatchObject({
      isOwn: true,
      answer: "Too late for the badges",
    });
    expect(await zoya.query(api.changeRequests.mine, {})).toEqual([]);
  });

  test("is the only one until it is withdrawn", async () => {
    await ask(ravi, "leave");
    expect(await codeOf(ask(ravi, "other"))).toBe("change_request_open");
    await ravi.mutation(api.changeRequests.withdraw, {});
    await ravi.mutation(api.changeRequests.withdraw, {});
    const requestId = await ask(ravi, "other");
    expect((await newest(ravi))?._id).toBe(requestId);
  });

  test("that was withdrawn by mistake is put back as it was, within an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const requestId = await ask(ravi, "leave");
    const putBack = (by = ravi) =>
      by.mutation(api.changeRequests.putBack, { requestId });
    expect(await codeOf(putBack())).toBe("request_over");
    await ravi.mutation(api.changeRequests.withdraw, {});
    expect(await codeOf(putBack(asha))).toBe("request_over");
    await putBack();
    expect(await newest(ravi)).toMatchObject({
      _id: requestId,
      outcome: null,
      settledAt: null,
    });
    await ravi.mutation(api.changeRequests.withdraw, {});
    await ask(ravi, "other");
    expect(await codeOf(putBack())).toBe("change_request_open");
    await ravi.mutation(api.changeRequests.withdraw, {});
    vi.setSystemTime(Date.now() + 61 * 60 * 1000);
    expect(await codeOf(putBack())).toBe("request_over");
    await expectIntegrity();
  });

  test("is overtaken when the team changes in another way", async () => {
    const requestId = await ask(ravi, "leave");
    await ask(zoya, "other");
    const teamId = await teamIdOf(ravi);
    await mend(teamId, "remove", ravi);
    await mend(teamId, "add", zoya);
    expect(await newest(ravi)).toMatchObject({ outcome: "overtaken" });
    expect(await newest(zoya)).toMatchObject({ outcome: null });
    expect(await codeOf(approve(requestId))).toBe("request_over");
    await expectIntegrity();
  });

  test("counts wrong codes as joining does", async () => {
    const wrong = () =>
      zoya.mutation(api.changeRequests.send, {
        kind: "join",
        inviteCode: "NOCODE",
        reason: "Please",
      });
    await omar.mutation(api.settings.change, { teamChangesOpen: true });
    for (let count = 0; count < 9; count++)
      await zoya.mutation(api.teams.join, { inviteCode: "NOCODE" });
    expect(await wrong()).toBeNull();
    expect(await codeOf(wrong())).toBe("too_many_codes");
    expect(await codeOf(ask(zoya, "join", nova))).toBe("too_many_codes");
  });

  test("refuses what makes no sense", async () => {
    for (const [person, args, code] of [
      [zoya, { kind: "leave" }, "not_in_team"],
      [zoya, { kind: "swap", inviteCode: nova }, "not_in_team"],
      [ravi, { kind: "join", inviteCode: comet }, "already_in_team"],
      [ravi, { kind: "swap", inviteCode: nova }, "already_in_team"],
      [ravi, { kind: "swap" }, "required"],
      [ravi, { reason: " " }, "required"],
      [ravi, { reason: "x".repeat(501) }, "too_long"],
    ] as const) {
      const request = { kind: "other", reason: "Please", ...args } as const;
      const call = person.mutation(api.changeRequests.send, request);
      expect(await codeOf(call)).toBe(code);
    }
    expect(await ravi.query(api.changeRequests.mine, {})).toEqual([]);
  });
});

test("organisers answer once, with words if they decline, and it is on record", async () => {
  const requestId = await ask(ravi, "leave");
  const decline = (answer: string) =>
    omar.mutation(api.changeRequests.decline, { requestId, answer });
  expect(await codeOf(decline(""))).toBe("required");
  expect(await codeOf(decline("x".repeat(301)))).toBe("too_long");
  await decline("Sorry");
  expect(await codeOf(decline("Again"))).toBe("request_over");
  expect(await codeOf(approve(requestId))).toBe("request_over");
  const [entry] = await omar.query(api.organiser.auditLog, {});
  expect(entry).toMatchObject({
    actorName: "Omar",
    action: "change request declined",
    target: "Ravi",
    before: { kind: "leave", team: "Nova" },
    after: { answer: "Sorry" },
  });
  await approve(await ask(ravi, "leave"));
  const [newer] = await omar.query(api.organiser.auditLog, {});
  expect(newer).toMatchObject({ action: "change request approved" });
  expect(await omar.query(api.changeRequests.list, {})).toMatchObject([
    { outcome: "approved", settledBy: "Omar" },
    { outcome: "declined", answer: "Sorry" },
  ]);
});
