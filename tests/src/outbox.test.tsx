import type { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { refuse } from "#convex/platform/shared/errors";
import type { Tasks } from "../../src/lib/outbox/tasks";
import { calls, connect, convex, hold, responses } from "./deployment";
import { fillStorage } from "./full-storage";
import { TabLocks } from "./tab-locks";

const projectId = "kite" as Id<"projects">;
const ends: (() => void)[] = [];

/** A tab, loaded anew. */
async function openTab() {
  vi.resetModules();
  const outbox = await import("../../src/lib/outbox/outbox");
  const { startSending, sendAgain } =
    await import("../../src/lib/outbox/sender");
  return {
    ...outbox,
    sendAgain,
    tick: (hasRegisteredPlace: boolean) =>
      outbox.keep("asha", "place", { hasRegisteredPlace }, { name: "A tick" }),
    order: (pictureIds: string[], seen: string[]) => {
      const args = { projectId, pictureIds, seen } as Tasks["pictureOrder"];
      outbox.keep("asha", "pictureOrder", args, { name: "The order" });
    },
    start: (uid = "asha") => {
      const end = startSending(convex as unknown as ConvexReactClient, uid);
      ends.push(end);
      return end;
    },
    left: (uid = "asha") =>
      outbox.outboxOf(uid).map(({ args, refusal }) => ({ args, refusal })),
  };
}

/** What the deployment has got. */
const got = () =>
  calls.map(
    ([, args]) => (args as { hasRegisteredPlace: boolean }).hasRegisteredPlace,
  );
const answers = (how: () => Promise<unknown>) =>
  (responses["users:notePlace"] = how);
const accepts = () => answers(async () => {});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const locks = new TabLocks();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { locks });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  locks.closeAll();
});

test("what is done without a line is sent once when it is back, also by another tab", async () => {
  connect(false);
  const before = await openTab();
  before.start();
  before.tick(true);
  await pass(60_000);
  expect(got()).toEqual([]);
  const after = await openTab();
  after.start();
  expect(after.left()).toMatchObject([{ refusal: undefined }]);
  connect(true);
  await pass(60_000);
  expect(got()).toEqual([true]);
  expect(localStorage).toHaveLength(0);
});

test("what is done twice waits in order behind what was sent, and takes the place of what was not", async () => {
  const tab = await openTab();
  const arrive = hold("users:notePlace");
  tab.start();
  tab.tick(true);
  await pass(0);
  tab.tick(true);
  tab.tick(false);
  expect(tab.left()).toMatchObject([
    { args: { hasRegisteredPlace: true } },
    { args: { hasRegisteredPlace: false } },
  ]);
  await pass(60_000);
  expect(got()).toEqual([true]);
  accepts();
  await arrive();
  await pass(0);
  expect(got()).toEqual([true, false]);
  expect(tab.left()).toEqual([]);
});

test("what fails is sent again, less and less often, and at once when the line is back or somebody asks", async () => {
  const tab = await openTab();
  tab.start();
  answers(() => Promise.reject(new Error("Server Error")));
  tab.tick(true);
  await pass(4_000);
  expect(got()).toHaveLength(1);
  await pass(60 * 60_000);
  expect(got().length).toBeLessThan(25);
  const before = got().length;
  connect(false);
  connect(true);
  await pass(0);
  expect(got()).toHaveLength(before + 1);
  accepts();
  tab.sendAgain();
  await pass(0);
  expect(tab.left()).toEqual([]);
});

test("a refusal is kept with its words until something else is done in its place; one that may end is none", async () => {
  const tab = await openTab();
  tab.start();
  answers(async () => refuse("judges_only"));
  tab.tick(true);
  await pass(0);
  expect(tab.left()).toMatchObject([{ refusal: undefined }]);
  answers(async () => refuse("not_in_team"));
  await pass(60_000);
  const [kept] = (await openTab()).outboxOf("asha");
  expect(kept?.refusal).toMatch(/team/);
  const count = got().length;
  await pass(60_000);
  expect(got()).toHaveLength(count);
  accepts();
  tab.tick(false);
  await pass(0);
  expect(tab.left()).toEqual([]);
});

test("what a limit refuses is sent again; what must wait until something opens is rarely asked for", async () => {
  const tab = await openTab();
  tab.start();
  answers(async () => refuse("rate_limited", { waitSeconds: 1 }));
  tab.tick(true);
  await pass(30_000);
  expect(tab.left()).toMatchObject([{ refusal: undefined }]);
  accepts();
  await pass(30_000);
  expect(tab.left()).toEqual([]);

  const before = calls.length;
  responses["projects:arrangePictures"] = async () =>
    refuse("submissions_closed");
  tab.order(["b", "a"], ["a", "b"]);
  await pass(4 * 60_000);
  expect(calls).toHaveLength(before + 1);
  expect(tab.outboxOf("asha")).toMatchObject([{ isHeld: true }]);
  await pass(2 * 60_000);
  expect(calls).toHaveLength(before + 2);
});

test("what takes the place of something unsent rests on what that has seen", async () => {
  connect(false);
  const tab = await openTab();
  tab.order(["b", "a", "c"], ["a", "b", "c"]);
  tab.order(["c", "b", "a"], ["b", "a", "c"]);
  const args = { pictureIds: ["c", "b", "a"], seen: ["a", "b", "c"] };
  expect(tab.outboxOf("asha")).toMatchObject([{ args }]);
});

test("what is left a moment to be replaced is sent all the same if the device's clock is set back", async () => {
  const tab = await openTab();
  tab.start();
  const words = { pictureId: "a" as Id<"pictures">, alt: "A", seen: "" };
  const name = "Words";
  tab.keep("asha", "pictureWords", { projectId, ...words }, { name });
  await pass(500);
  expect(calls).toHaveLength(0);
  vi.setSystemTime(Date.now() - 60 * 60_000);
  await pass(2_000);
  expect(calls).toHaveLength(1);
});

test("nobody else on the device sends or sees it", async () => {
  const tab = await openTab();
  connect(false);
  const end = tab.start();
  tab.tick(true);
  end();
  connect(true);
  tab.start("bela");
  await pass(60_000);
  expect(got()).toEqual([]);
  expect(tab.left("bela")).toEqual([]);
  expect(tab.left()).toHaveLength(1);
});

test("what another version of the page has kept stays", async () => {
  const kept = { kind: "flag", args: [], name: "A flag", at: 1, colour: "red" };
  localStorage.setItem("outbox:asha:1", JSON.stringify(kept));
  localStorage.setItem("outbox:asha:2", "not json");
  const tab = await openTab();
  tab.start();
  tab.tick(true);
  await pass(60_000);
  expect(tab.outboxOf("asha")).toMatchObject([{ name: "A flag" }]);
  expect(localStorage.getItem("outbox:asha:1")).toBe(JSON.stringify(kept));
  expect(localStorage).toHaveLength(2);
});

test("where storage is denied, it lasts as long as the page", async () => {
  fillStorage();
  const tab = await openTab();
  connect(false);
  tab.start();
  tab.tick(true);
  expect(tab.outboxOf("asha")).toMatchObject([{ isOnlyHere: true }]);
  expect(localStorage).toHaveLength(0);
  connect(true);
  await pass(0);
  expect(got()).toEqual([true]);
  expect(tab.left()).toEqual([]);
});

test("a tab that sleeps while it sends holds nobody up", async () => {
  const asleep = await openTab();
  hold("users:notePlace");
  asleep.start();
  asleep.tick(true);
  await pass(0);
  accepts();
  (await openTab()).start();
  await pass(30_000);
  expect(got()).toEqual([true, true]);
  expect(localStorage).toHaveLength(0);
});
