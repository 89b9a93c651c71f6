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
  const shares = Array.from({ length: 100 }, () => quota.open("a", 5));
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
