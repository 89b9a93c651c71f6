import {
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { contentsOf, fileNamed } from "../base/files";
import { readAdminKey } from "../../src/cli/admin-key";
import { codeOf } from "../../src/base/error-code";
import { loadDeploymentKeys } from "../../src/deployment/deployment-keys";
import { messages, people } from "./chat-api";
import { parseSettings } from "../../src/cli/settings";
import { explainStartError, StartError } from "../../src/cli/start-error";
import { serveChat } from "./child-server";
import {
  newHttpClient,
  postJson,
  startServer,
  temporaryDataDir,
  temporaryFolder,
  type TestServer,
} from "./test-server";

/** A new deployment; what is in it is no part of a project's repository. */
const WHOLE = [".gitignore", "documents", "keys.json"];

const templates = new Map<string, Promise<string>>();
let templateFolder: string;
beforeAll(async () => {
  templateFolder = await temporaryFolder();
});

/** Returns a data directory with `count` messages, of a server that was stopped, or killed. */
async function filled(
  count: number,
  end: "stopped" | "killed" = "stopped",
): Promise<string> {
  const name = `${end} ${count}`;
  const template = templates.get(name) ?? fill(name, count, end);
  templates.set(name, template);
  const dataDir = join(await temporaryFolder(), "data");
  await cp(await template, dataDir, { recursive: true });
  return dataDir;
}

async function fill(name: string, count: number, end: "stopped" | "killed") {
  const server = await startServer();
  const client = newHttpClient(server.url);
  for (let i = 0; i < count; i++) {
    const body = `message ${i} ${"x".repeat(100)}`;
    await client.mutation(messages.send, { channel: "a", body });
  }
  // What is acknowledged is on the disk, whether the server has been stopped or not.
  if (end === "stopped") await server.close();
  const dataDir = join(templateFolder, name);
  await cp(server.dataDir, dataDir, { recursive: true });
  return dataDir;
}

/** Returns a server on `dataDir`, or the line with which it is refused. */
async function open(
  dataDir: string,
  functions?: string,
): Promise<TestServer | string> {
  return startServer({ dataDir, functions }).catch((reason: unknown) => {
    const settings = parseSettings({ DATA_DIR: dataDir });
    const error = explainStartError(reason, settings);
    if (!(error instanceof StartError)) throw error;
    return error.message;
  });
}

async function refusal(dataDir: string, functions?: string): Promise<string> {
  const line = await open(dataDir, functions);
  if (typeof line !== "string") throw new Error("The server has started");
  expect(line).not.toContain("\n");
  return line;
}

/** Returns the text of the `keys.json` of another deployment. */
async function othersKeys(): Promise<string> {
  const other = await temporaryFolder();
  await loadDeploymentKeys(other);
  return readFile(join(other, "keys.json"), "utf8");
}

test.each([
  ["documents/CURRENT", "CURRENT is missing"],
  ["documents", "documents is missing"],
  ["keys.json", "keys.json is missing"],
])(
  "a data directory that cannot be used is left unchanged %s",
  async (part, message) => {
    const dataDir = await filled(1);
    await rm(join(dataDir, part), { recursive: true });
    const before = await contentsOf(dataDir);
    const line = await refusal(dataDir);
    expect(line).toContain(message);
    expect(line).toContain(`The data directory ${dataDir} is damaged`);
    expect(line).toContain("no backup");
    expect(await contentsOf(dataDir)).toEqual(before);
  },
);

test.each(["files", "exports", "outbox"])(
  "a data directory that cannot be used is left unchanged all but %s is gone",
  async (part) => {
    const dataDir = await temporaryFolder();
    await mkdir(join(dataDir, part));
    await writeFile(join(dataDir, part, "1.zip"), "");
    expect(await refusal(dataDir)).toContain("documents is missing");
    expect([...(await contentsOf(dataDir)).keys()]).toHaveLength(1);
  },
);

test("a data directory that cannot be used is left unchanged the folder of stored files is gone, or lacks one", async () => {
  const server = await startServer();
  const { dataDir, url } = server;
  const address = await newHttpClient(url).mutation(people.uploadUrl, {});
  await fetch(address, { method: "POST", body: "a picture" });
  await server.close();
  const before = await contentsOf(join(dataDir, "documents"));
  await rm(join(dataDir, "files"), { recursive: true });
  expect(await refusal(dataDir)).toContain("files is missing");
  expect(await contentsOf(join(dataDir, "documents"))).toEqual(before);
  // One lost picture is no reason to keep everybody out.
  await mkdir(join(dataDir, "files"));
  const { log } = await startServer({ dataDir });
  expect(log.join()).toContain("Stored files are missing");
});

test("a data directory that cannot be used is left unchanged the error names its newest backup", async () => {
  const dataDir = await filled(1);
  await mkdir(join(dataDir, "exports"));
  for (const ts of [1700000000000000000n, 1800000000000000000n]) {
    await writeFile(join(dataDir, "exports", `${ts}.zip`), "");
  }
  await rm(join(dataDir, "documents", "CURRENT"));
  const newest = join(dataDir, "exports", "1800000000000000000.zip");
  expect(await refusal(dataDir)).toContain(newest);
});

test("a data directory that cannot be used is left unchanged it is intact, but the functions are not", async () => {
  const dataDir = await filled(40, "killed");
  const before = await contentsOf(dataDir);
  const functions = join(await temporaryFolder(), "convex");
  const line = await refusal(dataDir, functions);
  expect(line).toContain(`There is no functions folder at ${functions}`);
  await mkdir(functions);
  const bad = "export const a = 1; throw new Error('not ready');";
  await writeFile(join(functions, "bad.ts"), bad);
  expect(await refusal(dataDir, functions)).toContain("bad.");
  expect(await contentsOf(dataDir)).toEqual(before);
});

test("a data directory that cannot be used is left unchanged it would be in a file", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  expect(await refusal(join(file, "data"))).toContain("data directory");
});

test("a data directory that cannot be used is left unchanged a file is a directory", async () => {
  const dataDir = await filled(1);
  for (const part of ["keys.json", join("documents", "CURRENT")]) {
    await rename(join(dataDir, part), join(dataDir, "aside"));
    await mkdir(join(dataDir, part));
    expect(await refusal(dataDir)).toContain(
      `${join(dataDir, part)} is a directory, not a file`,
    );
    await rmdir(join(dataDir, part));
    await rename(join(dataDir, "aside"), join(dataDir, part));
  }
});

test("a data directory that cannot be used is left unchanged admin-key creates no new keys for existing documents", async () => {
  const dataDir = await filled(1);
  await rm(join(dataDir, "keys.json"));
  await expect(readAdminKey(dataDir, false)).rejects.toThrow("is missing");
  expect(await readdir(dataDir)).not.toContain("keys.json");
});

test.each(["{", "{}", "\0\0\0"])(
  "a data directory that cannot be used is left unchanged keys.json holds %j",
  async (text) => {
    const dataDir = await filled(1);
    await writeFile(join(dataDir, "keys.json"), text);
    expect(await refusal(dataDir)).toMatch(/keys\.json does not hold/);
    expect(await readFile(join(dataDir, "keys.json"), "utf8")).toBe(text);
  },
);

test("a data directory that cannot be used is left unchanged keys.json is another deployment's", async () => {
  const dataDir = await filled(1);
  const file = join(dataDir, "keys.json");
  const own = await readFile(file);
  await writeFile(file, await othersKeys());
  const before = await contentsOf(dataDir);
  expect(await refusal(dataDir)).toContain(
    `${file} holds the keys of another deployment`,
  );
  expect(await contentsOf(dataDir)).toEqual(before);
  await writeFile(file, own);
  await readAdminKey(dataDir, true);
  await startServer({ dataDir });
});

test("a data directory that cannot be used is left unchanged unless only the log of a stopped server is cut short", async () => {
  const dataDir = await filled(40);
  await writeFile(await fileNamed(join(dataDir, "documents"), ".log"), "");
  const client = newHttpClient((await startServer({ dataDir })).url);
  expect(await client.query(messages.count, { channel: "a" })).toBe(40);
});

test("a first start that was killed between keys and store is finished by the next", async () => {
  const dataDir = await filled(0);
  const keys = await readFile(join(dataDir, "keys.json"), "utf8");
  await rm(join(dataDir, "documents"), { recursive: true });
  await mkdir(join(dataDir, "creation-killed", "documents"), {
    recursive: true,
  });
  await startServer({ dataDir });
  expect(await readdir(dataDir)).toEqual(WHOLE);
  expect(await readFile(join(dataDir, "keys.json"), "utf8")).toBe(keys);
});

test("what a killed first start has left behind does not hide a later loss", async () => {
  const dataDir = await filled(1);
  await mkdir(join(dataDir, "creation-killed"));
  const server = await startServer({ dataDir });
  await server.close();
  await rm(join(dataDir, "documents"), { recursive: true });
  expect(await refusal(dataDir)).toContain("documents is missing");
});

test("a copy that was interrupted over a killed first start is no new deployment", async () => {
  const dataDir = await filled(1);
  await rm(join(dataDir, "documents"), { recursive: true });
  await mkdir(join(dataDir, "creation-killed", "documents"), {
    recursive: true,
  });
  await mkdir(join(dataDir, "files"));
  await writeFile(join(dataDir, "files", "a"), "");
  expect(await refusal(dataDir)).toContain(
    "documents is missing, but there are stored files",
  );
});

test("of several first starts at once, one is ready, with data that only its owner can read, and the others say who is", async () => {
  const dataDir = join(await temporaryFolder(), "a", "b", "data");
  const servers = [1, 2, 3].map(() => serveChat(dataDir));
  const starts = await Promise.allSettled(servers.map((one) => one.ready()));
  const isReady = starts.map(({ status }) => status === "fulfilled");
  expect(isReady.filter(Boolean)).toHaveLength(1);
  expect(await readdir(dataDir)).toEqual(WHOLE);
  const first = servers[isReady.indexOf(true)];
  const client = newHttpClient((await first?.ready()) ?? "");
  await client.mutation(messages.send, { channel: "a", body: "x" });
  await first?.end("SIGTERM");
  expect(await openToOthers(dataDir)).toEqual([]);
  for (const server of servers) {
    if (server === first) continue;
    expect(await server.end()).toMatchObject({ code: 1 });
    expect(server.stderr).toBe(
      `Another process is using the data directory ${dataDir}\n`,
    );
  }
});

/** Copies once more if a file went meanwhile: whoever copies is told, and has no copy. */
async function copyLive(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true }).catch(async (error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
    await rm(to, { recursive: true, force: true });
    await copyLive(from, to);
  });
}

test("a copy made while the server writes is an earlier state, or refused", async () => {
  const { dataDir, url } = await startServer();
  const client = newHttpClient(url);
  const body = "x".repeat(10_000);
  let sent = 0;
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      await client.mutation(messages.send, { channel: "a", body });
      sent++;
    }
  })();
  const outcomes: string[] = [];
  for (let i = 0; i < 5; i++) {
    const least = sent;
    const copy = `${dataDir}.${i}`;
    await copyLive(dataDir, copy);
    const second = await open(copy);
    if (typeof second === "string") {
      outcomes.push(second.includes("is damaged") ? "ok" : second);
      continue;
    }
    const reader = newHttpClient(second.url);
    const count = await reader.query(messages.count, { channel: "a" });
    outcomes.push(count >= least ? "ok" : `${count} of ${least}`);
    await second.close();
  }
  isDone = true;
  await writing;
  expect(outcomes).toEqual(Array(5).fill("ok"));
});

/** What of a folder others may read or write. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const paths = [folder, ...names.map((name) => join(folder, name))];
  const modes = await Promise.all(
    paths.map(async (path) => [path, (await lstat(path)).mode] as const),
  );
  return modes
    .filter(([, mode]) => (mode & 0o077) !== 0)
    .map(([path, mode]) => `${path} ${(mode & 0o777).toString(8)}`);
}

test("only its owner can read data that existed before the server started", async () => {
  const dataDir = await filled(1);
  await chmod(dataDir, 0o755);
  await startServer({ dataDir });
  expect((await lstat(dataDir)).mode & 0o777).toBe(0o700);
});

test("losing data while the server runs stops the server before it acknowledges more", async () => {
  const dataDir = await temporaryDataDir();
  const server = serveChat(dataDir);
  const client = newHttpClient(await server.ready());
  await client.mutation(messages.send, { channel: "a", body: "kept" });
  await rm(dataDir, { recursive: true });
  const late = client.mutation(messages.send, { channel: "a", body: "lost" });
  await expect(late).rejects.toThrow(/fetch failed|Server Error/);
  expect(await server.end()).toEqual({ code: 1, signal: null });
  expect(server.stderr).toContain("data cannot be kept");
});

test("losing data while the server runs its keys to another deployment's: the admin key of that one opens nothing", async () => {
  const { dataDir, url, log } = await startServer();
  const text = await othersKeys();
  await writeFile(join(dataDir, "keys.json"), text);
  const query = { path: "messages:count", args: { channel: "a" } };
  const authorization = `Convex ${JSON.parse(text).adminKey}`;
  const answer = await postJson(`${url}/api/query`, query, { authorization });
  expect(answer.ok).toBe(false);
  expect(log.join()).toContain("holds the keys of another deployment");
});

test("the log in production does not quote invalid arguments", async () => {
  const { log, url } = await startServer();
  const client = newHttpClient(url);
  const wrong = [
    { channel: "a", password: "hunter2-secret" },
    { channel: { password: "hunter2-secret" }, body: "x" },
    { channel: "a" },
    { channel: "a", body: "x", code: "hunter2-secret" },
    { channel: ["hunter2-secret"], body: "x" },
  ];
  for (const args of wrong) {
    const call = client.mutation(messages.send, args as never);
    await expect(call).rejects.toThrow("Server Error");
  }
  expect(log).toHaveLength(wrong.length);
  expect(log.join()).toContain("Validator: v.string()");
  expect(log.join()).toContain("Path: .channel");
  expect(log.join()).not.toContain("hunter2");
});
