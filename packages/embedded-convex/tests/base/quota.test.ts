import { expect, test } from "vitest";
import { Quota } from "../../src/base/quota";

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
