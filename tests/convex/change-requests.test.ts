/**
 * Change requests, which participants send to the organisers once team changes are
 * closed.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { ChangeKind } from "#convex/shared/changeRequests";
import {
  asUser,
  backend,
  codeOf,
  expectIntegrity,
  formTeam,
  people,
  refusalOf,
  teamIdOf,
  type Backend,
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
  test("lets someone leave past the freeze, and passes the lead on", async () => {
    await approve(await ask(asha, "leave"));
    expect(await teamOf(asha)).toBeUndefined();
    expect(await ravi.query(api.users.me, {})).toMatchObject({
      teamRole: "leader",
    });
    await expectIntegrity();
  });

  test("lets the only member swap, which ends the team", async () => {
    await approve(await ask(maya, "swap", nova));
    expect(await teamOf(maya)).toBe("Nova");
    const teams = await omar.query(api.organiser.teams, {});
    expect(teams.teams.map(({ name }) => name)).toEqual(["Nova"]);
    await expectIntegrity();
  });

  test("puts someone into the team with the code", async () => {
    await approve(await ask(zoya, "join", nova));
    expect(await teamOf(zoya)).toBe("Nova");
    await expectIntegrity();
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
    expect(await obstacle()).toBe("Team Comet no longer exists");
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
    const outcomes = await Promise.allSettled(both.map(approve));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "rejected",
    ]);
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
    const send = (person: Person | Backend, args: object) =>
      codeOf(
        person.mutation(api.changeRequests.send, {
          kind: "other",
          reason: "Please",
          ...args,
        }),
      );
    expect(await send(zoya, { kind: "leave" })).toBe("not_in_team");
    expect(await send(zoya, { kind: "swap", inviteCode: nova })).toBe(
      "not_in_team",
    );
    expect(await send(ravi, { kind: "join", inviteCode: comet })).toBe(
      "already_in_team",
    );
    expect(await send(ravi, { kind: "swap", inviteCode: nova })).toBe(
      "already_in_team",
    );
    expect(await send(ravi, { kind: "swap" })).toBe("required");
    expect(await send(ravi, { reason: " " })).toBe("required");
    expect(await send(ravi, { reason: "x".repeat(501) })).toBe("too_long");
    expect(await send(backend, {})).toBe("not_signed_in");
    expect(await ravi.query(api.changeRequests.mine, {})).toEqual([]);
    expect(await backend.query(api.changeRequests.mine, {})).toBeNull();
    expect(
      await codeOf(backend.mutation(api.changeRequests.withdraw, {})),
    ).toBe("not_signed_in");
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
