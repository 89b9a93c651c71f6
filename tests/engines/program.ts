import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A program that runs beside the tests, and what it has written so far. */
export class Program {
  readonly lines: string[] = [];
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;

  /** @param environment what is set besides the environment of the tests */
  constructor(
    command: string,
    args: string[],
    environment: Record<string, string> = {},
  ) {
    this.#process = spawn(command, args, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#ended = once(this.#process, "close");
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      if (stream) {
        createInterface(stream).on("line", (line) => this.lines.push(line));
      }
    }
    const kill = () => this.#process.kill();
    process.once("exit", kill);
    this.#process.once("close", () => process.off("exit", kill));
  }

  async stop(): Promise<void> {
    this.#process.kill();
    await this.#ended;
  }
}
