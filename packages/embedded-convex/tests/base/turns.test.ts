import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Turns } from "../../src/base/turns";

const round = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Time passes only when somebody works. */
let nowMs = 0;
beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const workFor = (ms: number) => {
  nowMs += ms;
};

test("long work has one turn in each round of the event loop, in order", async () => {
  const turns = new Turns();
  const taken: number[] = [];
  const counts: number[] = [];
  const all = [0, 1, 2].map((n) => turns.long().then(() => taken.push(n)));
  for (let n = 0; n < 3; n++) {
    await round();
    counts.push(taken.length);
  }
  await Promise.all(all);
  expect(taken).toEqual([0, 1, 2]);
  expect(counts).toEqual([1, 2, 3]);
});

test("short work goes first, as much as a round has time for", async () => {
  const turns = new Turns();
  const taken: string[] = [];
  const long = ["l0", "l1"].map((name) =>
    turns.long().then(() => taken.push(name)),
  );
  const short = ["s0", "s1", "s2", "s3"].map((name) =>
    turns.short().then(() => {
      taken.push(name);
      workFor(6);
    }),
  );
  await Promise.all([...long, ...short]);
  expect(taken.slice(0, 3)).toEqual(["s0", "l0", "s1"]);
  expect(taken).toHaveLength(6);
});

test("spread work has the time that is left, and one turn when none is", async () => {
  const turns = new Turns();
  const taken: string[] = [];
  const spread = ["a0", "a1", "a2"].map(
    (name) =>
      new Promise<void>((resolve) =>
        turns.spread(() => {
          taken.push(name);
          resolve();
        }),
      ),
  );
  const short = ["s0", "s1"].map((name) =>
    turns.short().then(() => taken.push(name)),
  );
  await Promise.all([...spread, ...short]);
  expect(taken).toEqual(["s0", "s1", "a0", "a1", "a2"]);
  taken.length = 0;
  const busy = ["s0", "s1", "s2", "s3"].map((name) =>
    turns.short().then(() => {
      taken.push(name);
      workFor(6);
    }),
  );
  turns.spread(() => taken.push("a"));
  await Promise.all(busy);
  expect(taken.indexOf("a")).toBeLessThan(taken.indexOf("s3"));
});

test("whoever asks for short work again and again holds up no other work", async () => {
  for (const askers of [1, 20]) {
    const turns = new Turns();
    let isOver = false;
    const again = async () => {
      while (!isOver) await turns.short();
    };
    const busy = Array.from({ length: askers }, again);
    await round();
    const taken: string[] = [];
    void turns.long().then(() => taken.push("long"));
    turns.spread(() => taken.push("spread"));
    for (let n = 0; n < 3; n++) await round();
    isOver = true;
    await Promise.all(busy);
    expect(taken.sort()).toEqual(["long", "spread"]);
  }
});

test("cheap work does not wait for another round each", async () => {
  const turns = new Turns();
  let count = 0;
  const all = Array.from({ length: 8 }, () =>
    turns.short().then(() => count++),
  );
  await round();
  await round();
  expect(count).toBe(8);
  await Promise.all(all);
});

test("long work that takes very long is followed by a rest as long, for others' turns", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const turns = new Turns();
  const taken: string[] = [];
  await turns.long().then(() => workFor(20));
  const next = turns.long().then(() => taken.push("long"));
  for (let n = 0; n < 2; n++)
    await turns.short().then(() => taken.push("short"));
  vi.advanceTimersByTime(19);
  await turns.short().then(() => taken.push("short"));
  vi.advanceTimersByTime(1);
  await next;
  expect(taken).toEqual(["short", "short", "short", "long"]);
});

test("a round is over when it was busy, and the next one begins anew", async () => {
  const turns = new Turns();
  expect(turns.isRoundOver).toBe(false);
  workFor(6);
  expect(turns.isRoundOver).toBe(true);
  await round();
  expect(turns.isRoundOver).toBe(false);
});
