/** The hall's screen and the screens that organisers steer. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { internal } from "#convex/_generated/api";
import { digest } from "#convex/platform/digest";
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  MAX_KEY_LENGTH,
  MAX_SCREENS,
  SIGN_EVERY_MS,
} from "#convex/hall/shared/screens";
import { handIn, openSubmissions, startProject } from "./projects";
import {
  backend,
  deleteAll,
  expectRefusal,
  firstOf,
  formTeam,
  people,
  rowsIn,
  teamIdOf,
  type Person,
} from "./setup";

const KEY = "a key that a page has made";

let omar: Person;
let asha: Person;
let ravi: Person;
let maya: Person;
/** Omar is an organiser and has turned the screen on; Asha and Ravi are Nova, Maya is Lynx. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubEnv("JWT_PRIVATE_KEY", "a key");
  omar = await openSubmissions({ arenaOpen: true });
  [asha, ravi, maya] = await people("Asha", "Ravi", "Maya");
  await formTeam([asha, ravi]);
  await formTeam([maya], "Lynx");
});

const board = () => backend.arena.board();
const handIns = () => backend.arena.handIns();
const announcement = () => backend.arena.announcement({ at: 0 });
const own = (key = KEY) => backend.screens.own({ key });
const sign = (key = KEY) =>
  backend.screens.sign({ key, version: "v1", isAwake: true });

async function hide(person: Person, isHidden = true) {
  const teamId = await teamIdOf(person);
  const change = { kind: "hall" as const, isHidden };
  await omar.organiser.mendTeam({ teamId, change });
}

async function announce(title: string, publishAt: number | null = null) {
  const draft = { title, body: "At the desk.", pinned: false, publishAt };
  await omar.announcements.add(draft);
}

test("the board shows teams by the number of their filled slots, in the order of creation", async () => {
  expect(await board()).toEqual([
    { id: await teamIdOf(asha), name: "Nova", filled: 2 },
    { id: await teamIdOf(maya), name: "Lynx", filled: 1 },
  ]);
});

test("the board numbers names that look alike as their teams' pages do, also beside a hidden team", async () => {
  const [dev, lee] = await people("Dev", "Lee");
  await formTeam([dev], "L\u0443nx");
  await formTeam([lee], "lynx");
  const names = async () => (await board())?.map(({ name }) => name);
  expect(await names()).toEqual(["Nova", "Lynx", "L\u0443nx · 2", "lynx · 3"]);
  await hide(dev);
  expect(await names()).toEqual(["Nova", "Lynx", "lynx · 3"]);
  expect(await lee.teams.mine()).toMatchObject({
    namesake: { inHall: "lynx · 3" },
  });
});

test("the board is null, with all that belongs to it, until organisers turn it on", async () => {
  const project = await startProject(asha);
  const handInId = await handIn(project);
  await announce("Lunch");
  await omar.settings.change({ arenaOpen: false });
  expect(await board()).toBeNull();
  expect(await handIns()).toBeNull();
  expect(await backend.arena.arrived()).toBeNull();
  expect(await backend.arena.here()).toBeNull();
  expect(await announcement()).toBeNull();
  expect(await backend.arena.projectName({ handInId })).toBeNull();
});

test("the board counts who has arrived, by team, and everybody as organisers do", async () => {
  const arrived = () => backend.arena.arrived();
  const checkIn = (userId: Person["uid"], isUndone = false) =>
    backend.run(async (ctx) => {
      const first = {
        key: userId,
        at: Date.now(),
        desk: "Desk 1",
        byId: omar.uid,
        guardianFormSeen: false,
        isByList: true,
      };
      await ctx.db.insert("checkIns", {
        userId,
        first: isUndone ? null : first,
      });
    });
  expect(await arrived()).toEqual({});
  await checkIn(asha.uid);
  await checkIn(ravi.uid, true);
  await checkIn(omar.uid);
  expect(await arrived()).toEqual({ [await teamIdOf(asha)]: 1 });
  await hide(asha);
  expect(await arrived()).toEqual({});
  const { arrived: counted } = await omar.checkIns.arrivals();
  expect(await backend.arena.here()).toBe(counted);
  expect(counted).toBe(2);
});

test("the board says who has handed in, and the project's name", async () => {
  const handInId = await handIn(await startProject(maya));
  const teamId = await teamIdOf(maya);
  expect(await handIns()).toEqual([{ teamId, handInId }]);
  expect(await backend.arena.projectName({ handInId })).toBe(
    "Chess for the blind",
  );
});

test("the board does not say in which order they did", async () => {
  const [dev, zoya] = await people("Dev", "Zoya");
  await formTeam([dev], "Vega");
  await formTeam([zoya], "Iris");
  const leaders = [asha, maya, dev, zoya];
  const teams = await Promise.all(leaders.map(teamIdOf));
  const order = teams.toSorted();
  // The last of them is the first to hand in.
  for (const id of order.toReversed()) {
    const leader = leaders[teams.indexOf(id)];
    if (leader !== undefined) await handIn(await startProject(leader));
  }
  expect((await handIns())?.map(({ teamId }) => teamId)).toEqual(order);
});

test.each([{ hidesNames: true }, { takenDownAt: 1 }])(
  "the board keeps the name of a project with %o",
  async (fields) => {
    const project = await startProject(maya, fields);
    const handInId = await handIn(project);
    expect(await handIns()).toHaveLength(1);
    expect(await backend.arena.projectName({ handInId })).toBeNull();
  },
);

test("the board has nothing of a team that organisers have hidden, until they show it again", async () => {
  const handInId = await handIn(await startProject(maya));
  const project = () => backend.arena.projectName({ handInId });
  await hide(maya);
  expect((await board())?.map(({ name }) => name)).toEqual(["Nova"]);
  expect(await handIns()).toEqual([]);
  expect(await project()).toBeNull();
  await hide(maya, false);
  expect((await board())?.map(({ name }) => name)).toEqual(["Nova", "Lynx"]);
  expect(await project()).toBe("Chess for the blind");
  const audited = (await rowsIn("auditLog")).slice(-2);
  expect(audited.map(({ action, target }) => [action, target])).toEqual([
    ["team hidden in the hall", "Lynx"],
    ["team shown in the hall", "Lynx"],
  ]);
});

test("the board has no person's name", async () => {
  await handIn(await startProject(asha));
  await announce("Lunch");
  const said = JSON.stringify([
    await board(),
    await handIns(),
    await announcement(),
  ]);
  for (const name of ["Asha", "Ravi", "Maya", "Omar"])
    expect(said).not.toContain(name);
});

test("the board has an announcement for ten minutes, from when it comes out", async () => {
  const now = Date.now();
  await announce("Dinner", now + 60_000);
  expect(await announcement()).toEqual({
    announcement: null,
    next: { at: now + 60_000, inMs: 60_000 },
  });
  vi.setSystemTime(now + 60_000);
  expect(await announcement()).toMatchObject({
    announcement: { title: "Dinner", body: "At the desk." },
    next: { inMs: 600_000 },
  });
  vi.setSystemTime(now + 660_000);
  expect((await announcement())?.announcement).toBeNull();
});

describe("a screen", () => {
  const add = (code: string, name = "Stage left") =>
    omar.screens.add({ code, name });
  const list = () => omar.screens.list();

  /** The code as anybody can compute it from the key. */
  async function codeWithoutSecret() {
    const bytes = await digest(`screen ${KEY}`);
    return Array.from(
      bytes.subarray(0, CODE_LENGTH),
      (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length],
    ).join("");
  }

  async function added() {
    const { code = "" } = (await own()) ?? {};
    await add(code);
    const screen = firstOf(await list());
    return screen;
  }

  test("is a stranger's page until an organiser types its code", async () => {
    const { code = "", orders } = (await own()) ?? {};
    expect(orders).toBeNull();
    await sign();
    expect(await rowsIn("screens")).toEqual([]);
    await add(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `);
    expect((await own())?.orders).toEqual({
      name: "Stage left",
      show: "all",
      isBlank: false,
      sentence: "",
    });
    expect((await own("another key"))?.orders).toBeNull();
  });

  test("has another code for another key, and none for one that is too long", async () => {
    expect((await own("another key"))?.code).not.toBe((await own())?.code);
    expect(await own("k".repeat(MAX_KEY_LENGTH + 1))).toBeNull();
  });

  test("has a code that only this deployment computes, and that stays when the tokens' keys are replaced", async () => {
    await backend.mutation(internal.upkeep.jobs.keepSecrets, {});
    const code = (await own())?.code;
    expect(code).not.toBe(await codeWithoutSecret());
    vi.stubEnv("JWT_PRIVATE_KEY", "another key");
    expect((await own())?.code).toBe(code);
    await deleteAll("secrets");
    expect((await own())?.code).not.toBe(code);
  });

  test("that an earlier version has named stays, and gets a code with the secret by its next sign of life", async () => {
    await added();
    const former = await codeWithoutSecret();
    await backend.run(async (ctx) => {
      const screen = await ctx.db.query("screens").unique();
      if (screen) await ctx.db.patch("screens", screen._id, { code: former });
    });
    const { code, orders } = (await own()) ?? {};
    expect(orders?.name).toBe("Stage left");
    await sign();
    expect(await list()).toMatchObject([{ code, name: "Stage left" }]);
    expect(code).not.toBe(former);
  });

  test("gives signs of life, which are written once in a while", async () => {
    const now = Date.now();
    await added();
    await sign();
    vi.setSystemTime(now + 1_000);
    await sign();
    const said = { version: "v1", isAwake: true };
    expect((await list())[0]?.sign).toEqual({ at: now, ...said });
    vi.setSystemTime(now + SIGN_EVERY_MS);
    await sign();
    expect((await list())[0]?.sign).toEqual({
      at: now + SIGN_EVERY_MS,
      ...said,
    });
  });

  test("that was removed by mistake is put back as it was, by its code", async () => {
    const { _id: screenId, code } = await added();
    const orders = {
      show: "clock",
      isBlank: true,
      sentence: "Doors close",
    } as const;
    await omar.screens.change({ screenId, ...orders });
    await omar.screens.remove({ screenId });
    await omar.screens.add({ code, name: "Stage left", ...orders });
    expect((await own())?.orders).toEqual({ name: "Stage left", ...orders });
  });

  test("says what another organiser's page has not shown, and nothing is replaced unseen", async () => {
    const { _id: screenId } = await added();
    const say = (sentence: string, seen: string) =>
      omar.screens.change({ screenId, sentence, seen: { sentence: seen } });
    await say("Lunch at one", "");
    await say("Lunch at one", "");
    await expectRefusal(say("Bring water", ""), {
      code: "changed_since",
      message:
        "“Sentence above everything” of Stage left is “Lunch at one” by now. Please look again.",
    });
    await say("Bring water", "Lunch at one");
    expect((await own())?.orders?.sentence).toBe("Bring water");
  });

  test("is named again by the same code", async () => {
    const { code } = await added();
    await add(code, "Stage right");
    expect((await list()).map(({ name }) => name)).toEqual(["Stage right"]);
  });

  test("does what organisers want, and each change is in the audit log", async () => {
    const { _id: screenId } = await added();
    const change = { show: "clock", sentence: " Doors open at 9 " } as const;
    await omar.screens.change({ screenId, ...change });
    await omar.screens.change({ screenId, isBlank: true });
    expect((await own())?.orders).toEqual({
      name: "Stage left",
      show: "clock",
      isBlank: true,
      sentence: "Doors open at 9",
    });
    const audited = (await rowsIn("auditLog")).slice(-3);
    expect(audited.map(({ action }) => action)).toEqual([
      "screen added",
      "screen changed",
      "screen changed",
    ]);
  });

  test("is a stranger's page again once it is removed", async () => {
    const { _id: screenId } = await added();
    await sign();
    await omar.screens.remove({ screenId });
    expect((await own())?.orders).toBeNull();
    await expectRefusal(
      [
        omar.screens.remove({ screenId }),
        omar.screens.change({ screenId, isBlank: true }),
      ],
      "not_found",
    );
  });

  test.each([
    ["", "Stage", "required"],
    ["ABCD", "Stage", "invalid_screen_code"],
    ["ABCD EFGI", "Stage", "invalid_screen_code"],
    ["ABCD EFGH", " ", "required"],
  ])("is refused with the code %j and the name %j", async (code, name, why) => {
    await expectRefusal(add(code, name), why);
  });

  test("is one of thirty at most", async () => {
    await backend.run(async (ctx) => {
      for (let nth = 0; nth < MAX_SCREENS; nth++)
        await ctx.db.insert("screens", {
          code: String(nth),
          name: "Wall",
          show: "all",
          isBlank: false,
          sentence: "",
          sign: null,
        });
    });
    await expectRefusal(add("ABCDEFGH"), "too_many");
  });
});
