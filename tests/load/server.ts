/** A server under load, in a process of its own. What it takes is read from /proc, and NaN where there is none. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../../packages/embedded-convex/tests/base/free-port";
import { sleep } from "./pace";

const SCRATCH = resolve(".cache");
export const PROFILES = join(SCRATCH, "profiles");

/** All come at once, and one machine would solve the bot checks of all. */
export const WITHOUT_BOT_CHECKS = {
  ALTCHA_SIGN_UPS_PER_HOUR: "100000",
  ALTCHA_SIGN_INS_PER_MINUTE: "100000",
};

/** Only whether a play runs is of interest there, and its process does more. */
const isTest = process.env.VITEST !== undefined;
const canPin =
  !isTest &&
  process.platform === "linux" &&
  cpus().length > 1 &&
  existsSync("/usr/bin/taskset");

/** Says how far a play is. */
export function say(text: string): void {
  if (!isTest) process.stderr.write(`${text}\n`);
}

const children = new Set<ChildProcess>();
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

type Options = {
  environment?: Record<string, string>;
  /** Whether server and load get a core each, where that is possible. The system places them otherwise, as in production. */
  isPinned?: boolean;
  port?: number;
};

export class Server {
  readonly url: string;
  readonly #command: readonly string[];
  readonly #environment: Record<string, string>;
  #child: ChildProcess | undefined;
  #exited = Promise.resolve();

  private constructor(
    port: number,
    command: readonly string[],
    environment: Record<string, string>,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.#command = command;
    this.#environment = { PORT: String(port), VITEST: "", ...environment };
  }

  /** Resolves once it answers. @param command the program and its arguments; it listens at PORT */
  static async start(
    command: readonly string[],
    { environment = {}, isPinned = false, port }: Options = {},
  ): Promise<Server> {
    const pins = isPinned && canPin;
    if (pins)
      execFileSync("taskset", ["-acp", "1", String(process.pid)], {
        stdio: "ignore",
      });
    const run = pins ? ["taskset", "-c", "0", ...command] : command;
    const server = new Server(port ?? (await freePort()), run, environment);
    await server.start();
    return server;
  }

  /** Starts it again, at the same address. @throws if it ends before it answers */
  async start(): Promise<void> {
    const [program = "", ...args] = this.#command;
    const child = spawn(program, args, {
      env: { ...process.env, ...this.#environment },
      stdio: ["ignore", "ignore", isTest ? "ignore" : "inherit"],
    });
    this.#child = child;
    children.add(child);
    let hasExited = false;
    this.#exited = new Promise((resolve) =>
      child.once("exit", () => {
        hasExited = true;
        children.delete(child);
        resolve();
      }),
    );
    const answers = () =>
      fetch(`${this.url}/version`).then(
        async (answer) => answer.text(),
        () => null,
      );
    while ((await answers()) === null) {
      if (hasExited)
        throw new Error(`${args.join(" ")} ended before it answered`);
      await sleep(20);
    }
  }

  async stop(): Promise<void> {
    this.#child?.kill("SIGTERM");
    return this.#exited;
  }

  /** Ends it without a warning. */
  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    return this.#exited;
  }

  /** Proportional set size, with child processes, in MiB. */
  memoryMiB(): number {
    return Math.round(proportionalKiB(this.#child?.pid) / 102.4) / 10;
  }

  /** The largest resident set so far, in MiB. */
  peakMiB(): number {
    const status = proc(`${this.#child?.pid}/status`);
    return (
      Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 102.4) / 10
    );
  }

  /** Processor time of all threads so far. */
  cpuSeconds(): number {
    const [, rest = ""] = proc(`${this.#child?.pid}/stat`).split(") ");
    const fields = rest.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }
}

function proportionalKiB(pid: number | string | undefined): number {
  const own = /^Pss:\s+(\d+)/m.exec(proc(`${pid}/smaps_rollup`))?.[1];
  const below = proc(`${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return below
    .map(proportionalKiB)
    .reduce((sum, kib) => sum + kib, Number(own));
}

function proc(file: string): string {
  try {
    return readFileSync(join("/proc", file), "utf8").trim();
  } catch {
    return "";
  }
}

/** The command of a server of these functions without a page, for `Server.start`. */
export function serving(
  functions: string,
  dataDir: string,
  flags: readonly string[] = [],
): string[] {
  const bin = resolve("packages/embedded-convex/bin.js");
  const serve = ["serve", "--functions", functions, "--data", dataDir];
  return [process.execPath, ...flags, bin, ...serve, "--max-upload", "5"];
}

/** The flags of Node that make a server leave a CPU profile, if it is wanted. */
export function profiling(isWanted: boolean): string[] {
  return isWanted ? ["--cpu-prof", "--cpu-prof-dir", PROFILES] : [];
}

/** Gives the work a new directory, which is deleted afterwards. */
export async function inScratch<Result>(
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = newScratch();
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function newScratch(): string {
  mkdirSync(PROFILES, { recursive: true });
  return mkdtempSync(join(SCRATCH, "load-"));
}
