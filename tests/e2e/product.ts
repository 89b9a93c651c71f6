import { spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { expect } from "vitest";
import { readAdminKey } from "embedded-convex";
import { CLOCK_PATH } from "embedded-convex/admin";
import { startArguments } from "./start-command";
import { freePort } from "../../packages/embedded-convex/tests/base/free-port";

const BIN = "packages/embedded-convex/bin.js";

/** Lets a server hash passwords cheaply; see there. */
export const CHEAP_HASHING = {
  NODE_OPTIONS: [
    process.env.NODE_OPTIONS,
    `--import=${new URL("cheap-hashing.mjs", import.meta.url)}`,
  ].join(" "),
};

/** What an operator sets besides the address and the data directory. */
export type Environment = Readonly<Record<string, string>>;

/** Where to find a product that runs. */
export type ProductPlace = { url: string; dataDirectory: string };

/** The product while it runs, whoever started it. */
export class RunningProduct {
  readonly url: string;
  protected readonly dataDirectory: string;

  constructor({ url, dataDirectory }: ProductPlace) {
    this.url = url;
    this.dataDirectory = dataDirectory;
  }

  get place(): ProductPlace {
    return { url: this.url, dataDirectory: this.dataDirectory };
  }

  /** The mails that it has sent to an address so far, oldest first. */
  async mailsTo(address: string): Promise<Email[]> {
    const outbox = join(this.dataDirectory, "outbox");
    const names = existsSync(outbox) ? readdirSync(outbox).sort() : [];
    const mails = await Promise.all(
      names.map((name) => PostalMime.parse(readFileSync(join(outbox, name)))),
    );
    return mails.filter(({ to }) => to?.some((box) => box.address === address));
  }

  /**
   * The link in the last mail to an address, once it is there.
   * @param path of the page that it leads to
   */
  async linkTo(path: string, address: string): Promise<string> {
    const link = new RegExp(`http:\\S+${path}\\S+`);
    const lastMail = async () =>
      (await this.mailsTo(address)).at(-1)?.text ?? "";
    await expect.poll(lastMail).toMatch(link);
    return link.exec(await lastMail())?.[0] ?? "";
  }

  /** The key with which its operator calls what nobody else may. */
  adminKey(): Promise<string> {
    return readAdminKey(this.dataDirectory, false);
  }
}

/**
 * The product as README's command starts it, on a port and a data directory of its own. It hashes passwords cheaply,
 * unless its environment says otherwise.
 */
export class Product extends RunningProduct {
  readonly #port: number;
  readonly #environment: Environment;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(
    port: number,
    environment: Environment,
    args: readonly string[],
  ) {
    super({
      url: `http://127.0.0.1:${port}`,
      dataDirectory: mkdtempSync(join(tmpdir(), "hackarena-")),
    });
    this.#port = port;
    this.#environment = environment;
    this.#args = args;
  }

  /**
   * Starts it and waits for its one line with the address.
   * @param args flags of the command besides those of `npm start`, which they override
   */
  static async start(
    environment: Environment = {},
    args: readonly string[] = [],
  ): Promise<Product> {
    const product = new Product(await freePort(), environment, args);
    await product.restart();
    return product;
  }

  /** Starts it (again) on the same port and the same data. */
  async restart(): Promise<void> {
    const env = {
      ...process.env,
      ...CHEAP_HASHING,
      PUBLIC_URL: this.url,
      // Organisers are appointed in many tests.
      AUTH_GOOGLE_STAND_IN: "on",
      ...this.#environment,
      HOST: "127.0.0.1",
      PORT: String(this.#port),
      DATA_DIR: this.dataDirectory,
      // What is tested is built as it ships, not as a part of the tests.
      VITEST: "",
      NODE_ENV: "production",
    };
    const args = [BIN, ...startArguments(env), ...this.#args];
    const child = spawn(process.execPath, args, {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    let output = "";
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes("Ready at ")) resolve();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", (code) =>
        reject(new Error(`npm start ended with ${code}:\n${output}`)),
      );
    });
  }

  /** Puts the deployment's clock forward, which takes `--dev`. */
  async passTime(byMs: number): Promise<void> {
    const response = await fetch(this.url + CLOCK_PATH, {
      method: "POST",
      body: JSON.stringify({ byMs }),
      headers: { authorization: `Convex ${await this.adminKey()}` },
    });
    if (!response.ok) throw new Error(await response.text());
  }

  /** @returns the exit code (null when the signal ended the process itself) */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const exited = new Promise<number | null>((resolve) =>
      child.once("exit", (code) => resolve(code)),
    );
    child.kill(signal);
    return exited;
  }

  /** Ends it for good and removes its data. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataDirectory, { recursive: true, force: true });
  }
}
