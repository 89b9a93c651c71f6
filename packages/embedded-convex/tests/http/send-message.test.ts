import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, expect, test } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import { sendMessage } from "../../src/http/send-message";

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A connected pair: what the server sends with, and what its client receives. */
async function connected(): Promise<{
  send: (text: string) => void;
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
  const send = (text: string): void => sendMessage(server, stream, text);
  return { send, stream, server, received, client };
}

test("texts of any length and alphabet arrive as they were sent, in order", async () => {
  const { send, stream, server, received, client } = await connected();
  const lengths = [0, 1, 125, 126, 127, 128, 255, 256, 65_535, 65_536, 100_000];
  const texts = ["x", "é", "€", "😀", "\x7f", "\x80", "\x81\x7e"].flatMap(
    (letter) => lengths.map((length) => letter.repeat(length).slice(0, length)),
  );
  for (const [n, text] of texts.entries()) {
    if (n % 5 === 0) stream.cork();
    send(text);
    if (n % 5 === 2) stream.uncork();
    if (n % 7 === 0) server.ping();
  }
  stream.uncork();
  server.close(1000, "done");
  await once(client, "close");
  expect(received).toEqual(texts.map(asUtf8));
});

/** Half a surrogate pair becomes U+FFFD. */
function asUtf8(text: string): string {
  return Buffer.from(text).toString();
}
