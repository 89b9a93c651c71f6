import type { ConvexClient } from "convex/browser";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { messages } from "./chat-api";
import { RawSocket } from "./raw-socket";
import { newClient, startServer } from "./test-server";

let url: string;
beforeAll(async () => {
  ({ url } = await startServer());
});

/** Of the test that runs. */
let channel: string;
let tests = 0;
beforeEach(() => {
  channel = `channel ${++tests}`;
});

/** Connects as a session of its own. */
const connect = () => RawSocket.connect(url, tests.toString(16));

/** Collects the results of the query for a channel. */
function watch(client: ConvexClient, channel: string): string[][] {
  const results: string[][] = [];
  client.onUpdate(messages.list, { channel }, (list) => results.push(list));
  return results;
}

test("a client sees its own write when its mutation resolves", async () => {
  const client = newClient(url);
  const seen = watch(client, channel);
  for (let i = 1; i <= 20; i++) {
    await client.mutation(messages.send, { channel, body: `m${i}` });
    expect(seen.at(-1)).toHaveLength(i);
  }
});

test("a write sends nothing to clients whose queries it does not affect", async () => {
  const raw = await connect();
  raw.addQuery(0, "messages:list", { channel: "quiet" });
  await expect.poll(() => raw.ofType("Transition")).toHaveLength(1);
  const ann = newClient(url);
  const seen = watch(ann, "busy");
  for (const body of ["one", "two", "three"]) {
    await ann.mutation(messages.send, { channel: "busy", body });
  }
  await expect.poll(() => seen.at(-1)).toHaveLength(3);
  expect(raw.received).toHaveLength(1);
});

test("an unchanged result is not sent again", async () => {
  const raw = await connect();
  raw.addQuery(0, "messages:page", {
    channel,
    paginationOpts: { numItems: 1, cursor: null },
  });
  raw.mutate(0, "messages:send", { channel, body: "first" });
  await expect.poll(() => raw.ofType("MutationResponse")).toHaveLength(1);
  raw.mutate(1, "messages:nothing", {});
  await expect.poll(() => raw.ofType("MutationResponse")).toHaveLength(2);
  await expect
    .poll(() => raw.received.at(-1))
    .toMatchObject({ type: "Transition", modifications: [] });
});

test("every Transition shows a crowd all queries at one timestamp, to the newest", async () => {
  const crowd = await Promise.all(Array.from({ length: 40 }, () => connect()));
  for (const [k, raw] of crowd.entries()) {
    raw.addQuery(0, "messages:list", { channel });
    raw.addQuery(1, "messages:count", { channel }, 1);
    // Few share this one: it changes first, and brings the others with it.
    raw.addQuery(2, "messages:list", { channel: `few ${k % 10}` }, 2);
  }
  const writers = [newClient(url), newClient(url), newClient(url)];
  await Promise.all(
    writers.map(async (client, i) => {
      for (let n = 0; n < 15; n++) {
        const body = `${i}.${n}`;
        await client.mutation(messages.send, { channel, body });
        const few = `few ${n % 10}`;
        await client.mutation(messages.send, { channel: few, body });
      }
    }),
  );
  for (const raw of crowd) await expectUntorn(raw, 45);
});

/** Of the queries 0 and 1, the list and the count of a channel. */
async function expectUntorn(raw: RawSocket, newest: number): Promise<void> {
  const state = new Map<number, unknown>();
  const shown: { list: unknown; count: unknown }[] = [];
  const counts = () =>
    raw
      .transitions()
      .flatMap(({ modifications }) =>
        modifications.filter(({ queryId }) => queryId === 1),
      );
  await expect.poll(() => counts().at(-1)?.value).toBe(newest);
  const all = raw.transitions();
  expect(all.slice(1).map(({ startVersion }) => startVersion)).toEqual(
    all.slice(0, -1).map(({ endVersion }) => endVersion),
  );
  for (const { modifications } of all) {
    for (const { queryId, value } of modifications) state.set(queryId, value);
    shown.push({ list: state.get(0) ?? [], count: state.get(1) ?? 0 });
  }
  const torn = shown.filter(
    ({ list, count }) => !Array.isArray(list) || list.length !== count,
  );
  expect(torn).toEqual([]);
}

test("a write sends one Transition to whoever made it", async () => {
  const raw = await connect();
  raw.addQuery(0, "messages:list", { channel });
  await expect.poll(() => raw.ofType("Transition")).toHaveLength(1);
  const writes = 10;
  for (let requestId = 0; requestId < writes; requestId++) {
    const body = `m${requestId}`;
    raw.mutate(requestId, "messages:send", { channel, body });
    await expect
      .poll(() => raw.ofType("MutationResponse"))
      .toHaveLength(requestId + 1);
  }
  raw.addQuery(1, "messages:count", { channel }, 1);
  await expect
    .poll(() => raw.transitions().at(-1)?.modifications)
    .toEqual([expect.objectContaining({ queryId: 1, value: writes })]);
  expect(raw.ofType("Transition")).toHaveLength(writes + 2);
});

test("a MutationResponse comes before the Transition that shows its write", async () => {
  const raw = await connect();
  raw.addQuery(0, "messages:list", { channel });
  await expect.poll(() => raw.ofType("Transition")).toHaveLength(1);
  for (let requestId = 0; requestId < 50; requestId++) {
    const body = `m${requestId}`;
    raw.mutate(requestId, "messages:send", { channel, body });
  }
  const shown = () =>
    raw
      .transitions()
      .flatMap(({ modifications }) => modifications)
      .at(-1)?.value;
  await expect.poll(shown).toHaveLength(50);
  let answered = 0;
  for (const message of raw.received) {
    if (message.type === "MutationResponse") answered += 1;
    if (message.type !== "Transition") continue;
    const [update] = message.modifications as { value: unknown[] }[];
    const rows = update?.value;
    expect(rows?.length ?? 0).toBeLessThanOrEqual(answered);
  }
  const order = raw
    .ofType("MutationResponse")
    .map(({ requestId }) => Number(requestId));
  expect(order).toEqual(Array.from({ length: 50 }, (_, i) => i));
});

test("an optimistic update stays until the server's result replaces it", async () => {
  const client = newClient(url);
  const seen = watch(client, channel);
  await expect.poll(() => seen).toEqual([[]]);
  await client.mutation(
    messages.send,
    { channel, body: "real" },
    {
      optimisticUpdate: (store) =>
        store.setQuery(messages.list, { channel }, ["guess"]),
    },
  );
  expect(seen).toEqual([[], ["guess"], ["real"]]);
});

test("a slow client gets the newest state and skips earlier ones", async () => {
  const raw = await connect();
  const bytes = 1_000_000;
  raw.addQuery(0, "messages:large", { bytes, channel });
  await expect.poll(() => raw.ofType("Transition")).toHaveLength(1);
  raw.pause();
  const writer = newClient(url);
  const writes = 100;
  for (let i = 1; i <= writes; i++) {
    await writer.mutation(messages.send, { channel, body: `m${i}` });
  }
  raw.resume();
  const latest = () =>
    String(raw.transitions().at(-1)?.modifications.at(-1)?.value);
  await expect.poll(latest).toMatch(new RegExp(`^m${writes} `));
  expect(raw.ofType("Transition").length).toBeLessThan(writes / 2);
});

test("a long Transition comes in parts, so that a slow line is not silent, to clients that can join them", async () => {
  // At any place, a part ends within one of these.
  const body = "🏟️ नमस्ते ".repeat(6_000);
  const client = newClient(url);
  await client.mutation(messages.send, { channel, body });
  const seen = watch(client, channel);
  await expect.poll(() => seen).toEqual([[body]]);
  const [joins, old] = await Promise.all(
    ["/api/1.28.0/sync", "/api/1.27.5/sync"].map((path) =>
      RawSocket.connect(url, tests.toString(16), undefined, path),
    ),
  );
  for (const raw of [joins, old])
    raw?.addQuery(0, "messages:list", { channel });
  for (const raw of [joins, old])
    await expect
      .poll(() => raw?.ofType("Transition").at(-1)?.modifications)
      .toEqual([expect.objectContaining({ value: [body] })]);
  const chunks = joins?.ofType("TransitionChunk") ?? [];
  expect(chunks.length).toBeGreaterThan(5);
  for (const { chunk } of chunks)
    expect(String(chunk).length).toBeLessThan(20_000);
  expect(old?.ofType("TransitionChunk")).toEqual([]);
});
