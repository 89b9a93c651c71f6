import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { afterEach, expect, test } from "vitest";
import { messages, people } from "./chat-api";
import { ChildServer } from "./child-server";
import { closeAll, temporaryDataDir } from "./test-server";

const CHAT = join(import.meta.dirname, "..", "fixtures", "server-chat");
afterEach(closeAll);

const adminKeyOf = async (dataDir: string) => {
  const keys = await readFile(join(dataDir, "keys.json"), "utf8");
  return (JSON.parse(keys) as { adminKey: string }).adminKey;
};

const limitedServer = (limits: string, dataDir: string) => {
  const args = ["serve", "--functions", CHAT, "--data", dataDir];
  return new ChildServer(args, { env: { PORT: "0" }, limits });
};

test("what a disk cannot take whole is refused, and leaves nothing on it", async () => {
  const dataDir = await temporaryDataDir();
  // 512 KiB for each file, as a disk that fills up allows less and less.
  const server = limitedServer("-f 1024", dataDir);
  const url = await server.ready();
  const client = new ConvexHttpClient(url, { logger: false });
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
