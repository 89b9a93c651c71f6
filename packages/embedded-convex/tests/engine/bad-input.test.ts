import { afterEach, beforeAll, expect, test } from "vitest";
import { messages } from "./chat-api";
import { RawSocket } from "./raw-socket";
import { newClient, startServer, type TestServer } from "./test-server";

let server: TestServer;
let bystander: ReturnType<typeof newClient>;

beforeAll(async () => {
  server = await startServer();
  bystander = newClient(server.url);
  await bystander.mutation(messages.nothing, {});
});

afterEach(async () => {
  expect(await bystander.mutation(messages.nothing, {})).toBe("done");
  expect(bystander.connectionState().connectionCount).toBe(1);
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
