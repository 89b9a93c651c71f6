import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  LARGE_RESULT_BYTES,
  MAX_BATCHED_QUERIES,
  MAX_FUNCTION_PATH_LENGTH,
  MAX_HELD_BYTES,
  MAX_RUNNING_ACTIONS,
  MAX_SILENCE_BEFORE_CONNECT_MS,
  MAX_SUBSCRIBED_BYTES,
  MAX_USER_ACTIONS,
  MAX_USER_MESSAGE_BYTES,
  MAX_USER_QUERIES,
  MAX_USER_VALUES,
  MAX_WAITING_ACTIONS,
} from "../../src/base/client-limits";
import { manualClock } from "../base/manual-clock";
import { systemTimers } from "../../src/base/timers";
import { messages } from "./chat-api";
import { openConnection } from "./raw-connection";
import { RawSocket } from "./raw-socket";
import {
  newClient,
  postJson,
  startServer,
  type TestServer,
} from "./test-server";

let server: TestServer;
let bystander: ReturnType<typeof newClient>;

beforeEach(async () => {
  server = await startServer();
  bystander = newClient(server.url);
  await bystander.mutation(messages.nothing, {});
});

afterEach(async () => {
  expect(await bystander.mutation(messages.nothing, {})).toBe("done");
  expect(bystander.connectionState().connectionCount).toBe(1);
});

const BUSY = "TooManyConcurrentRequests";

const post = (path: string, body: unknown, headers = {}) =>
  postJson(server.url + path, body, headers);

const admin = () => ({
  authorization: `Convex ${server.engine.keys.adminKey}`,
});

const open = (text = "") => openConnection(server.port, text);

const postHead = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${length}\r\n\r\n`;

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.write(bytes, () => resolve());
    socket.once("close", () => resolve());
  });
}

const query = { path: "messages:count", args: { channel: "a" } };

test("a batch has so many queries, and so large results", async () => {
  const large = { bytes: 4 * 1024 * 1024, channel: "a" };
  const tooLarge = { code: "RequestTooLarge", message: expect.any(String) };
  for (const [length, each, answer] of [
    [MAX_BATCHED_QUERIES, query, { results: { length: MAX_BATCHED_QUERIES } }],
    [MAX_BATCHED_QUERIES + 1, query, tooLarge],
    [20_000, query, tooLarge],
    [5, { path: "messages:large", args: large }, tooLarge],
  ] as const) {
    const queries = Array.from({ length }, () => each);
    const response = await post("/api/query_batch", { queries });
    expect(response.status).toBe(answer === tooLarge ? 413 : 200);
    expect(await response.json()).toMatchObject(answer);
  }
});

test("others are answered while a batch runs", async () => {
  const order: string[] = [];
  const queries = Array.from({ length: MAX_BATCHED_QUERIES }, () => query);
  const batch = post("/api/query_batch", { queries }).then(() =>
    order.push("batch"),
  );
  const other = bystander
    .query(messages.count, { channel: "b" })
    .then(() => order.push("other"));
  await Promise.all([batch, other]);
  expect(order).toEqual(["other", "batch"]);
});

test("others are answered while hundreds of connections ask at once", async () => {
  const clients = Array.from({ length: 150 }, () => open());
  const order: string[] = [];
  for (const { socket } of clients) {
    socket.once("data", () => {
      socket.once("data", () => order.push("flood"));
    });
  }
  const args = encodeURIComponent(JSON.stringify(query.args));
  const ask = (path: string) => {
    for (const { socket } of clients) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    }
  };
  ask("/version");
  await expect
    .poll(() => clients.every(({ received }) => received !== ""))
    .toBe(true);
  ask(`/api/query?path=${query.path}&args=${args}`);
  await bystander.query(messages.count, { channel: "b" });
  order.push("other");
  await expect.poll(() => order).toHaveLength(clients.length + 1);
  expect(order.indexOf("other")).toBeLessThan(clients.length / 2);
});

test("only the admin key may send what no person types, or more values than a person's data have", async () => {
  const long = " ".repeat(MAX_USER_MESSAGE_BYTES) + JSON.stringify(query);
  const values = "[],".repeat(MAX_USER_VALUES / 2) + "[]";
  const many = `{"path":"${query.path}","args":{"channel":"a","more":[${values}]}}`;
  for (const body of [long, many]) {
    const refused = await post("/api/query", body);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ code: "RequestTooLarge" });
    expect((await post("/api/query", body, admin())).status).toBe(200);
  }
  const raw = await RawSocket.connect(server.url);
  raw.sendText(`{"type":"Event","event":[${values}]}`);
  await expect.poll(() => raw.ofType("FatalError")).toHaveLength(1);
});

test("bodies that do not end are hung up on before they fill the memory", async () => {
  const length = MAX_USER_MESSAGE_BYTES - 1;
  const part = Buffer.alloc(length - 10, 0x20);
  const clients = Array.from({ length: 100 }, () =>
    open(postHead("/api/mutation", length)),
  );
  await Promise.all(clients.map(({ socket }) => write(socket, part)));
  await expect
    .poll(() => clients.filter(({ isClosed }) => !isClosed).length)
    .toBeLessThanOrEqual(MAX_HELD_BYTES / length);
  expect((await post("/api/query", query)).status).toBe(200);
});

const frame = (opcode: number, payload: Buffer, isLast = false) => {
  const head = Buffer.alloc(8);
  head[0] = (isLast ? 0x80 : 0) | opcode;
  head[1] = 0x80 | 126;
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
};

const upgrade =
  "GET /api/1.48.0/sync HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

test("frames that do not end are hung up on before they fill the memory", async () => {
  const clients = Array.from({ length: 100 }, () => open(upgrade));
  await expect
    .poll(() => clients.every(({ received }) => received.includes("101")))
    .toBe(true);
  const part = frame(0, Buffer.alloc(60_000));
  const parts = Math.floor(MAX_USER_MESSAGE_BYTES / 62_000) - 1;
  const bytes = Buffer.concat([
    frame(1, Buffer.alloc(1)),
    ...Array.from({ length: parts }, () => part),
  ]);
  await Promise.all(clients.map(({ socket }) => write(socket, bytes)));
  const most = Math.ceil(MAX_HELD_BYTES / bytes.length) + 1;
  await expect
    .poll(() => clients.filter(({ isClosed }) => !isClosed).length)
    .toBeLessThanOrEqual(most);
});

test("a message that is too large for a person, or of thousands of fragments, closes the socket", async () => {
  const raw = await RawSocket.connect(server.url);
  raw.sendText(`{"type":"Event","x":"${"x".repeat(MAX_USER_MESSAGE_BYTES)}"}`);
  await expect.poll(() => raw.closeCode).toBe(1009);
  const client = open(upgrade);
  await expect.poll(() => client.received).toContain("101");
  const fragment = frame(0, Buffer.alloc(1));
  const fragments = Array.from({ length: 2_000 }, () => fragment);
  client.socket.write(Buffer.concat([frame(1, Buffer.alloc(1)), ...fragments]));
  await expect.poll(() => client.isClosed).toBe(true);
});

test("a query set has its limit, a greater one for the admin key", async () => {
  const raw = await RawSocket.connect(server.url);
  raw.addQueries(MAX_USER_QUERIES + 1);
  await expect.poll(() => raw.ofType("FatalError")).toHaveLength(1);
  const operator = await RawSocket.connect(server.url, "2");
  operator.authenticate(server.engine.keys.adminKey, "Admin");
  operator.addQueries(MAX_USER_QUERIES + 1);
  await expect
    .poll(() => operator.received.flatMap((m) => m.modifications ?? []))
    .toHaveLength(MAX_USER_QUERIES + 1);
});

test("others are answered while a large query set is brought up to date", async () => {
  const raw = await RawSocket.connect(server.url);
  raw.addQueries(MAX_USER_QUERIES);
  await bystander.query(messages.count, { channel: "b" });
  expect(raw.ofType("Transition")).toEqual([]);
  await expect
    .poll(() => raw.ofType("Transition")[0]?.modifications)
    .toHaveLength(MAX_USER_QUERIES);
});

test("the clients with the largest subscriptions make room for others", async () => {
  const MIB = 1024 * 1024;
  /** Of the sockets below, fewer than so many fit. */
  const fitting = Math.floor(MAX_SUBSCRIBED_BYTES / (7 * MIB));
  const sockets = await Promise.all(
    Array.from({ length: fitting + 4 }, (_, n) =>
      RawSocket.connect(server.url, (n + 1).toString(16)),
    ),
  );
  const small = newClient(server.url);
  small.onUpdate(messages.count, { channel: "small" }, () => {});
  await small.query(messages.count, { channel: "small" });
  for (const raw of sockets) {
    raw.addQueries(100, { more: "x".repeat(19_000) });
    await expect
      .poll(() => raw.closeCode ?? raw.ofType("Transition")[0])
      .toBeDefined();
  }
  const isOpen = (raw: RawSocket) => raw.closeCode === null;
  await expect
    .poll(() => sockets.filter(isOpen).length)
    .toBeLessThanOrEqual(fitting);
  expect(sockets.filter(isOpen).length).toBeGreaterThan(0.7 * fitting);
  await small.mutation(messages.nothing, {});
  expect(small.connectionState().connectionCount).toBe(1);
});

test("large results are kept for a client up to a limit", async () => {
  const raw = await RawSocket.connect(server.url);
  raw.addQueries(30, { udfPath: "messages:large", bytes: 15 * 1024 * 1024 });
  // 256 MiB are made first, one result at a time: half a minute on a slow machine.
  await expect.poll(() => raw.closeCode, { timeout: 90_000 }).toBe(1013);
  expect(raw.closeReason).toBe(BUSY);
});

test("large results are made one at a time, and others are answered meanwhile", async () => {
  // So far the function is known for a small one.
  await bystander.query(messages.large, { bytes: 1, channel: "small" });
  server.log.length = 0;
  const raw = await RawSocket.connect(server.url);
  const count = 8;
  raw.addQueries(count, { udfPath: "messages:large", bytes: 1024 * 1024 });
  const made = () => server.log.filter((line) => line.includes("large")).length;
  const seen = new Set<number>();
  for (let n = 0; made() < count; n++) {
    await bystander.query(messages.count, { channel: `${n}` });
    seen.add(made());
  }
  const between = [...seen].filter((number) => number > 0 && number < count);
  expect(between).not.toEqual([]);
  await expect
    .poll(() => raw.ofType("Transition")[0]?.modifications)
    .toHaveLength(count);
});

test("a large result is made again and again when no other is being made", async () => {
  const raw = await RawSocket.connect(server.url);
  for (let version = 0; version < 5; version++) {
    const args = { bytes: LARGE_RESULT_BYTES, channel: `${version}` };
    raw.addQuery(version, "messages:large", args, version);
    await expect
      .poll(() => raw.ofType("Transition").at(-1)?.endVersion)
      .toMatchObject({ querySet: version + 1 });
  }
});

function startActions(raw: RawSocket, count: number, milliseconds: number) {
  const asked = { udfPath: "people:slow", args: [{ milliseconds }] };
  for (let requestId = 0; requestId < count; requestId++)
    raw.send({ type: "Action", requestId, ...asked });
}

test("a person has so many actions under way", async () => {
  const raw = await RawSocket.connect(server.url);
  startActions(raw, MAX_USER_ACTIONS + 5, 1000);
  await expect
    .poll(() => raw.ofType("ActionResponse"))
    .toHaveLength(MAX_USER_ACTIONS + 5);
  const refused = raw
    .ofType("ActionResponse")
    .filter(({ success }) => success === false);
  expect(refused.map(({ result }) => result)).toEqual(
    Array.from({ length: 5 }, () => "Too many concurrent actions"),
  );
});

test("actions beyond what can wait are refused and say why, and not those of who has one", async () => {
  const most = MAX_RUNNING_ACTIONS + MAX_WAITING_ACTIONS;
  const sockets = await Promise.all(
    Array.from({ length: Math.ceil(most / MAX_USER_ACTIONS) }, (_, n) =>
      RawSocket.connect(server.url, (n + 1).toString(16)),
    ),
  );
  for (const raw of sockets) startActions(raw, MAX_USER_ACTIONS, 5000);
  const answers = () => sockets.flatMap((raw) => raw.ofType("ActionResponse"));
  const busy = "The server is busy. Try again in a moment.";
  const beyond = Array.from(
    { length: sockets.length * MAX_USER_ACTIONS - most },
    () => ({ success: false, result: expect.stringContaining(busy) }),
  );
  await expect.poll(answers).toMatchObject(beyond);
  const newcomer = post("/api/action", {
    path: "people:slow",
    args: { milliseconds: 1 },
  });
  await expect.poll(answers).toHaveLength(beyond.length + 1);
  expect((await newcomer).status).toBe(200);
  await expect.poll(() => answers().some(({ success }) => success)).toBe(true);
});

test("a path that is too long is refused", async () => {
  const long = "x".repeat(MAX_FUNCTION_PATH_LENGTH + 1);
  for (const [field, name] of [
    ["udfPath", "path"],
    ["componentPath", "componentPath"],
  ] as const) {
    const raw = await RawSocket.connect(server.url);
    const message = { type: "Mutation", requestId: 0, udfPath: "a", args: [] };
    raw.send({ ...message, [field]: long });
    await expect.poll(() => raw.ofType("FatalError")).toHaveLength(1);
    const body = { path: "a", componentPath: "", [name]: long };
    expect((await post("/api/query", body)).status).toBe(400);
  }
});

test("a socket that says nothing is closed, and no other when the clock is set", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const clock = manualClock(Date.now());
  let passedMs = 0;
  const timers = { ...systemTimers, steadyNow: () => passedMs };
  const { url } = await startServer({ clock, timers });
  const raw = await RawSocket.open(url);
  const talker = await RawSocket.connect(url);
  talker.addQuery(0, "messages:count", { channel: "a" });
  await expect.poll(() => talker.ofType("Transition")).toHaveLength(1);
  clock.advance(60 * 60_000);
  passedMs += MAX_SILENCE_BEFORE_CONNECT_MS + 1;
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await expect.poll(() => raw.closeCode).toBe(1008);
  expect(talker.closeCode).toBeNull();
});

test("a method without a meaning is not allowed", async () => {
  for (const path of ["/", "/api/query", "/echo"]) {
    const client = open(
      `TRACE ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
    );
    await expect.poll(() => client.isClosed).toBe(true);
    expect(client.received).toMatch(/^HTTP\/1\.1 405 /);
    expect(client.received).toContain("MethodNotAllowed");
  }
  expect(server.log).toEqual([]);
});

test("a body for what is not there, or not the sender's, is not read", async () => {
  for (const [path, status] of [
    ["/nowhere", 404],
    ["/http/nowhere", 404],
    ["/api/nowhere", 404],
    ["/api/storage/upload?token=forged", 401],
    ["/api/deploy2/start_push", 403],
  ] as const) {
    const client = open(postHead(path, 16 * 1024 * 1024));
    await expect
      .poll(() => client.received)
      .toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  }
});

const DEEP = "[".repeat(1_000_000) + "]".repeat(1_000_000);

test.each([
  ["text that is no JSON", "{]"],
  [
    "arguments nested a million deep",
    `{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[{"type":"Add","queryId":0,"udfPath":"messages:count","args":[{"channel":${DEEP}}]}]}`,
  ],
  [
    "a wrong version",
    '{"type":"ModifyQuerySet","baseVersion":9,"newVersion":10,"modifications":[]}',
  ],
])("%s is fatal to its sender", async (_name, text) => {
  const raw = await RawSocket.connect(server.url);
  raw.sendText(text);
  await expect.poll(() => raw.closeCode).toBe(1005);
  expect(raw.received).toEqual([
    { type: "FatalError", error: expect.any(String) },
  ]);
});

test("a binary frame closes its sender's socket", async () => {
  const raw = await RawSocket.connect(server.url);
  raw.sendText(Buffer.from([1, 2, 3]));
  await expect.poll(() => raw.closeCode).toBe(1003);
});

test("a WebSocket at another path is refused", async () => {
  await expect(RawSocket.open(server.url, "/elsewhere")).rejects.toThrow(
    /hang up|closed|Unexpected/,
  );
});
