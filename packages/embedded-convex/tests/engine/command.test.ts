import { createServer } from "node:http";
import { connect } from "node:net";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../base/free-port";
import { SERVE_FLAGS } from "../../src/cli/help";
import { listen } from "../base/listen";
import { messages, people } from "./chat-api";
import { ChildServer, serveChat } from "./child-server";
import { run } from "./run-command";
import {
  newClient,
  newHttpClient,
  startServer,
  temporaryDataDir,
  temporaryFolder,
} from "./test-server";

/** Ends a server while a function runs, which is to finish first; returns the messages that its data hold. */
async function endWhileRunning(
  child: ChildServer,
  { dataDir, signal }: { dataDir: string; signal: "SIGINT" | "SIGTERM" },
): Promise<string[]> {
  const client = newClient(await child.ready());
  const answer = client.action(people.slow, { milliseconds: 500 });
  // Its answer on this socket shows that the action has begun.
  await client.mutation(messages.send, { channel: "a", body: "kept" });
  expect(await child.end(signal)).toEqual({ code: 0, signal: null });
  expect(await answer).toBe("done");
  const { url } = await startServer({ dataDir });
  return newHttpClient(url).query(messages.list, { channel: "a" });
}

test("the command prints its addresses and what the page's build has to tell, and ends without a loss", async () => {
  const notice = join(await temporaryFolder(), ".notice");
  await writeFile(notice, "3 values are left.\n");
  const dataDir = await temporaryDataDir();
  const child = serveChat(dataDir, { args: ["--notice", notice] });
  const url = await child.ready();
  await expect
    .poll(() => child.stdout)
    .toBe(
      `Ready at ${url}\nThe data browser is at ${url}/_data\n3 values are left.\n`,
    );
  const kept = await endWhileRunning(child, { dataDir, signal: "SIGINT" });
  expect(kept).toEqual(["kept"]);
  expect(child.stderr).toBe("");
});

test("the server keeps running when its output is closed, and ends without a loss", async () => {
  const dataDir = await temporaryDataDir();
  const child = serveChat(dataDir, { args: ["--notice", "no/such/file"] });
  const http = newHttpClient(await child.ready());
  child.closeOutput();
  for (let n = 0; n < 5; n++) {
    await http.mutation(messages.speak, {});
    await expect(http.mutation(messages.crash, {})).rejects.toThrow(
      "Server Error",
    );
    const body = `after ${n} errors`;
    await http.mutation(messages.send, { channel: "a", body });
  }
  const kept = await endWhileRunning(child, { dataDir, signal: "SIGTERM" });
  expect(kept).toHaveLength(6);
});

test("a signal ends a server that has not started yet", async () => {
  const port = await freePort();
  const child = serveChat(await temporaryDataDir(), { port });
  // It listens before it opens its data.
  await expect
    .poll(() => isListening(port), { interval: 5, timeout: 30_000 })
    .toBe(true);
  expect(await child.end("SIGTERM")).toEqual({ code: 0, signal: null });
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => resolve(false));
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function refusal(child: ChildServer): Promise<string> {
  expect(await child.end()).toEqual({ code: 1, signal: null });
  expect(child.stdout).toBe("");
  expect(child.stderr.trimEnd().split("\n")).toHaveLength(1);
  return child.stderr;
}

test("a port in use is refused", async () => {
  const port = await listen(createServer());
  const child = serveChat(await temporaryDataDir(), { port });
  expect(await refusal(child)).toContain(`Port ${port} is in use`);
});

test("without a deployment admin-key says so, and prints what is no key", async () => {
  const folder = await temporaryFolder();
  const environment = { DATA_DIR: join(folder, "data") };
  for (const args of [[], ["--rotate"]]) {
    expect(await run(["admin-key", ...args], environment)).toEqual({
      code: 1,
      stdout: "there-is-no-deployment\n",
      stderr: expect.stringContaining("start a server there first"),
    });
  }
  expect(await readdir(folder)).toEqual([]);
});

test("another Node than it needs is named in one line", async () => {
  const code =
    "Object.defineProperty(process.versions, 'node', {value: '18.20.8'})";
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(code)}"`;
  const child = new ChildServer(["serve"], { env: { NODE_OPTIONS } });
  expect(await refusal(child)).toBe(
    "Node 20.19 or newer is needed; this is Node 18.20.8\n",
  );
});

test("--help explains every flag, and --version prints the version", async () => {
  const { stdout, code } = await run(["serve", "--help"]);
  expect(code).toBe(0);
  for (const flag of Object.keys(SERVE_FLAGS)) {
    expect(stdout).toMatch(new RegExp(`^  --${flag} .*\\w{2}`, "m"));
  }
  const version = await run(["--version"]);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [[]],
  [["fly"]],
  [["serve", "--wings"]],
  [["serve", "--page-sources", "src"]],
  [["serve", "--home", "/rooms"]],
  [["serve", "--name", "Chat", "--home", "//elsewhere.example"]],
  [["serve", "--openid-stand-in", "../google"]],
  [["serve", "--max-upload", "0"]],
  [["serve", "--alias", "#facts"]],
])("the arguments %j are refused", async (args) => {
  const { code, stderr } = await run(args);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^[^\n]*--help$/);
});
