import { readdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messages, people } from "./chat-api";
import { serveChat } from "./child-server";
import { RawSocket } from "./raw-socket";
import {
  afterwards,
  newClient,
  newHttpClient,
  temporaryDataDir,
  temporaryFolder,
} from "./test-server";

const adminKeyOf = async (dataDir: string) => {
  const keys = await readFile(join(dataDir, "keys.json"), "utf8");
  return (JSON.parse(keys) as { adminKey: string }).adminKey;
};

test("what a disk cannot take whole is refused, and leaves nothing on it", async () => {
  const dataDir = await temporaryDataDir();
  // 512 KiB for each file, as a disk that fills up allows less and less.
  const server = serveChat(dataDir, { limits: "-f 1024" });
  const url = await server.ready();
  const client = newHttpClient(url);
  const post = (address: string, bytes: number, authorization = "") =>
    fetch(address, {
      method: "POST",
      headers: { authorization },
      body: Buffer.alloc(bytes),
    });
  const uploadUrl = await client.mutation(people.uploadUrl, {});
  expect((await post(uploadUrl, 600_000)).status).toBe(500);
  expect(await readdir(join(dataDir, "files"))).toEqual([]);

  const key = `Convex ${await adminKeyOf(dataDir)}`;
  const started = await post(`${url}/api/import/start_upload`, 0, key);
  const { uploadToken } = (await started.json()) as { uploadToken: string };
  const part = `${url}/api/import/upload_part?uploadToken=${uploadToken}&partNumber=1`;
  expect((await post(part, 600_000, key)).status).toBe(500);
  expect(await readdir(join(dataDir, "imports", uploadToken))).toEqual([]);

  await client.mutation(messages.send, { channel: "a", body: "goes on" });
  expect((await post(uploadUrl, 60_000)).status).toBe(200);
});

test("a server that may open hardly any file says so in one line", async () => {
  const server = serveChat(await temporaryDataDir(), { limits: "-n 28" });
  expect(await server.end()).toEqual({ code: 1, signal: null });
  expect(server.stderr).toBe(
    "Only 28 files may be open, and the server needs 64: raise the limit of open files\n",
  );
});

test("connections leave descriptors for files, though each one gets a file", async () => {
  const page = await temporaryFolder();
  await writeFile(join(page, "film.bin"), Buffer.alloc(8_000_000));
  const server = serveChat(await temporaryDataDir(), {
    limits: "-n 120",
    args: ["--page", page],
  });
  const url = await server.ready();
  let answered = 0;
  let refused = 0;
  const ask = () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    afterwards(() => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => refused++);
    // It reads the beginning and no more.
    socket.once("data", () => {
      answered++;
      socket.pause();
    });
    socket.write("GET /film.bin HTTP/1.1\r\nhost: a\r\n\r\n");
    return socket;
  };
  Array.from({ length: 60 }, ask);
  await expect.poll(() => answered + refused).toBe(60);
  expect(refused).toBeGreaterThanOrEqual(60 - 120 / 4);
  const client = newHttpClient(url);
  const send = () =>
    client.mutation(messages.send, { channel: "a", body: "goes on" });
  await expect.poll(() => send().catch(() => null)).not.toBe(null);
  expect(server.stderr).toBe("");
});

test("strangers' subscriptions do not fill the heap, and others go on", async () => {
  const env = { NODE_OPTIONS: "--max-old-space-size=64" };
  const url = await serveChat(await temporaryDataDir(), { env }).ready();
  const bystander = newClient(url);
  const counts: number[] = [];
  const own = { channel: "innocent" };
  bystander.onUpdate(messages.count, own, (count) => counts.push(count));
  await expect.poll(() => counts).toEqual([0]);
  const sockets: RawSocket[] = [];
  const closed = () => sockets.filter((raw) => raw.closeCode === 1013);
  for (let n = 0; closed().length < 5 && n < 40; n++) {
    const digit = (1 + (n % 9)).toString();
    const raw = await RawSocket.connect(url, digit, `127.0.0.${2 + (n % 8)}`);
    raw.addQueries(100, { channel: `${n}.`, more: "x".repeat(9_000) });
    await expect
      .poll(() => raw.closeCode ?? raw.ofType("Transition")[0])
      .toBeDefined();
    sockets.push(raw);
  }
  expect(closed().length).toBeGreaterThan(4);
  await bystander.mutation(messages.send, { ...own, body: "on" });
  await expect.poll(() => counts).toEqual([0, 1]);
  expect(bystander.connectionState().connectionCount).toBe(1);
});
