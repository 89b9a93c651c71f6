import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterwards, fixture } from "./test-server";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
/** Settings that are not inherited from the environment of the tests. */
const SETTINGS = [
  "HOST",
  "PORT",
  "DATA_DIR",
  "PUBLIC_URL",
  "TRUST_PROXY",
  "DATA_BROWSER",
];
const BIN = join(ROOT, "packages", "embedded-convex", "bin.js");

type ChildOptions = {
  cwd?: string;
  env?: Record<string, string>;
  /** The script to run; by default this checkout's `bin.js`. */
  command?: string;
  /** Limits of the process, as the shell's `ulimit` takes them. */
  limits?: string;
};
type ServeOptions = ChildOptions & { args?: string[]; port?: number };

/** Runs the `embedded-convex` command in a child process. */
export class ChildServer {
  readonly #process: ChildProcess;
  stdout = "";
  stderr = "";
  #exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;

  constructor(args: readonly string[], options: ChildOptions = {}) {
    const env = { ...process.env };
    for (const setting of SETTINGS) delete env[setting];
    const limited = `ulimit ${options.limits}; exec "$0" "$@"`;
    const [program, ...first] =
      options.limits === undefined
        ? [process.execPath]
        : ["sh", "-c", limited, process.execPath];
    const all = [...first, options.command ?? BIN, ...args];
    this.#process = spawn(program, all, {
      cwd: options.cwd ?? ROOT,
      env: { ...env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process.stdout?.on("data", (data) => (this.stdout += String(data)));
    this.#process.stderr?.on("data", (data) => (this.stderr += String(data)));
    this.#exit = once(this.#process, "exit").then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }));
    afterwards(async () => {
      this.#process.kill("SIGKILL");
      await this.#exit;
    });
  }

  /** Resolves with the URL that the command prints when it is ready. */
  async ready(): Promise<string> {
    const printed = new Promise<string>((resolve) => {
      const look = () => {
        const [, url] = /Ready at (\S+)\n/.exec(this.stdout) ?? [];
        if (url !== undefined) resolve(url);
      };
      this.#process.stdout?.on("data", look);
      look();
    });
    const ended = this.#exit.then(() => {
      throw new Error(`The server did not start: ${this.stderr}`);
    });
    return Promise.race([printed, ended]);
  }

  /** Closes the command's output, as `| head -1` does. */
  closeOutput(): void {
    this.#process.stdout?.destroy();
    this.#process.stderr?.destroy();
  }

  /** Sends `signal`, if any, and resolves when the process has ended. */
  async end(signal?: NodeJS.Signals) {
    if (signal !== undefined) this.#process.kill(signal);
    return this.#exit;
  }
}

/** Serves the chat from a process of its own. */
export function serveChat(
  dataDir: string,
  { args = [], port = 0, ...options }: ServeOptions = {},
): ChildServer {
  const what = ["--functions", fixture("server-chat"), "--data", dataDir];
  const all = ["serve", ...what, "--port", String(port), ...args];
  return new ChildServer(all, options);
}
