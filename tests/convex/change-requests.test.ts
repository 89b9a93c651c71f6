/**
 * Change requests, which participants send to the organisers once team changes are
 * closed.
 */
import { beforeEach, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import type { ChangeKind } from "#convex/teams/shared/changeRequests";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import {
  asUser,
  crowd,
  expectIntegrity,
  expectOneOf,
  expectRefusal,
  formTeam,
  must,
  people,
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
  await omar.settings.change({ teamChangesOpen: false });
});

async function ask(
  person: Person,
  kind: ChangeKind,
  inviteCode?: string,
): Promise<Id<"changeRequests">> {
  const id = must(
    await person.changeRequests.send({
      kind,
      reason: "Please",
      ...(inviteCode !== undefined && { inviteCode }),
    }),
  );
  return id;
}

const approve = (requestId: Id<"changeRequests">) =>
  omar.changeRequests.approve({ requestId });
const teamOf = async (person: Person) => (await person.teams.mine())?.name;
const mend = (
  teamId: Id<"teams">,
  kind: "add" | "remove",
  { uid: userId }: Person,
) => omar.organiser.mendTeam({ teamId, change: { kind, userId } });
const newest = async (person: Person) =>
  (await person.changeRequests.mine())?.[0];

test("an approval lets people leave, join and swap past the freeze: the lead passes on, and an empty team ends", async () => {
  await approve(await ask(asha, "leave"));
  await approve(await ask(zoya, "join", nova));
  await approve(await ask(maya, "swap", nova));
  const members = ["Ravi, leader", "Zoya, member", "Maya, member"];
  expect(await teamSeenBy(ravi)).toEqual(members);
  expect(await teamSeenBy(asha)).toBeNull();
  const { teams } = await omar.organiser.teams();
  expect(teams.map(({ name }) => name)).toEqual(["Nova"]);
  await expectIntegrity();
});

test("an approval ends no team of which the organiser was not told", async () => {
  const requestId = await ask(asha, "leave");
  const [asked] = await omar.changeRequests.list();
  const seen = asked?.ends ?? null;
  expect(seen).toBeNull();
  await mend(await teamIdOf(asha), "remove", ravi);
  const approving = (told: "draft" | "handed_in" | "team" | null) =>
    omar.changeRequests.approve({ requestId, seen: told });
  await expectRefusal(approving(seen), "changed_since");
  expect(await teamOf(asha)).toBe("Nova");
  await approving("team");
  expect(await teamOf(asha)).toBeUndefined();
});

test("an approval of something else changes no team, and carries the answer", async () => {
  const requestId = await ask(ravi, "other");
  const answer = "Done, see you there";
  await omar.changeRequests.approve({ requestId, answer });
  expect(await newest(ravi)).toMatchObject({ outcome: "approved", answer });
  expect(await teamOf(ravi)).toBe("Nova");
});

test("an approval says what stands in its way, before and when it is tried", async () => {
  const requestId = await ask(zoya, "join", comet);
  const obstacle = async () => (await omar.changeRequests.list())[0]?.obstacle;
  expect(await obstacle()).toBeNull();
  await maya.teams.edit({ isOpen: false });
  await expectRefusal(approve(requestId), "team_closed");
  await maya.teams.edit({ isOpen: true });
  const comers = await crowd(MAX_TEAM_SIZE - 1);
  const teamId = await teamIdOf(maya);
  for (const comer of comers) await mend(teamId, "add", comer);
  expect(await obstacle()).toBe("Team is already full");
  await expectRefusal(approve(requestId), "team_full");
  for (const person of [maya, ...comers]) await mend(teamId, "remove", person);
  expect(await obstacle()).toBe("Team Comet no longer exists.");
  await expectRefusal(approve(requestId), "not_found");
  expect(await newest(zoya)).toMatchObject({ outcome: null });
  expect(await teamOf(zoya)).toBeUndefined();
});

test("an approval of two for the last place goes to the first", async () => {
  const teamId = await teamIdOf(maya);
  for (const comer of await crowd(MAX_TEAM_SIZE - 2))
    await mend(teamId, "add", comer);
  const both = [await ask(zoya, "join", comet), await ask(ravi, "swap", comet)];
  await expectOneOf(...both.map(approve));
  await expectIntegrity();
});

test("a request waits with its reason, for organisers and who asked", async () => {
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
  expect(await ravi.changeRequests.mine()).toEqual([
    { ...common, isOwn: true },
  ]);
  expect(await omar.changeRequests.list()).toEqual([
    { ...common, obstacle: null, ends: null, settledBy: null },
  ]);
  expect(await asha.changeRequests.mine()).toEqual([]);
});

test("a request shows both teams its outcome, without the words", async () => {
  const requestId = await ask(ravi, "swap", comet);
  await omar.changeRequests.decline({
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
  expect(await zoya.changeRequests.mine()).toEqual([]);
});

test("a request is the only one until it is withdrawn", async () => {
  await ask(ravi, "leave");
  await expectRefusal(ask(ravi, "other"), "change_request_open");
  await ravi.changeRequests.withdraw();
  await ravi.changeRequests.withdraw();
  const requestId = await ask(ravi, "other");
  expect((await newest(ravi))?._id).toBe(requestId);
});

test("a request that was withdrawn by mistake is put back as it was, within an hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const requestId = await ask(ravi, "leave");
  const putBack = (by = ravi) => by.changeRequests.putBack({ requestId });
  await expectRefusal(putBack(), "request_over");
  await ravi.changeRequests.withdraw();
  await expectRefusal(putBack(asha), "request_over");
  await putBack();
  expect(await newest(ravi)).toMatchObject({
    _id: requestId,
    outcome: null,
    settledAt: null,
  });
  await ravi.changeRequests.withdraw();
  await ask(ravi, "other");
  await expectRefusal(putBack(), "change_request_open");
  await ravi.changeRequests.withdraw();
  vi.setSystemTime(Date.now() + 61 * 60 * 1000);
  await expectRefusal(putBack(), "request_over");
  await expectIntegrity();
});

test("a request is overtaken when the team changes in another way", async () => {
  const requestId = await ask(ravi, "leave");
  await ask(zoya, "other");
  const teamId = await teamIdOf(ravi);
  await mend(teamId, "remove", ravi);
  await mend(teamId, "add", zoya);
  expect(await newest(ravi)).toMatchObject({ outcome: "overtaken" });
  expect(await newest(zoya)).toMatchObject({ outcome: null });
  await expectRefusal(approve(requestId), "request_over");
  await expectIntegrity();
});

test("a request counts wrong codes as joining does", async () => {
  const wrong = () =>
    zoya.changeRequests.send({
      kind: "join",
      inviteCode: "NOCODE",
      reason: "Please",
    });
  await omar.settings.change({ teamChangesOpen: true });
  for (let count = 0; count < 9; count++)
    await zoya.teams.join({ inviteCode: "NOCODE" });
  expect(await wrong()).toBeNull();
  await expectRefusal(wrong(), "too_many_codes");
  await expectRefusal(ask(zoya, "join", nova), "too_many_codes");
});

test("a request refuses what makes no sense", async () => {
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
    const call = person.changeRequests.send(request);
    await expectRefusal(call, code);
  }
  expect(await ravi.changeRequests.mine()).toEqual([]);
});

test("organisers answer once, with words if they decline, and it is on record", async () => {
  const requestId = await ask(ravi, "leave");
  const decline = (answer: string) =>
    omar.changeRequests.decline({ requestId, answer });
  await expectRefusal(decline(""), "required");
  await expectRefusal(decline("x".repeat(301)), "too_long");
  await decline("Sorry");
  await expectRefusal(decline("Again"), "request_over");
  await expectRefusal(approve(requestId), "request_over");
  const [entry] = await omar.organiser.auditLog();
  expect(entry).toMatchObject({
    actorName: "Omar",
    action: "change request declined",
    target: "Ravi",
    before: { kind: "leave", team: "Nova" },
    after: { answer: "Sorry" },
  });
  await approve(await ask(ravi, "leave"));
  const [newer] = await omar.organiser.auditLog();
  expect(newer).toMatchObject({ action: "change request approved" });
  expect(await omar.changeRequests.list()).toMatchObject([
    { outcome: "approved", settledBy: "Omar" },
    { outcome: "declined", answer: "Sorry" },
  ]);
});
