import { expect, test } from "vitest";
import type { Asker } from "../../src/base/fair-queue";
import { FairShares } from "../../src/base/fair-shares";

/** Where clients, named by `address/client` or `address/client@person`, hold amounts. */
function newPot(limit: number) {
  let nowMs = 0;
  const gone: string[] = [];
  const shares = new FairShares(limit, () => nowMs);
  function open(name: string) {
    const [address = "", client = "", person = null] = name.split(/[/@]/);
    const asker: Asker = { address, client, person };
    return { asker, share: shares.open(asker, () => gone.push(name)) };
  }
  return {
    shares,
    gone,
    open,
    pass: (ms: number) => (nowMs += ms),
    hold: (amount: number, ...names: string[]) =>
      names.map((name) => {
        nowMs += 1;
        return open(name).share.hold(amount);
      }),
  };
}

/** Everybody has been there for a while, unless a test says otherwise. */
const LONG_MS = 60_000;

test("there is no limit for one as long as there is room", () => {
  const { hold, gone, shares } = newPot(10);
  expect(hold(5, "a/1", "a/2")).toEqual([true, true]);
  expect(shares.total).toBe(10);
  expect(gone).toEqual([]);
});

test("the address that holds most makes room, and not the newcomer", () => {
  const { hold, gone, pass } = newPot(10);
  hold(1, "b/1", "a/1", "a/2", "a/3", "a/4", "a/5", "c/1", "c/2", "c/3", "c/4");
  pass(LONG_MS);
  expect(hold(1, "d/1", "c/5")).toEqual([true, true]);
  expect(gone).toEqual(["a/5", "c/4"]);
});

test("a large holding makes no room for the many small ones of another address", () => {
  const { hold, gone, pass } = newPot(31);
  hold(15, "hall/tab");
  hold(4, "stranger/1", "stranger/2", "stranger/3", "stranger/4");
  pass(LONG_MS);
  expect(hold(4, "stranger/5", "elsewhere/1")).toEqual([true, true]);
  expect(gone).toEqual(["stranger/4", "stranger/3"]);
});

test("whoever has a session keeps what they hold while others have more than their part", () => {
  const { hold, gone, pass } = newPot(20);
  hold(1, ...Array.from({ length: 14 }, (_, n) => `hall/${n}@person ${n}`));
  hold(1, ...Array.from({ length: 6 }, (_, n) => `hall/stranger ${n}`));
  pass(LONG_MS);
  hold(1, "hall/tab@somebody", "hall/visitor");
  expect(gone).toEqual(["hall/stranger 5", "hall/stranger 4"]);
});

test("visitors have a part that people with sessions do not take", () => {
  const { hold, gone, pass } = newPot(20);
  hold(1, ...Array.from({ length: 5 }, (_, n) => `a/visitor ${n}`));
  hold(5, "b/1@ben", "b/2@ben", "c/1@cora");
  pass(LONG_MS);
  expect(hold(1, "c/2@cora")).toEqual([true]);
  expect(gone).toEqual(["b/2@ben"]);
});

test("in an address the person who holds most makes room, however many their clients", () => {
  const { hold, gone, pass } = newPot(20);
  hold(1, ...Array.from({ length: 16 }, (_, n) => `hall/${n}@greedy`));
  hold(4, "hall/tab@asha");
  pass(LONG_MS);
  expect(hold(2, "hall/tab@bina")).toEqual([true]);
  expect(gone).toEqual(["hall/15@greedy", "hall/14@greedy"]);
});

test("of equals an idle one makes room before a busy one, the youngest first, and what has just come last", () => {
  const { open, hold, gone, pass } = newPot(4);
  for (const [name, isBusy] of [
    ["a/idle, old", false],
    ["a/idle, young", false],
    ["a/busy, youngest", true],
  ] as const) {
    const { asker, share } = open(name);
    share.hold(1);
    asker.isBusy = isBusy;
    pass(LONG_MS);
  }
  hold(1, "a/1", "a/2", "a/3", "a/4");
  expect(gone).toEqual(["a/idle, young", "a/idle, old", "a/busy, youngest"]);
  hold(1, "a/5");
  expect(gone).toHaveLength(4);
});

test("who signs in is counted with those who have a session, and out again", () => {
  const { open, hold, gone, pass } = newPot(10);
  const { asker, share } = open("a/tab");
  share.hold(5);
  hold(1, "a/1", "a/2", "a/3", "a/4", "a/5");
  pass(LONG_MS);
  asker.person = "asha";
  share.recount();
  hold(1, "a/6");
  expect(gone).toEqual(["a/5"]);
  asker.person = null;
  share.recount();
  hold(1, "a/7");
  expect(gone).toEqual(["a/5", "a/tab"]);
});

test("all the addresses of a /48 network hold at most four times as much as one address", () => {
  const { hold, gone, pass } = newPot(20);
  hold(
    1,
    ...Array.from({ length: 17 }, (_, n) => `2001:db8:1:${n}::/64/client`),
  );
  hold(3, "192.0.2.1/1");
  pass(LONG_MS);
  expect(hold(1, "192.0.2.2/1")).toEqual([true]);
  expect(gone).toHaveLength(1);
  expect(gone[0]).toContain("2001:db8:1:");
});

test("whoever asks for more than anybody holds gets nothing, and takes from nobody", () => {
  const { hold, gone } = newPot(10);
  hold(5, "a/1");
  expect(hold(6, "a/2", "a/2@asha")).toEqual([false, true]);
  expect(gone).toEqual(["a/1"]);
  expect(hold(11, "b/1")).toEqual([false]);
  expect(gone).toEqual(["a/1"]);
});

test("those who wait for room get it in the order in which they asked", async () => {
  const { shares, open } = newPot(10);
  const [first, second, gone] = ["a/1", "a/2", "a/3"].map(
    (name) => open(name).share,
  );
  await first?.holdInTurn(6);
  await second?.holdInTurn(4);
  const served: number[] = [];
  for (const amount of [5, 1]) {
    void open(`a/${amount} more`)
      .share.holdInTurn(amount)
      .then(() => served.push(amount));
  }
  void gone?.holdInTurn(9);
  second?.close();
  await Promise.resolve();
  expect(served).toEqual([]);
  first?.close();
  await expect.poll(() => served).toEqual([5, 1]);
  gone?.close();
  expect(shares.total).toBe(6);
});
