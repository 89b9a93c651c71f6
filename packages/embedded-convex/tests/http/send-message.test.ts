import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { expect, test } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import { sendMessage } from "../../src/http/send-message";
import { listen } from "../base/listen";

test("texts of any length and alphabet arrive as they were sent, in order", async () => {
  const lengths = [0, 1, 125, 126, 127, 128, 255, 256, 65_535, 65_536, 100_000];
  const texts = ["x", "é", "€", "😀", "\x7f", "\x80", "\x81\x7e"].flatMap(
    (letter) => lengths.map((length) => letter.repeat(length).slice(0, length)),
  );
  const upgrades = new WebSocketServer({ noServer: true });
  const http = createServer();
  http.on("upgrade", (request: IncomingMessage, stream: Duplex, head) => {
    upgrades.handleUpgrade(request, stream, head, (server) => {
      for (const [n, text] of texts.entries()) {
        if (n % 5 === 0) stream.cork();
        sendMessage(server, stream, text);
        if (n % 5 === 2) stream.uncork();
        if (n % 7 === 0) server.ping();
      }
      stream.uncork();
      server.close(1000, "done");
    });
  });
  const port = await listen(http);
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const received: string[] = [];
  client.on("message", (data: Buffer) => received.push(data.toString()));
  await once(client, "close");
  // Half a surrogate pair becomes U+FFFD.
  const sent = texts.map((text) => Buffer.from(text).toString());
  expect(received).toEqual(sent);
});
