import { mkdir, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createWebServer, patience } from "../../src/cli/web-server";
import { pageFiles } from "../../src/http/page-files";
import { TrustedProxies } from "../../src/http/trusted-proxies";
import { listen } from "../base/listen";
import { openConnection as open } from "../engine/raw-connection";
import { RawSocket } from "../engine/raw-socket";
import {
  afterwards,
  startServer,
  temporaryFolder,
} from "../engine/test-server";

const FILM_BYTES = 30_000_000;

/** A server that loses its patience soon. */
async function startImpatient() {
  const server = createWebServer({
    timeouts: {
      headersTimeout: 300,
      requestTimeout: 600,
      keepAliveTimeout: 300,
      connectionsCheckingInterval: 50,
    },
  });
  server.on("request", (request, response) => {
    request.resume();
    request.on("end", () => response.end("answer"));
  });
  return { server, port: await listen(server) };
}

test("nobody is waited for long", () => {
  expect(patience.headersTimeout).toBeLessThanOrEqual(20_000);
  expect(patience.requestTimeout).toBeLessThanOrEqual(60_000);
  expect(patience.keepAliveTimeout).toBeGreaterThan(60_000);
});

test.each([
  ["that says nothing", ""],
  ["that never ends its headers", "GET / HTTP/1.1\r\nHost: a\r\nX-a: "],
  [
    "that never sends its body",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nbody",
  ],
])("a client %s is hung up on, however busy it looks", async (_what, bytes) => {
  const { port } = await startImpatient();
  const client = open(port, bytes);
  const drip = setInterval(() => client.socket.write(bytes && "a"), 50);
  await expect.poll(() => client.isClosed).toBe(true);
  clearInterval(drip);
});

test("a connection serves many requests, and is not kept idle for ever", async () => {
  const { port } = await startImpatient();
  const client = open(port);
  const answers = () => client.received.split("answer").length - 1;
  let asked = 0;
  const ask = () => {
    client.socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    asked++;
  };
  // At once: who asks later finds it closed.
  client.socket.on("data", () => {
    if (answers() === asked && asked < 3) ask();
  });
  ask();
  await expect.poll(answers).toBe(3);
  expect(client.received).toContain("Connection: keep-alive");
  await expect.poll(() => client.isClosed).toBe(true);
});

test("there is a limit to connections: one more takes the place of another one of the address with most; all visitors of a proxy have them", async () => {
  for (const [proxy, left] of [
    ["", 7],
    ["loopback", 8],
  ] as const) {
    const server = createWebServer({
      maxConnections: 8,
      proxies: new TrustedProxies(proxy),
    });
    server.on("request", (_request, response) => response.end("answer"));
    const port = await listen(server);
    const clients = Array.from({ length: 12 }, () => open(port));
    const closed = () => clients.filter(({ isClosed }) => isClosed);
    await expect.poll(closed).toHaveLength(12 - left);
    const others = clients.filter(({ isClosed }) => !isClosed);
    for (const { socket } of others)
      socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect
      .poll(() => others.filter(({ received }) => received.includes("answer")))
      .toHaveLength(left);
    for (const { socket } of clients) socket.destroy();
    const count = promisify(server.getConnections.bind(server));
    await expect.poll(() => count()).toBe(0);
    const later = open(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => later.received).toContain("answer");
  }
});

test("a connection is answered in order, and ended when it asks on and on without waiting", async () => {
  const { port } = await startServer();
  const ask =
    "POST /api/query HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}";
  const answersOf = (client: { received: string }) =>
    client.received.split("HTTP/1.1 400").length - 1;
  const patient = open(port, ask.repeat(3));
  await expect.poll(() => answersOf(patient)).toBe(3);
  const hasty = open(port, ask.repeat(256));
  await expect.poll(() => hasty.isClosed).toBe(true);
  expect(answersOf(hasty)).toBe(0);
  patient.socket.write(ask);
  await expect.poll(() => answersOf(patient)).toBe(4);
});

async function startWithFilm() {
  const folder = join(await temporaryFolder(), "dist");
  await mkdir(folder);
  await writeFile(join(folder, "film.bin"), Buffer.alloc(FILM_BYTES));
  return startServer({ page: pageFiles(folder, { isSecure: false }) });
}

/** Asks for the film, and stops reading when it begins. */
async function beginFilm(
  port: number,
): Promise<{ socket: Socket; read(): Promise<number> }> {
  const socket = connect(port, "127.0.0.1");
  afterwards(() => socket.destroy());
  let bytes = 0;
  socket.write(
    "GET /film.bin HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
  );
  await new Promise<void>((resolve) => {
    socket.once("data", (chunk) => {
      bytes += chunk.length;
      socket.pause();
      resolve();
    });
  });
  const read = () =>
    new Promise<number>((resolve) => {
      socket.on("data", (chunk) => (bytes += chunk.length));
      socket.on("close", () => resolve(bytes));
      socket.resume();
    });
  return { socket, read };
}

test("a backend that closes lets a download finish", async () => {
  const { engine, port } = await startWithFilm();
  const film = await beginFilm(port);
  const closing = engine.close();
  expect(await film.read()).toBeGreaterThan(FILM_BYTES);
  await closing;
});

test("a backend that closes waits neither for idle clients nor for ever", async () => {
  const server = await startWithFilm();
  const { port, url } = server;
  const idle = open(port, "GET /version HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  const live = await RawSocket.connect(url);
  await expect.poll(() => idle.received).toContain("200 OK");
  await beginFilm(port);
  let hasClosed = false;
  const closing = server.close().then(() => {
    hasClosed = true;
  });
  await expect.poll(() => idle.isClosed).toBe(true);
  await expect.poll(() => live.closeCode).not.toBeNull();
  expect(hasClosed).toBe(false);
  // The film is never read to its end.
  await closing;
});

test("a backend that closes breaks off what comes then, as one that is gone does", async () => {
  const { engine, port, log } = await startWithFilm();
  const film = await beginFilm(port);
  const kept = open(port);
  const ask = () =>
    kept.socket.write("GET /version HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  ask();
  await expect.poll(() => kept.received).toContain("200 OK");
  kept.received = "";
  const closing = engine.close();
  ask();
  await expect.poll(() => kept.isClosed).toBe(true);
  expect(kept.received).toBe("");
  await film.read();
  await closing;
  expect(log).toEqual([]);
});
