import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createServer, type ViteDevServer } from "vite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { freePort } from "../base/free-port";
import { LevelStore } from "../../src/storage/level-store";
import { embedded } from "../../src/vite";
import { messages } from "./chat-api";
import { afterwards, fixture, newClient, temporaryFolder } from "./test-server";

let root: string;
let url: string;
let server: ViteDevServer;
let overlay: { type: string; err?: { message: string } }[];

beforeEach(async () => {
  root = await temporaryFolder();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  vi.stubEnv("PORT", String(port));
  vi.stubEnv("DATA_DIR", ".data");
  await symlink(
    join(import.meta.dirname, "../../../../node_modules"),
    join(root, "node_modules"),
  );
  await cp(fixture("server-chat"), join(root, "convex"), {
    recursive: true,
  });
  await writeFile(join(root, "index.html"), "<title>page</title>");
  await mkdir(join(root, "src"));
  await mkdir(join(root, "facts"));
  server = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [embedded({ alias: { "#facts": join(root, "facts") } })],
  });
  await server.listen();
  afterwards(() => server.close());
  overlay = [];
  const socket = new WebSocket(
    `${url}?token=${server.config.webSocketToken}`,
    "vite-hmr",
  );
  socket.on("message", (data: Buffer) =>
    overlay.push(JSON.parse(data.toString())),
  );
  afterwards(() => socket.terminate());
  await expect.poll(() => overlay).toMatchObject([{ type: "connected" }]);
});

afterEach(() => vi.unstubAllEnvs());

const saveFact = (count: number) =>
  writeFile(join(root, "facts/more.ts"), `export const more = ${count};`);

/** Edits a file of the functions, as an editor would save it. */
async function edit(from: string, to: string): Promise<void> {
  const file = join(root, "convex", "messages.ts");
  const source = await readFile(file, "utf8");
  expect(source).toContain(from);
  await writeFile(file, source.replace(from, to));
}

const LENGTH = "return messages.length;";

function watchCount(): number[] {
  const seen: number[] = [];
  newClient(url).onUpdate(messages.count, { channel: "a" }, (count) =>
    seen.push(count),
  );
  return seen;
}

test("page and backend share one origin, where errors are told in full", async () => {
  const page = await fetch(url, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("<title>page</title>");
  const client = newClient(url);
  await client.mutation(messages.send, { channel: "a", body: "hi" });
  expect(await client.query(messages.list, { channel: "a" })).toEqual(["hi"]);
  await expect(client.mutation(messages.crash, {})).rejects.toThrow(
    "the secret is 42",
  );
});

test("saving a function runs the live queries again, also right after another save", async () => {
  const seen = watchCount();
  await expect.poll(() => seen).toEqual([0]);
  await edit(LENGTH, "return messages.length + 100;");
  await expect.poll(() => seen, { interval: 5 }).toEqual([0, 100]);
  await edit("messages.length + 100;", "messages.length + 200;");
  await expect.poll(() => seen).toEqual([0, 100, 200]);
  expect(overlay.filter(({ type }) => type === "full-reload")).toEqual([]);
});

test("saving a file of a folder that functions know by an alias does so, too", async () => {
  const seen = watchCount();
  await expect.poll(() => seen).toEqual([0]);
  await saveFact(100);
  await edit(LENGTH, "return more;");
  await edit("import", 'import { more } from "#facts/more";\nimport');
  await expect.poll(() => seen).toEqual([0, 100]);
  await saveFact(200);
  await expect.poll(() => seen).toEqual([0, 100, 200]);
});

test("after a syntax error the earlier functions keep running", async () => {
  const seen = watchCount();
  await expect.poll(() => seen).toEqual([0]);
  await edit(LENGTH, "return messages.length +;");
  const errors = () => overlay.filter(({ type }) => type === "error");
  await expect
    .poll(() => errors().at(-1)?.err?.message)
    .toContain("messages.ts");
  const client = newClient(url);
  await client.mutation(messages.send, { channel: "a", body: "hi" });
  await expect.poll(() => seen).toEqual([0, 1]);
  await edit("messages.length +;", "messages.length + 100;");
  await expect.poll(() => seen).toEqual([0, 1, 101]);
  await expect.poll(() => overlay.at(-1)?.type).toBe("update");
});

test("a restart of the development server keeps the data", async () => {
  await newClient(url).mutation(messages.send, { channel: "a", body: "hi" });
  await server.restart();
  const client = newClient(url);
  expect(await client.query(messages.list, { channel: "a" })).toEqual(["hi"]);
});

test("a closed development server has closed its documents", async () => {
  const close = Reflect.get(LevelStore.prototype, "close");
  const closing = vi
    .spyOn(LevelStore.prototype, "close")
    .mockImplementation(async function (this: LevelStore) {
      await setTimeout(50);
      await Reflect.apply(close, this, []);
    });
  afterwards(() => closing.mockRestore());
  await server.close();
  expect(closing.mock.settledResults).toMatchObject([{ type: "fulfilled" }]);
});
