/** How a code leads to a team, and how wrong codes are counted. */
import { beforeEach, expect, test, vi } from "vitest";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import {
  asUser,
  backend,
  expectRefusal,
  formTeam,
  must,
  people,
  refusalOf,
  type Calls,
  type Person,
} from "./setup";

let asha: Person;
let ravi: Person;
let inviteCode: string;
/** Asha leads Nova; Ravi has no team. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  [asha, ravi] = await people("Asha", "Ravi");
  inviteCode = await formTeam([asha]);
});

const join = (by: Calls, code: string) => by.teams.join({ inviteCode: code });
const open = (by: Calls, code: string) => by.invites.open({ inviteCode: code });

test("invites.open leads to a live preview of the team, and joins no one", async () => {
  const opened = must(await open(ravi, inviteCode));
  const preview = async () => ravi.teams.preview(opened);
  expect(await preview()).toEqual({
    name: "Nova",
    description: "",
    members: [{ name: "Asha", role: "leader" }],
    freeSlots: MAX_TEAM_SIZE - 1,
    isOpen: true,
  });
  expect(await ravi.users.me()).toMatchObject({ teamId: null });
  await asha.teams.disband({ name: "Nova" });
  expect(await preview()).toBeNull();
});

test("invites.open shows the team to nobody without its code, and until it has another", async () => {
  const opened = must(await open(ravi, inviteCode));
  const preview = async (key: string, by: Calls = ravi) =>
    by.teams.preview({ teamId: opened.teamId, key });
  // Openings name the id of their team to everyone who is signed in.
  await asha.listings.showOpening({ text: "A game" });
  for (const key of ["", inviteCode]) expect(await preview(key)).toBeNull();
  expect(await preview(opened.key, backend)).toBeNull();
  expect(await open(asha, inviteCode)).toEqual(opened);
  expect(await preview(opened.key)).not.toBeNull();
  const fresh = await asha.teams.renewCode();
  expect(await preview(opened.key)).toBeNull();
  const again = await open(ravi, fresh);
  expect(await preview(again?.key ?? "")).not.toBeNull();
  await asha.teams.renewCode();
  expect(await preview("")).toBeNull();
});

test("invites.open works for members, and while team changes are closed", async () => {
  const rita = await asUser("Rita", { role: "organiser" });
  await rita.settings.change({ teamChangesOpen: false });
  expect(await open(asha, inviteCode)).not.toBeNull();
});

test("invites.open refuses an empty code", async () => {
  await expectRefusal(open(ravi, " \u200b "), "required");
});

test("wrong codes are counted together: ten an hour, then every code is refused with the wait", async () => {
  for (let count = 0; count < 5; count++) {
    expect(await join(ravi, "ABC123")).toBeNull();
    expect(await open(ravi, "not a code")).toBeNull();
  }
  for (const call of [join(ravi, inviteCode), open(ravi, inviteCode)])
    expect(await refusalOf(call)).toEqual({
      code: "too_many_codes",
      waitSeconds: 360,
      message: "Too many wrong invite codes. Please try again in 6 minutes.",
    });
  const maya = await asUser("Maya");
  await join(maya, inviteCode);

  vi.setSystemTime(Date.now() + 6 * 60_000);
  expect(await join(ravi, inviteCode)).not.toBeNull();
});

test("wrong codes are neither good ones nor those of someone in a team", async () => {
  for (let count = 0; count < 12; count++) await open(ravi, inviteCode);
  for (let count = 0; count < 12; count++)
    await expectRefusal(join(asha, "ABC123"), "already_in_team");
  expect(await open(asha, "ABC123")).toBeNull();
  expect(await join(ravi, "ABC123")).toBeNull();
});
