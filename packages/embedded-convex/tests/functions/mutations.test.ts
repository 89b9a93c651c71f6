import { beforeEach, expect, test } from "vitest";
import { SessionRequests } from "../../src/functions/execution/session-requests";
import { failureOf, openWorkbench, valueOf, type Workbench } from "./workbench";

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** Counts as request `requestId` of a client. */
const count = (requestId: number, on = bench) =>
  on.runMutation(
    "values:count",
    { name: "n" },
    { sessionRequest: { sessionId: "s", requestId } },
  );

test("two hundred fully conflicting mutations all finish, each once", async () => {
  const counts = await Promise.all(
    Array.from({ length: 200 }, () =>
      bench.mutation("values:count", { name: "n" }),
    ),
  );
  const expected = Array.from({ length: 200 }, (_, n) => n + 1);
  expect(counts.map(Number).sort((a, b) => a - b)).toEqual(expected);
});

test("a mutation waits for no other that touches other data", async () => {
  const storm = Array.from({ length: 50 }, () =>
    bench.mutation("values:count", { name: "busy" }),
  );
  let stormEnded = false;
  const ended = Promise.all(storm).then(() => {
    stormEnded = true;
  });
  await bench.mutation("tasks:add", { title: "calm" });
  expect(stormEnded).toBe(false);
  await ended;
});

test("a request that is sent again is answered, not run again", async () => {
  const first = await count(1);
  const again = await count(1);
  expect(valueOf(again)).toBe(1);
  // What did not run used nothing.
  expect(again).toEqual({ ...first, usage: undefined });
  expect(valueOf(await count(2))).toBe(2);
});

test("two copies of a request under way at once run once", async () => {
  const copies = await Promise.all([1, 1, 1].map((id) => count(id)));
  expect(copies.map(valueOf)).toEqual([1, 1, 1]);
  expect(new Set(copies.map(({ ts }) => ts)).size).toBe(1);
});

test("a resent request is still known after a restart", async () => {
  const first = await count(7);
  await bench.close();
  const reopened = await openWorkbench("workshop", { disk: bench.disk });
  const again = await count(7, reopened);
  expect(again).toEqual({ ...first, usage: undefined });
});

test("a failed request is run again", async () => {
  const id = await bench.mutation("tasks:add", { title: "t" });
  await bench.mutation("tasks:finish", { id });
  const sessionRequest = { sessionId: "s", requestId: 1 };
  for (let n = 0; n < 2; n++) {
    const outcome = await bench.runMutation(
      "tasks:finish",
      { id },
      { sessionRequest },
    );
    expect(failureOf(outcome).data).toEqual({ code: "already_done" });
  }
});

test("requests are forgotten by age", async () => {
  await bench.functions.start();
  await Promise.all(
    [1, 2, 3].map((requestId) =>
      bench.runMutation(
        "surroundings:speak",
        {},
        { sessionRequest: { sessionId: "s", requestId } },
      ),
    ),
  );
  expect(storedRequests()).toBe(3);
  bench.time.step(14 * DAY_MS);
  // The last day passes with its cron jobs.
  await bench.time.advance(DAY_MS);
  await expect.poll(() => storedRequests()).toBe(0);
});

test("of all requests together only so many are remembered, the newest", async () => {
  const { database, time } = bench;
  const requests = new SessionRequests(database, time, 1000);
  const hooksOf = (n: number) =>
    requests.hooks({ sessionId: `s${n % 700}`, requestId: n });
  const record = async (n: number): Promise<void> => {
    const transaction = database.begin();
    hooksOf(n).after(transaction, `${n}`, []);
    await database.commit(transaction);
  };
  const all = Array.from({ length: 5000 }, (_, n) => n);
  await Promise.all(all.map(record));
  await requests.prune();
  const known = database.beginRead();
  const isKnown = (n: number) => hooksOf(n).before(known) !== null;
  expect(all.filter(isKnown)).toEqual(all.slice(-1000));
});

function storedRequests(): number {
  const tables = bench.database.tables("");
  return tables.find(({ name }) => name === "_session_requests")?.count ?? 0;
}
