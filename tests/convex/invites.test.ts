/** How a code leads to a team, and how wrong codes are counted. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "#convex/_generated/api";
import {
  asUser,
  backend,
  codeOf,
  formTeam,
  people,
  refusalOf,
  type Backend,
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

const join = (by: Pick<Backend, "mutation">, code: string) =>
  by.mutation(api.teams.join, { inviteCode: code });
const open = (by: Pick<Backend, "mutation">, code: string) =>
  by.mutation(api.invites.open, { inviteCode: code });

describe("invites.open", () => {
  test("leads to a live preview of the team, and joins no one", async () => {
    const opened = await open(ravi, inviteCode);
    if (opened === null) throw new Error("the code is good");
    const preview = async () => ravi.query(api.teams.preview, opened);
    expect(await preview()).toEqual({
      name: "Nova",
      description: "",
      members: [{ name: "Asha", role: "leader" }],
      freeSlots: 3,
      isOpen: true,
    });
    expect(await ravi.query(api.users.me, {})).toMatchObject({ teamId: null });
    await asha.mutation(api.teams.disband, { name: "Nova" });
    expect(await preview()).toBeNull();
  });

  test("shows the team to nobody without its code, and until it has another", async () => {
    const opened = await open(ravi, inviteCode);
    if (opened === null) throw new Error("the code is good");
    const preview = async (key: string, by: Pick<Backend, "query"> = ravi) =>
      by.query(api.teams.preview, { teamId: opened.teamId, key });
    // Openings name the id of their team to everyone who is signed in.
    await asha.mutation(api.listings.showOpening, { text: "A game" });
    for (const key of ["", inviteCode]) expect(await preview(key)).toBeNull();
    expect(await preview(opened.key, backend)).toBeNull();
    expect(await open(asha, inviteCode)).toEqual(opened);
    expect(await preview(opened.key)).not.toBeNull();
    const fresh = await asha.mutation(api.teams.renewCode, {});
    expect(await preview(opened.key)).toBeNull();
    const again = await open(ravi, fresh);
    expect(await preview(again?.key ?? "")).not.toBeNull();
    await asha.mutation(api.teams.renewCode, {});
    expect(await preview("")).toBeNull();
  });

  test("works for members, and while team changes are closed", async () => {
    const rita = await asUser("Rita", { role: "organiser" });
    await rita.mutation(api.settings.change, { teamChangesOpen: false });
    expect(await open(asha, inviteCode)).not.toBeNull();
  });

  test("refuses an empty code", async () => {
    expect(await codeOf(open(ravi, " \u200b "))).toBe("required");
  });
});

describe("wrong codes", () => {
  test("are counted together: ten an hour, then every code is refused with the wait", async () => {
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

  test("are neither good ones nor those of someone in a team", async () => {
    for (let count = 0; count < 12; count++) await open(ravi, inviteCode);
    for (let count = 0; count < 12; count++)
      expect(await codeOf(join(asha, "ABC123"))).toBe("already_in_team");
    expect(await open(asha, "ABC123")).toBeNull();
    expect(await join(ravi, "ABC123")).toBeNull();
  });
});
