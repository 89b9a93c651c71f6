import { expect, test } from "vitest";
import { messages } from "./chat-api";
import { TcpProxy } from "./tcp-proxy";
import { newClient, startServer } from "./test-server";

test("a mutation whose response is lost runs once", async () => {
  const { port, url } = await startServer();
  const proxy = await TcpProxy.open(port);
  const client = newClient(proxy.url);
  const witness = newClient(url);
  const seen: string[][] = [];
  witness.onUpdate(messages.list, { channel: "a" }, (list) => seen.push(list));
  await client.mutation(messages.send, { channel: "a", body: "first" });
  proxy.loseAnswers();
  const answer = client.mutation(messages.send, { channel: "a", body: "once" });
  await expect.poll(() => seen.at(-1)).toEqual(["first", "once"]);
  proxy.cut();
  expect(await answer).toEqual(expect.any(String));
  expect(proxy.connections).toBe(2);
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
