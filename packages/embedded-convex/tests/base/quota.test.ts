import { expect, test } from "vitest";
import { Quota } from "../../src/base/quota";

test("an address has its limit, and others still have room", () => {
  const quota = new Quota({ perAddress: 10, total: 15 });
  const first = quota.open("a");
  expect(first.hold(8)).toBeNull();
  expect(quota.open("a").hold(3)).toBe("address");
  expect(quota.open("b").hold(5)).toBeNull();
  expect(quota.open("b").hold(5)).toBe("total");
  expect(quota.total).toBe(13);
});

test("a share that cannot grow stays as it was", () => {
  const quota = new Quota({ perAddress: 10, total: 10 });
  const share = quota.open("a");
  share.hold(6);
  expect(share.hold(11)).toBe("address");
  expect(quota.total).toBe(6);
  expect(share.hold(2)).toBeNull();
  expect(quota.total).toBe(2);
});

test("what is free is not counted", () => {
  const quota = new Quota({ perAddress: 10, total: 10 });
  const shares = Array.from({ length: 100 }, () =>
    quota.open("a", { free: 5 }),
  );
  expect(shares.map((share) => share.hold(5))).toEqual(shares.map(() => null));
  expect(shares[0]?.hold(15)).toBeNull();
  expect(shares[1]?.hold(6)).toBe("address");
});

test("a closed share has nothing and gets nothing", () => {
  const quota = new Quota({ perAddress: 10, total: 10 });
  const share = quota.open("a");
  share.hold(10);
  share.close();
  share.close();
  expect(share.hold(10)).toBeNull();
  expect(quota.total).toBe(0);
});

test("a client without an address counts in all only", () => {
  const quota = new Quota({ perAddress: 1, total: 10 });
  expect(quota.open(null).hold(9)).toBeNull();
  expect(quota.open(null).hold(2)).toBe("total");
});

test("the largest shares make room, those of the address before others", () => {
  const quota = new Quota({ perAddress: 10, total: 16 });
  const evicted: string[] = [];
  const open = (address: string, name: string, amount: number) => {
    const share = quota.open(address, { evict: () => evicted.push(name) });
    expect(share.hold(amount)).toBeNull();
    return share;
  };
  open("a", "a3", 3);
  const small = open("a", "a2", 2);
  open("b", "b6", 6);
  open("a", "a5", 5);
  expect(evicted).toEqual([]);
  // Of its address there is room, and in all there is none.
  expect(quota.open("c", { evict: () => {} }).hold(1)).toBeNull();
  expect(evicted).toEqual(["b6"]);
  expect(small.hold(4)).toBeNull();
  expect(evicted).toEqual(["b6", "a5"]);
  expect(quota.total).toBe(8);
});

test("whoever asks for more than anyone holds gets nothing, and evicts no one", () => {
  const quota = new Quota({ perAddress: 10, total: 10 });
  const evict = () => expect.fail("evicted");
  expect(quota.open("a", { evict }).hold(5)).toBeNull();
  expect(quota.open("a", { evict }).hold(6)).toBe("address");
  expect(quota.open("a").hold(6)).toBe("address");
});

test("those who wait for room get it in the order in which they asked", async () => {
  const quota = new Quota({ perAddress: 10, total: 100 });
  const [first, second] = [quota.open("a"), quota.open("a")];
  await first.holdInTurn(6);
  await second.holdInTurn(4);
  const served: number[] = [];
  const gone = quota.open("a");
  for (const amount of [6, 1]) {
    void quota
      .open("a")
      .holdInTurn(amount)
      .then(() => served.push(amount));
  }
  void gone.holdInTurn(9);
  await quota.open("b").holdInTurn(10);
  second.close();
  await Promise.resolve();
  expect(served).toEqual([]);
  first.close();
  await expect.poll(() => served).toEqual([6, 1]);
  gone.close();
  expect(quota.total).toBe(17);
});
