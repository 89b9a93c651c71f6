import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, expect, test } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import { MessageWriter } from "../../src/http/message-writer";

const ASKER = { address: "127.0.0.1", client: "1" };
const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A connected pair: what the server sends with, and what its client receives. */
async function connected(): Promise<{
  writer: MessageWriter;
  /** How often nothing waited any more. */
  emptied: () => number;
  stream: Duplex;
  server: WebSocket;
  received: string[];
  client: WebSocket;
}> {
  const http = createServer().listen(0, "127.0.0.1");
  const upgrades = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
  });
  const accepted = new Promise<{ server: WebSocket; stream: Duplex }>(
    (resolve) => {
      http.on("upgrade", (request: IncomingMessage, stream: Duplex, head) => {
        upgrades.handleUpgrade(request, stream, head, (server) =>
          resolve({ server, stream }),
        );
      });
    },
  );
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const received: string[] = [];
  client.on("message", (data: Buffer) => received.push(data.toString()));
  const { server, stream } = await accepted;
  cleanups.push(() => {
    client.terminate();
    http.close();
  });
  let count = 0;
  const writer = new MessageWriter(server, stream, ASKER, () => count++);
  return { writer, emptied: () => count, stream, server, received, client };
}

test("texts of any length and alphabet arrive as they were sent, in order", async () => {
  const { writer, stream, server, received, client } = await connected();
  const lengths = [0, 1, 125, 126, 127, 128, 255, 256, 65_535, 65_536, 100_000];
  const texts = ["x", "é", "€", "😀", "\x7f", "\x80", "\x81\x7e"].flatMap(
    (letter) => lengths.map((length) => letter.repeat(length).slice(0, length)),
  );
  for (const [n, text] of texts.entries()) {
    if (n % 5 === 0) stream.cork();
    writer.send(text);
    if (n % 5 === 2) stream.uncork();
    if (n % 7 === 0) server.ping();
  }
  stream.uncork();
  server.close(1000, "done");
  await once(client, "close");
  expect(received).toEqual(texts.map(asUtf8));
});

const SLICE = 2 ** 20;

test("long texts arrive whole and in order with short ones and pings between them", async () => {
  const { writer, emptied, server, received, client } = await connected();
  const texts = [
    "x".repeat(SLICE),
    "x".repeat(SLICE + 1),
    "short",
    "😀".repeat(SLICE),
    `x${"😀".repeat(SLICE)}`,
    `${"x".repeat(SLICE - 1)}\ud83d`,
    `${"x".repeat(SLICE - 1)}\ud83dx\ude00`,
    "é".repeat(3 * SLICE),
    "last",
  ];
  for (const text of texts) {
    writer.send(text);
    server.ping();
  }
  while (received.length < texts.length) await once(client, "message");
  expect(received.map((text) => text.length)).toEqual(
    texts.map(({ length }) => length),
  );
  expect(received).toEqual(texts.map(asUtf8));
  await expect.poll(emptied).toBeGreaterThan(0);
  expect(writer.unsent).toBe(0);
});

test("a client that does not read makes the server encode little of what waits", async () => {
  const { writer, stream, server, received, client } = await connected();
  if (client.readyState === WebSocket.CONNECTING) await once(client, "open");
  client.pause();
  const text = "x".repeat(64 * SLICE);
  writer.send(text);
  await expect.poll(() => stream.writableNeedDrain).toBe(true);
  expect(writer.unsent).toBeGreaterThan(32 * SLICE);
  expect(server.bufferedAmount).toBeLessThan(2 * SLICE);
  client.resume();
  await once(client, "message");
  expect(received).toEqual([text]);
});

test("what waits is sent before a socket is closed", async () => {
  const { writer, server, received, client } = await connected();
  const texts = ["é".repeat(5 * SLICE), "second"];
  for (const text of texts) writer.send(text);
  writer.flush();
  server.close(1000, "done");
  await once(client, "close");
  expect(received).toEqual(texts);
});

/** Half a surrogate pair becomes U+FFFD. */
function asUtf8(text: string): string {
  return Buffer.from(text).toString();
}
