import { ConvexError, type Value } from "convex/values";
import type { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusal } from "#convex/platform/shared/errors";
import type { Id } from "#convex/_generated/dataModel";
import type { Tasks } from "../../src/lib/outbox/tasks";
import { fillStorage } from "./full-storage";
import { TabLocks } from "./tab-locks";

const projectId = "kite" as Id<"projects">;
type Call = { hasRegisteredPlace: boolean };

/** The line to the deployment, and what has come through it. */
class Deployment {
  readonly got: boolean[] = [];
  isUp = true;
  answer: () => Promise<void> = async () => {};
  readonly #listeners = new Set<() => void>();

  readonly client = {
    connectionState: () => ({ isWebSocketConnected: this.isUp }),
    subscribeToConnectionState: (listener: () => void) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
    mutation: async (_: unknown, { hasRegisteredPlace }: Call) => {
      this.got.push(hasRegisteredPlace);
      await this.answer();
    },
  } as unknown as ConvexReactClient;

  becomes(isUp: boolean): void {
    this.isUp = isUp;
    for (const listener of this.#listeners) listener();
  }
}

let deployment: Deployment;
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
    order: (pictureIds: string[], seen: string[]) => {
      const args = { projectId, pictureIds, seen } as Tasks["pictureOrder"];
      outbox.keep("asha", "pictureOrder", args, { name: "The order" });
    },
    tick: (hasRegisteredPlace: boolean, uid = "asha") =>
      outbox.keep(uid, "place", { hasRegisteredPlace }, { name: "Your tick" }),
    start: (uid = "asha") => {
      const end = startSending(deployment.client, uid);
      ends.push(end);
      return end;
    },
    left: (uid = "asha") =>
      outbox.outboxOf(uid).map(({ args, refusal }) => ({ args, refusal })),
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const refused =
  (
    code: "judges_only" | "not_in_team" | "submissions_closed" | "rate_limited",
  ) =>
  async () => {
    const data: Value = refusal(code, { waitSeconds: 1 });
    throw new ConvexError(data);
  };

const locks = new TabLocks();
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { locks });
  deployment = new Deployment();
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  locks.closeAll();
});

test("what is done without a line is sent once when it is back, also by another tab", async () => {
  deployment.isUp = false;
  const before = await openTab();
  before.start();
  before.tick(true);
  await pass(60_000);
  expect(deployment.got).toEqual([]);
  const after = await openTab();
  after.start();
  expect(after.left()).toMatchObject([{ refusal: undefined }]);
  deployment.becomes(true);
  await pass(60_000);
  expect(deployment.got).toEqual([true]);
  expect(localStorage).toHaveLength(0);
});

test("what is done twice waits in order behind what was sent, and takes the place of what was not", async () => {
  const tab = await openTab();
  let arrive = () => {};
  deployment.answer = () => new Promise((resolve) => (arrive = resolve));
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
  expect(deployment.got).toEqual([true]);
  deployment.answer = async () => {};
  arrive();
  await pass(0);
  expect(deployment.got).toEqual([true, false]);
  expect(tab.left()).toEqual([]);
});

test("what fails is sent again, less and less often, and at once when the line is back or somebody asks", async () => {
  const tab = await openTab();
  tab.start();
  deployment.answer = () => Promise.reject(new Error("Server Error"));
  tab.tick(true);
  await pass(4_000);
  expect(deployment.got).toHaveLength(1);
  await pass(60 * 60_000);
  expect(deployment.got.length).toBeLessThan(25);
  const before = deployment.got.length;
  deployment.becomes(false);
  deployment.becomes(true);
  await pass(0);
  expect(deployment.got).toHaveLength(before + 1);
  deployment.answer = async () => {};
  tab.sendAgain();
  await pass(0);
  expect(tab.left()).toEqual([]);
});

test("a refusal is kept with its words until something else is done in its place; one that may end is none", async () => {
  const tab = await openTab();
  tab.start();
  deployment.answer = refused("judges_only");
  tab.tick(true);
  await pass(0);
  expect(tab.left()).toMatchObject([{ refusal: undefined }]);
  deployment.answer = refused("not_in_team");
  await pass(60_000);
  const [kept] = (await openTab()).outboxOf("asha");
  expect(kept).toMatchObject({
    refusal: expect.stringMatching(/team/),
  });
  const count = deployment.got.length;
  await pass(60_000);
  expect(deployment.got).toHaveLength(count);
  deployment.answer = async () => {};
  tab.tick(false);
  await pass(0);
  expect(tab.left()).toEqual([]);
});

test("what a limit refuses is sent again; what must wait until something opens is rarely asked for", async () => {
  const tab = await openTab();
  tab.start();
  deployment.answer = refused("rate_limited");
  tab.tick(true);
  await pass(30_000);
  expect(tab.left()).toMatchObject([{ refusal: undefined }]);
  deployment.answer = async () => {};
  await pass(30_000);
  expect(tab.left()).toEqual([]);

  const before = deployment.got.length;
  deployment.answer = refused("submissions_closed");
  tab.order(["b", "a"], ["a", "b"]);
  await pass(4 * 60_000);
  expect(deployment.got).toHaveLength(before + 1);
  expect(tab.outboxOf("asha")).toMatchObject([{ isHeld: true }]);
  await pass(2 * 60_000);
  expect(deployment.got).toHaveLength(before + 2);
});

test("what takes the place of something unsent rests on what that has seen", async () => {
  deployment.isUp = false;
  const tab = await openTab();
  tab.order(["b", "a", "c"], ["a", "b", "c"]);
  tab.order(["c", "b", "a"], ["b", "a", "c"]);
  expect(tab.outboxOf("asha")).toMatchObject([
    { args: { pictureIds: ["c", "b", "a"], seen: ["a", "b", "c"] } },
  ]);
});

test("what is left a moment to be replaced is sent all the same if the device's clock is set back", async () => {
  const tab = await openTab();
  tab.start();
  tab.keep(
    "asha",
    "pictureWords",
    { projectId, pictureId: "a" as Id<"pictures">, alt: "A", seen: "" },
    { name: "Words" },
  );
  await pass(500);
  expect(deployment.got).toHaveLength(0);
  vi.setSystemTime(Date.now() - 60 * 60_000);
  await pass(2_000);
  expect(deployment.got).toHaveLength(1);
});

test("nobody else on the device sends or sees it", async () => {
  const tab = await openTab();
  deployment.isUp = false;
  const end = tab.start();
  tab.tick(true);
  end();
  deployment.isUp = true;
  tab.start("bela");
  await pass(60_000);
  expect(deployment.got).toEqual([]);
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
  deployment.isUp = false;
  tab.start();
  tab.tick(true);
  expect(tab.outboxOf("asha")).toMatchObject([{ isOnlyHere: true }]);
  expect(localStorage).toHaveLength(0);
  deployment.becomes(true);
  await pass(0);
  expect(deployment.got).toEqual([true]);
  expect(tab.left()).toEqual([]);
});

test("a tab that sleeps while it sends holds nobody up", async () => {
  const asleep = await openTab();
  deployment.answer = () => new Promise(() => {});
  asleep.start();
  asleep.tick(true);
  await pass(0);
  deployment.answer = async () => {};
  (await openTab()).start();
  await pass(30_000);
  expect(deployment.got).toEqual([true, true]);
  expect(localStorage).toHaveLength(0);
});
