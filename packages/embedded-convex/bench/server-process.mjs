import { execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";

/** On Linux with several cores, server and load generator get one core each. */
const canPin =
  process.platform === "linux" &&
  os.cpus().length > 1 &&
  fs.existsSync("/usr/bin/taskset");

const children = new Set();
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

/**
 * Starts a server and waits until its port accepts connections.
 * @param command port → [program, ...arguments]
 * @param isPinned false lets the system place both, as it does in production
 * @returns {Promise<{url: string, memoryMiB(): number, peakMiB(): number,
 *   cpuSeconds(): number, stop(): Promise<void>, kill(): Promise<void>}>}
 */
export async function startServer(
  command,
  environment,
  port,
  isPinned = canPin,
) {
  if (isPinned)
    execFileSync("taskset", ["-acp", "1", String(process.pid)], {
      stdio: "ignore",
    });
  const [program, ...args] = isPinned
    ? ["taskset", "-c", "0", ...command(port)]
    : command(port);
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.add(child);
  const exit = new Promise((resolve) => child.once("exit", resolve));
  let hasExited = false;
  void exit.then(() => {
    hasExited = true;
    children.delete(child);
  });
  while (!(await answers(port))) {
    if (hasExited)
      throw new Error(`${args.join(" ")} ended before its port answered`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    memoryMiB: () => memoryMiB(child.pid),
    peakMiB: () => peakMiB(child.pid),
    cpuSeconds: () => cpuSeconds(child.pid),
    stop: () => (child.kill("SIGTERM"), exit),
    kill: () => (child.kill("SIGKILL"), exit),
  };
}

/**
 * Returns a port that nobody listens on. It is below the range from which systems
 * assign ports, so that it stays free until a server starts, or starts again, and
 * above those that browsers refuse.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(11_000, 30_000);
    const server = net.createServer();
    const isFree = await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}

/** Proportional set size, with child processes, in MiB; NaN without /proc. */
function memoryMiB(pid) {
  try {
    const own = Number(
      /^Pss:\s+(\d+)/m.exec(
        fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"),
      )[1],
    );
    const children = fs
      .readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .trim();
    const rest = children
      ? children.split(" ").map((child) => memoryMiB(child) * 1024)
      : [];
    return (
      Math.round([own, ...rest].reduce((sum, kib) => sum + kib, 0) / 102.4) / 10
    );
  } catch {
    return NaN;
  }
}

/** Largest resident set so far, in MiB; NaN without /proc. */
function peakMiB(pid) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)[1]) / 102.4) / 10;
  } catch {
    return NaN;
  }
}

/** Processor time of all threads so far; NaN without /proc. */
function cpuSeconds(pid) {
  try {
    const [, rest] = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const fields = rest.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return NaN;
  }
}
