import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { systemTimers } from "../../src/base/timers";
import { newRequestId } from "../../src/functions/calls/request-id";
import type { QuerySetModification } from "../../src/protocol/messages";
import { QuerySet } from "../../src/protocol/query-set";
import {
  SharedModifications,
  type StateModification,
} from "../../src/protocol/state-modification";
import { QueryCache } from "../../src/subscriptions/query-cache";
import { person } from "../functions/person";
import { openWorkbench } from "../functions/workbench";
import { thorough } from "../thorough";

const CLIENTS = 20;
const QUERIES = thorough ? 250 : 125;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

type Query = {
  udfPath: string;
  argsOf: (client: number, n: number) => object;
};

/** Clients with as many queries as `add` gives them. */
async function openClients() {
  const bench = await openWorkbench("server-chat", { isProduction: true });
  const modifications = new SharedModifications(true);
  const cache = new QueryCache<StateModification>({
    database: bench.database,
    timers: systemTimers,
    newRequestId,
    runQuery: (call, run) => bench.functions.runQuery(call, run),
    render: (outcome, call) => modifications.render(outcome, call),
  });
  let updates = 0;
  const sets = Array.from(
    { length: CLIENTS },
    (_, client) =>
      new QuerySet({
        asker: { address: "a", client: String(client) },
        cache,
        snapshot: () => bench.database.snapshot(),
        onUpdated: () => updates++,
        onFailed: (error) => {
          throw error;
        },
        onInvalidated: () => {},
        onGrown: () => {},
      }),
  );
  const add = async (
    query: Query,
    { from, to, claim }: { from: number; to: number; claim: string },
  ) => {
    updates = 0;
    for (const [client, set] of sets.entries()) {
      const added = Array.from({ length: to - from }, (_query, n) => ({
        type: "Add",
        queryId: from + n,
        udfPath: query.udfPath,
        args: [
          {
            channel: `${client}.${from + n}`,
            ...query.argsOf(client, from + n),
          },
        ],
        journal: null,
        componentPath: "",
      }));
      // Parsed, as what comes from a socket.
      const parsed = JSON.parse(JSON.stringify(added)) as typeof added;
      set.update(
        parsed as QuerySetModification[],
        person(String(client), { claim }),
      );
    }
    await expect.poll(() => updates).toBe(CLIENTS);
  };
  const bookedBytes = () => sets.reduce((sum, set) => sum + set.heldBytes, 0);
  const close = async () => {
    for (const set of sets) set.close();
    await expect.poll(() => cache.size).toBe(0);
    cache.close();
    await bench.close();
  };
  return { sets, add, bookedBytes, close };
}

const count = "messages:count";
const large = "messages:large";

test.each<[string, Query, string?]>([
  ["small queries", { udfPath: count, argsOf: () => ({}) }],
  [
    "large arguments",
    { udfPath: count, argsOf: () => ({ more: "m".repeat(1_000) }) },
  ],
  [
    "large results",
    {
      udfPath: large,
      argsOf: (client, n) => ({ bytes: 4_000 + n * CLIENTS + client }),
    },
  ],
  ["failures", { udfPath: "messages:nowhere", argsOf: () => ({}) }],
  [
    "long identities",
    { udfPath: "people:me", argsOf: () => ({}) },
    "c".repeat(1_000),
  ],
])("the memory for %s is booked", async (_title, query, claim = "") => {
  const { add, bookedBytes, close } = await openClients();
  await add(query, { from: 0, to: 1, claim });
  const [usedBefore, bookedBefore] = [heapUsed(), bookedBytes()];
  await add(query, { from: 1, to: 1 + QUERIES, claim });
  const used = heapUsed() - usedBefore;
  const booked = bookedBytes() - bookedBefore;
  expect(booked).toBeGreaterThan(0.9 * used);
  expect(booked).toBeLessThan(2 * used);
  await close();
});

test("whoever is left pays for a result that others shared", async () => {
  const { sets, add, bookedBytes, close } = await openClients();
  const query = (bytes: number) => ({
    udfPath: large,
    argsOf: () => ({ channel: "same", bytes }),
  });
  // From now on the function is known not to ask who calls.
  await add(query(1), { from: 0, to: 1, claim: "" });
  const before = bookedBytes();
  await add(query(200_000), { from: 1, to: 2, claim: "" });
  expect(bookedBytes() - before).toBeLessThan(400_000);
  for (const set of sets.slice(1)) set.close();
  expect(sets[0]?.heldBytes).toBeGreaterThan(200_000);
  await close();
});
