import { expect, test } from "vitest";
import {
  COSTLY_READ_REST_MS,
  MAX_NEWCOMERS_REST_MS,
} from "../../src/base/client-limits";
import { Newcomers } from "../../src/http/newcomers";
import { TestTime } from "../functions/test-time";

/** Queues newcomers of these addresses; tells in which order they are read. */
function queue() {
  const time = new TestTime();
  const newcomers = new Newcomers(time);
  const read: string[] = [];
  const add = (...addresses: string[]) => {
    for (const address of addresses) {
      newcomers.add(address, () => read.push(address));
    }
  };
  return { time, newcomers, read, add };
}

test("addresses take turns, and a customer's IPv6 addresses count as one", async () => {
  const { read, add } = queue();
  const first = ["10.0.0.1", "10.0.0.2", "2001:db8::1", "2001:db8:0:1::1"];
  const second = ["::ffff:10.0.0.1", "2001:db8::2"];
  add(...first, ...second);
  add("10.0.0.3");
  await expect.poll(() => read).toHaveLength(7);
  expect(read).toEqual([...first, "10.0.0.3", ...second]);
});

test("who shares an address with those who were refused waits a while, others do not", async () => {
  const { time, newcomers, read, add } = queue();
  for (let n = 0; n < 1_000; n++) newcomers.noteCostlyRead("a");
  add("a", "b", "b", "b");
  await time.advance(MAX_NEWCOMERS_REST_MS - 1);
  await expect.poll(() => read).toEqual(["b", "b", "b"]);
  await time.advance(1);
  await expect
    .poll(async () => {
      await time.advance(COSTLY_READ_REST_MS);
      return read;
    })
    .toEqual(["b", "b", "b", "a"]);
});
