/**
 * What strangers can do to others: each attack goes on for some seconds, while
 * someone else works. Run by the product's load generator (tests/load). Measured are the time that they wait, whether they are hung up on, whether teammates get in,
 * sign up and send pictures, and the server's memory before, at most, and a minute after.
 *
 *   npm run bench:attacks -- [--seconds 10] [--settle 60] [--only bodies,frames]
 *     [--port 4702]
 */
import { fork } from "node:child_process";
import net from "node:net";
import os from "node:os";
import WebSocket from "ws";
import { keysIn } from "../../../tests/load/deployment";
import { optionsOf } from "../../../tests/load/options";
import { sleep } from "../../../tests/load/pace";
import { inScratch, say, Server, serving } from "../../../tests/load/server";
import { pair, tableOf } from "../../../tests/load/statistics";

const MIB = 1024 * 1024;
let durationMs = 0;
let settleMs = 0;
let wantedPort = 0;
/** Of the server under attack. */
let port = 0;

/** What ends the attackers' connections. */
const open = new Set();
let isOver = false;

/** Each returns when it has begun; whatever is open afterwards is closed. Some are with a small heap. */
const attacks = {
  "nobody attacks": async () => {},
  "150,000 queries in a batch": () =>
    repeat(8, async () => {
      const query = { path: "bench:members", args: { teamId: "a" } };
      const many = '{"path":"b:m"}';
      await post("/api/query_batch", {
        queries: Array.from({ length: 100 }, () => query),
      });
      await postText(
        "/api/query_batch",
        `{"queries":[${Array.from({ length: 150_000 }, () => many).join(",")}]}`,
      );
    }),
  "140 bodies without end": () =>
    repeat(140, () =>
      pour(headOf("Content-Length: 16000000"), Buffer.alloc(MIB, 0x20), 15),
    ),
  // A bare port does not hold it; the proxies in .deploy/ join the parts (docs/threat-model.md, 23).
  "140 bodies in parts of a byte": () =>
    repeat(140, () =>
      pour(
        headOf("Transfer-Encoding: chunked"),
        Buffer.from("1\r\n \r\n".repeat(100_000)),
        10,
      ),
    ),
  "140 frames without end": () =>
    repeat(140, () => pour(UPGRADE, frame(0, 60_000), 250, frame(1, 1))),
  "140 frames in parts of a byte": () =>
    repeat(140, () =>
      pour(
        UPGRADE,
        Buffer.concat(Array.from({ length: 10_000 }, () => frame(0, 1))),
        10,
        frame(1, 1),
      ),
    ),
  "30 subscriptions with large arguments": () =>
    repeat(30, (n) =>
      subscribe([add(0, "bench:members", { teamId: "x".repeat(15 * MIB), n })]),
    ),
  "30 subscriptions with large results": () =>
    repeat(30, (n) =>
      subscribe(
        Array.from({ length: 10 }, (_, id) =>
          add(id, "load:large", { bytes: 15 * MIB, n: n * 10 + id }),
        ),
      ),
    ),
  "30 times 10 actions with large results": () =>
    repeat(30, (n) =>
      act(n, 10, "load:largeAction", () => ({ bytes: 15 * MIB })),
    ),
  "300 HTTP actions with large responses": () =>
    repeat(300, () => ask(`/large?bytes=${15 * MIB}`)),
  "10,000 subscriptions in a frame": () =>
    repeat(20, (n) => subscribe(lists(n, 10_000))),
  "20 times 500 subscriptions": () =>
    repeat(20, (n) => subscribe(lists(`${n}.${Math.random()}`, 500))),
  "many small subscriptions, small heap": {
    // What Node takes on a machine of one gigabyte.
    heapMiB: 512,
    attack: () =>
      repeat(700, (n) =>
        subscribe(lists(n, 500), {
          n,
          address: `127.0.0.${2 + (n % 2)}`,
          staysMs: durationMs,
        }),
      ),
  },
  ...floods("foreign addresses", 512, (n) => `127.0.0.${2 + (n % 3)}`),
  ...floods("foreign addresses", 2_048, (n) => `127.0.0.${2 + (n % 3)}`),
  ...floods("the innocent's address", 512, () => "127.0.0.1"),
  ...floods("the innocent's address", 2_048, () => "127.0.0.1"),
  "50 connections with 256 requests in a packet": () =>
    repeat(50, () => pour("", Buffer.from(ASK.repeat(256)), 100)),
  "500 connections that ask again and again": () =>
    repeat(500, () => askOnAndOn(ASK)),
  // Sockets of one address share its turns, so these have another one.
  "1,000 sockets with calls that fail": () =>
    repeat(1_000, (n) => callOnAndOn(n, "127.0.0.2")),
  "2 MiB of empty arrays": () =>
    repeat(30, () =>
      postText(
        "/api/mutation",
        `{"path":"bench:join","args":{"a":[${"[],".repeat(600_000)}0]}}`,
      ),
    ),
  "8,000 heads without end": () =>
    repeat(8_000, () => pour(ASK.slice(0, -2), FIELD.repeat(500), 1)),
  "3,000 sign-ups on sockets": () =>
    once(60, (n) =>
      act(n, 50, "load:signUp", (id) => ({ name: `${n}.${id}` })),
    ),
  "3,000 sign-ups by HTTP": () =>
    once(3_000, (n) =>
      post("/api/action", { path: "load:signUp", args: { name: `${n}` } }),
    ),
  "100 sockets that do not read": () =>
    repeat(100, async (n) => {
      const socket = await subscribe([
        add(0, "load:large", { bytes: 4 * MIB, n }),
      ]);
      socket?.pause();
    }),
};

/** Each fills a limit that is shared; `addressOf` says where the strangers are. */
function floods(place, heapMiB, addressOf) {
  const isLarge = heapMiB > 1_000;
  const stays = (n) => ({ n, address: addressOf(n), staysMs: durationMs });
  const all = {
    "idle sockets": () =>
      repeat(isLarge ? 6_000 : 3_500, (n) => subscribe([], stays(n))),
    "sockets of 13 subscriptions": () =>
      repeat(isLarge ? 4_700 : 1_500, (n) =>
        subscribe(lists(n, isLarge ? 13 : 19), stays(n)),
      ),
    "waiting sign-ups": () =>
      repeat(45, (n) =>
        act(
          n,
          48,
          "load:signUp",
          (id) => ({ name: `${n}.${id}` }),
          addressOf(n),
        ),
      ),
    "unfinished bodies": () =>
      repeat(75, (n) =>
        pour(
          headOf("Content-Length: 1990000"),
          Buffer.alloc(190_000, 0x20),
          10,
          undefined,
          addressOf(n),
        ),
      ),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, attack]) => [
      `${name} from ${place} with ${heapMiB} MiB`,
      { heapMiB, attack },
    ]),
  );
}

/** Subscriptions to the lists of so many teams. */
function lists(of, count) {
  return Array.from({ length: count }, (_, id) =>
    add(id, "bench:members", { teamId: `${of}.${id}` }),
  );
}

function headOf(field) {
  return `POST /api/mutation HTTP/1.1\r\nHost: 127.0.0.1\r\n${field}\r\n\r\n`;
}

const FIELD = `X-abcdefgh: ${"v".repeat(18)}\r\n`;
const ASK = `GET /api/query?path=bench:members&args=%7B%22teamId%22%3A%22a%22%7D HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Pad: ${"p".repeat(180)}\r\n\r\n`;
const KEY = "AAAAAAAAAAAAAAAAAAAAAA==";
const UPGRADE = `GET /api/1.48.0/sync HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n\r\n`;

async function measure(directory, name, { heapMiB, attack }) {
  say(name);
  const heap = heapMiB ? [`--max-old-space-size=${heapMiB}`] : [];
  const functions = "packages/embedded-convex/bench/functions";
  const server = await Server.start(serving(functions, directory, heap), {
    isPinned: true,
    ...(wantedPort && { port: wantedPort }),
  });
  port = Number(new URL(server.url).port);
  const innocent = fork("tests/load/run.mjs", ["innocent"]);
  const answers = () =>
    new Promise((resolve, reject) => {
      innocent.once("message", resolve);
      innocent.once("exit", () => reject(new Error("the innocent gave up")));
      innocent.send({ url: server.url, ...keysIn(directory) });
    });
  try {
    await answers();
    await sleep(durationMs / 5);
    await answers();
    await sleep(durationMs / 2);
    const before = await answers();
    const cpuBefore = server.cpuSeconds();
    const mibBefore = server.memoryMiB();
    let mibMost = 0;
    const watch = setInterval(() => {
      mibMost = Math.max(mibMost, server.memoryMiB() || 0);
    }, 500);
    const work = attack();
    await sleep(durationMs);
    const during = await answers();
    const cpu = Math.round(10 * (server.cpuSeconds() - cpuBefore)) / 10;
    isOver = true;
    clearInterval(watch);
    for (const end of open) end();
    await Promise.race([work, sleep(2_000)]);
    isOver = false;
    await sleep(settleMs);
    const after = await answers();
    return [
      name,
      pair(before.answers),
      pair(during.answers),
      `${Math.round((during.answers.length / (durationMs / 20)) * 100)} %`,
      during.hungUpOn,
      outcome(during.joins),
      outcome(during.signUps),
      outcome(during.pictures),
      pair(after.answers.slice(-200)),
      cpu,
      `${mibBefore} / ${mibMost} / ${server.memoryMiB()}`,
      os.loadavg()[0].toFixed(1),
    ];
  } finally {
    innocent.kill();
    await server.kill();
  }
}

/** How many of those who tried had done it, and how long it took. */
function outcome({ asked, done }) {
  return `${done.length} of ${asked}, ${pair(done)}`;
}

/** `count` attackers, each again and again until it is over. */
async function repeat(count, attack) {
  await once(count, async (n) => {
    while (!isOver) {
      await attack(n).catch(() => {});
      await sleep(50);
    }
  });
}

async function once(count, attack) {
  await Promise.all(
    Array.from({ length: count }, (_, n) => attack(n).catch(() => {})),
  );
}

/** A connection that is closed when it is over; what comes is let pass. */
function openConnection(localAddress) {
  const socket = net.connect({ port: port, host: "127.0.0.1", localAddress });
  const end = () => socket.destroy();
  open.add(end);
  socket.on("error", () => {});
  socket.on("data", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  void closed.then(() => open.delete(end));
  return { socket, closed };
}

/** Sends a head and then the same again and again, and leaves it there. */
async function pour(head, part, times, first, localAddress) {
  const { socket, closed } = openConnection(localAddress);
  socket.write(head);
  if (first) {
    await Promise.race([new Promise((r) => socket.once("data", r)), closed]);
    socket.write(first);
  }
  for (let n = 0; n < times && !socket.destroyed; n++) {
    const written = new Promise((resolve) => socket.write(part, resolve));
    await Promise.race([written, closed, sleep(durationMs)]);
  }
  await Promise.race([closed, sleep(durationMs)]);
}

/** Sends a request, and reads the response to its end. */
async function ask(address) {
  const { socket, closed } = openConnection();
  socket.write(
    `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
  );
  await closed;
}

/** Sends a request again whenever it was answered. */
async function askOnAndOn(request) {
  const { socket, closed } = openConnection();
  socket.on("data", () => socket.write(request));
  socket.write(request);
  await closed;
}

async function callOnAndOn(n, address) {
  const socket = await connect(n, address);
  const call = { type: "Mutation", udfPath: "bench:join", args: [{}] };
  let requestId = 0;
  const ask = () =>
    socket.send(JSON.stringify({ ...call, requestId: requestId++ }));
  socket.on("message", (data) => {
    if (data.includes("MutationResponse")) ask();
  });
  ask();
  await stay(socket);
}

function frame(opcode, length) {
  const size = length < 126 ? 6 : 8;
  const bytes = Buffer.alloc(size + length);
  bytes[0] = opcode;
  bytes[1] = 0x80 | (length < 126 ? length : 126);
  if (length >= 126) bytes.writeUInt16BE(length, 2);
  return bytes;
}

async function connect(n = 0, localAddress = "127.0.0.1") {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/1.48.0/sync`, {
    perMessageDeflate: false,
    localAddress,
  });
  const end = () => socket.terminate();
  open.add(end);
  socket.on("error", () => {});
  socket.on("close", () => open.delete(end));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("close", reject);
  });
  const digits = String(n).padStart(12, "0");
  socket.send(
    JSON.stringify({
      type: "Connect",
      sessionId: `11111111-2222-4333-8444-${digits}`,
      connectionCount: 0,
      clientTs: Date.now(),
    }),
  );
  return socket;
}

const add = (queryId, udfPath, args) => ({
  type: "Add",
  queryId,
  udfPath,
  args: [args],
});

/** Stays for a while, or until it is closed. */
async function subscribe(modifications, { n, address, staysMs = 2_000 } = {}) {
  const socket = await connect(n, address);
  const message = { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 };
  socket.send(JSON.stringify({ ...message, modifications }));
  await stay(socket, staysMs);
  return socket;
}

/** Calls an action many times at once; stays for a while, or until closed. */
async function act(n, count, udfPath, argsOf, address) {
  const socket = await connect(n, address);
  for (let requestId = 0; requestId < count; requestId++) {
    const args = [argsOf(requestId)];
    socket.send(JSON.stringify({ type: "Action", requestId, udfPath, args }));
  }
  await stay(socket, 2_000);
}

/** Resolves when the connection is closed, or after a while. */
async function stay(socket, ms) {
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await Promise.race([closed, ...(ms ? [sleep(ms)] : [])]);
}

const post = (address, body) => postText(address, JSON.stringify(body));

async function postText(address, body) {
  const response = await fetch(`http://127.0.0.1:${port}${address}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  await response.arrayBuffer();
}

/** @returns a row for each attack whose name has one of the given words */
export async function run(args) {
  const options = optionsOf(args, {
    seconds: 10,
    settle: 60,
    only: "",
    port: 0,
  });
  wantedPort = options.port;
  durationMs = options.seconds * 1_000;
  settleMs = options.settle * 1_000;
  const rows = [];
  for (const [name, attack] of Object.entries(attacks)) {
    if (!options.only.split(",").some((part) => name.includes(part))) continue;
    const setUp = typeof attack === "function" ? { attack } : attack;
    const row = await inScratch((directory) => measure(directory, name, setUp));
    say(row.join(" | "));
    rows.push(row);
  }
  return tableOf(HEAD, rows);
}

const HEAD = [
  "attack",
  "before p50 / p99 ms",
  "during p50 / p99 ms",
  "answered",
  "hung up on",
  "joins seen",
  "sign-ups",
  "pictures",
  "after p50 / p99 ms",
  "processor s",
  "MiB before / most / after",
  "load",
];
