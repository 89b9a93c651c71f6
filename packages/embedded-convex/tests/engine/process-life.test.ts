import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../base/free-port";
import { messages } from "./chat-api";
import {
  afterwards,
  fixture,
  newHttpClient,
  startServer,
  temporaryDataDir,
  temporaryFolder,
} from "./test-server";

const CHAT = fixture("server-chat");
const BIN = join(import.meta.dirname, "..", "..", "bin.js");
const ROOT = join(import.meta.dirname, "..", "..", "..", "..");

/** Instead of a prefix: the script runs another script. */
const NESTED = "exec npm run ";

/** Starts a server by a script of npm. */
async function startByNpm(prefix: string) {
  const folder = await temporaryFolder();
  const dataDir = await temporaryDataDir();
  const serve = `node ${BIN} serve`;
  const scripts: Record<string, string> =
    prefix === NESTED
      ? { start: `${NESTED}inner --`, inner: `exec ${serve}` }
      : { start: `${prefix}${serve}` };
  const args = ["start", "--", "--functions", CHAT, "--data", dataDir];
  return { ...(await runNpm(folder, scripts, args)), dataDir };
}

/** Runs npm in its own process group, so that signals hit no other test. */
async function runNpm(
  folder: string,
  scripts: Record<string, string>,
  args: string[],
  env: Record<string, string | undefined> = { PORT: "0" },
  program = "npm",
) {
  await writeFile(join(folder, "package.json"), JSON.stringify({ scripts }));
  const npm = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { pid = 0 } = npm;
  let output = "";
  npm.stdout.on("data", (data) => (output += String(data)));
  npm.stderr.on("data", (data) => (output += String(data)));
  afterwards(() => {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // All processes of the group have ended.
    }
  });
  const ready = /(?:Ready at|Local:) +(\S+)/;
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(ready);
  const [, url = ""] = ready.exec(output) ?? [];
  return { npm, pid, url, closed: once(npm.stdout, "close") };
}

const WAYS_TO_END = [
  ["exec ", "SIGKILL"],
  ["", "SIGTERM"],
  [NESTED, "SIGTERM"],
  ["exec ", "SIGTERM"],
  ["exec ", "SIGHUP"],
  ["exec ", "SIGINT"],
] as const;

test.each(WAYS_TO_END)(
  "a server that %jnode starts ends when npm gets %s",
  async (prefix, signal) => {
    const { npm, url, dataDir, closed } = await startByNpm(prefix);
    const body = "kept";
    await newHttpClient(url).mutation(messages.send, { channel: "a", body });
    const started = performance.now();
    npm.kill(signal);
    // The output closes when every process that could write to it has ended.
    await closed;
    expect(performance.now() - started).toBeLessThan(5_000);
    const again = await startServer({ dataDir });
    expect(
      await newHttpClient(again.url).query(messages.list, { channel: "a" }),
    ).toEqual([body]);
  },
);

// Node 20 has no `--run`.
test.runIf(Number.parseInt(process.versions.node) >= 22)(
  "a server ends when the node --run that started it is killed",
  async () => {
    const folder = await temporaryFolder();
    const start = `exec node ${BIN} serve --functions ${CHAT}`;
    const dataDir = await temporaryDataDir();
    // As if no npm ran the tests.
    const env = {
      PORT: "0",
      DATA_DIR: dataDir,
      npm_lifecycle_event: undefined,
    };
    const args = ["--run", "start"];
    const run = runNpm(folder, { start }, args, env, process.execPath);
    const { npm, closed } = await run;
    npm.kill("SIGKILL");
    const started = performance.now();
    await closed;
    expect(performance.now() - started).toBeLessThan(5_000);
  },
);

test("Vite's development server with the backend ends when npm is killed", async () => {
  const folder = await temporaryFolder();
  await cp(CHAT, join(folder, "convex"), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await writeFile(
    join(folder, "vite.config.ts"),
    `import { embedded } from "embedded-convex/vite";
     export default { plugins: [embedded()], clearScreen: false };`,
  );
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: await temporaryDataDir(),
    NO_COLOR: "1",
  };
  const { npm, closed } = await runNpm(
    folder,
    { dev: "exec vite" },
    ["run", "dev"],
    env,
  );
  npm.kill("SIGKILL");
  const started = performance.now();
  await closed;
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("it stops gracefully when the terminal interrupts npm and the server", async () => {
  const { npm, pid, closed } = await startByNpm("exec ");
  process.kill(-pid, "SIGINT");
  await closed;
  expect(npm.exitCode ?? (await once(npm, "exit"))[0]).toBe(0);
});

test("a server that its script detached keeps running", async () => {
  const { npm, url } = await startByNpm("setsid ");
  npm.kill("SIGKILL");
  // Wait longer than the server takes to notice that npm has ended.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const count = newHttpClient(url).query(messages.count, { channel: "a" });
  expect(await count).toBe(0);
  // The server ends when the test's clean-up deletes its data.
});
