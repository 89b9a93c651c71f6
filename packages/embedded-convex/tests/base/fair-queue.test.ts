import { expect, test } from "vitest";
import { FairQueue } from "../../src/base/fair-queue";

test("behind the crowd's own address, whoever asks for little has a turn soon", () => {
  const queue = new FairQueue<string>();
  const address = "hall";
  const strangers = Array.from({ length: 45 }, (_, n) => `stranger ${n}`);
  for (const client of strangers)
    for (let n = 0; n < 48; n++) queue.add(client, { address, client });
  // A person with a session, over however many sockets, is one.
  for (let n = 0; n < 500; n++)
    queue.add("greedy", { address, client: `${n}`, person: "greedy" });
  queue.add("member", { address, client: "a", person: "member" });
  queue.add("newcomer", { address, client: "b" });
  const taken = Array.from({ length: 6 }, () => queue.take());
  expect(taken).toContain("member");
  expect(taken).toContain("newcomer");
});

test("what is removed has no turn", () => {
  const queue = new FairQueue<number>();
  const asker = { address: "a", client: "x", person: null };
  for (const n of [1, 2, 3]) queue.add(n, asker);
  queue.remove(2, asker);
  queue.remove(4, asker);
  expect(queue.size).toBe(2);
  expect([queue.take(), queue.take(), queue.take()]).toEqual([1, 3, undefined]);
  expect(queue.size).toBe(0);
});
