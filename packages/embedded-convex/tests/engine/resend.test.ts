import { expect, test } from "vitest";
import WebSocket from "ws";
import { messages } from "./chat-api";
import { newClient, startServer } from "./test-server";

test("a mutation whose response is lost runs once", async () => {
  const { url } = await startServer();
  const sockets: WebSocket[] = [];
  let isDeaf = false;
  /** Hears nothing as long as it is deaf. */
  class Line extends WebSocket {
    constructor(address: string) {
      super(address);
      sockets.push(this);
    }
    override emit(event: string, ...args: unknown[]): boolean {
      return (isDeaf && event === "message") || super.emit(event, ...args);
    }
  }
  const webSocketConstructor = Line as unknown as typeof globalThis.WebSocket;
  const client = newClient(url, { webSocketConstructor });
  const witness = newClient(url);
  const seen: string[][] = [];
  witness.onUpdate(messages.list, { channel: "a" }, (list) => seen.push(list));
  await client.mutation(messages.send, { channel: "a", body: "first" });
  isDeaf = true;
  const answer = client.mutation(messages.send, { channel: "a", body: "once" });
  await expect.poll(() => seen.at(-1)).toEqual(["first", "once"]);
  isDeaf = false;
  sockets[0]?.terminate();
  expect(await answer).toEqual(expect.any(String));
  expect(sockets).toHaveLength(2);
  await client.mutation(messages.send, { channel: "a", body: "last" });
  await expect.poll(() => seen.at(-1)).toEqual(["first", "once", "last"]);
});

test("clients reconnect by themselves after a restart of the server", async () => {
  const first = await startServer();
  const { dataDir, port, url } = first;
  const client = newClient(url);
  const seen: string[][] = [];
  client.onUpdate(messages.list, { channel: "a" }, (list) => seen.push(list));
  await client.mutation(messages.send, { channel: "a", body: "before" });
  await first.close();
  const during = client.mutation(messages.send, {
    channel: "a",
    body: "while down",
  });
  await startServer({ dataDir, port });
  await during;
  await expect.poll(() => seen.at(-1)).toEqual(["before", "while down"]);
  expect(client.connectionState().isWebSocketConnected).toBe(true);
});
