import { spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { readAdminKey } from "../../embedded/cli/admin-key";

/** What an operator sets besides the address and the data directory. */
export type Environment = Readonly<Record<string, string>>;

/** The product as README's command starts it, on a port and a data directory of its own. */
export class Product {
  readonly url: string;
  readonly #port: number;
  readonly #environment: Environment;
  readonly #root: string;
  readonly #dataDirectory = mkdtempSync(join(tmpdir(), "hackarena-"));
  #process: ChildProcess | undefined;

  private constructor(port: number, environment: Environment, root: string) {
    this.#port = port;
    this.#environment = environment;
    this.#root = root;
    this.url = `http://127.0.0.1:${port}`;
  }

  /**
   * Starts it and waits for its one line with the address.
   * @param root the folder of its sources; another one if its page is to be built differently
   */
  static async start(
    environment: Environment = {},
    root = process.cwd(),
  ): Promise<Product> {
    const product = new Product(await freePort(), environment, root);
    await product.restart();
    return product;
  }

  /** Starts it (again) on the same port and the same data. */
  async restart(): Promise<void> {
    const child = spawn(process.execPath, ["embedded/bin.js", "start"], {
      cwd: this.#root,
      env: {
        ...process.env,
        ...this.#environment,
        HOST: "127.0.0.1",
        PORT: String(this.#port),
        PUBLIC_URL: this.url,
        DATA_DIR: this.#dataDirectory,
        // What is tested is built as it ships, not as a part of the tests.
        VITEST: "",
        NODE_ENV: "production",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    let output = "";
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(this.url)) resolve();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", (code) =>
        reject(new Error(`npm start ended with ${code}:\n${output}`)),
      );
    });
  }

  /** The mails that it has sent to an address so far, oldest first. */
  async mailsTo(address: string): Promise<Email[]> {
    const outbox = join(this.#dataDirectory, "outbox");
    const names = existsSync(outbox) ? readdirSync(outbox).sort() : [];
    const mails = await Promise.all(
      names.map((name) => PostalMime.parse(readFileSync(join(outbox, name)))),
    );
    return mails.filter(({ to }) => to?.some((box) => box.address === address));
  }

  /** The key with which its operator calls what nobody else may. */
  adminKey(): Promise<string> {
    return readAdminKey(this.#dataDirectory, false);
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
    rmSync(this.#dataDirectory, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === "object"
          ? resolve(address.port)
          : reject(new Error("no port is free")),
      );
    });
  });
}
