/** The deployment on which an event is rehearsed: one of its own in a new directory, or one that is named. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { adminApi } from "embedded-convex/admin";
import type { Integrity } from "#convex/shared/organiser";

/** A client knows this call, which its types keep to themselves. */
type KeyedClient = ConvexHttpClient & { setAdminAuth(key: string): void };

export type Role = "organiser" | "judge" | "mentor";

const appoint = makeFunctionReference<
  "mutation",
  { email: string; role: Role }
>("jobs/roles:appoint");
const integrity = makeFunctionReference<
  "query",
  Record<string, never>,
  Integrity
>("jobs/integrity:check");

/** As many rows as an event has people, and more. */
const ALL = { numItems: 5_000, cursor: null };

/** What the calls of one function have used. */
export type Usage = { calls: number; bytes: number };

export class Deployment {
  readonly url: string;
  readonly #adminKey: string;
  readonly #admin: ConvexHttpClient;
  /** Only of one that the rehearsal has started. */
  readonly server: OwnServer | undefined;
  /** What has run, by function. */
  readonly usage = new Map<string, Usage>();
  #isCounting = true;

  private constructor(url: string, adminKey: string, server?: OwnServer) {
    this.url = url;
    this.#adminKey = adminKey;
    this.server = server;
    this.#admin = new ConvexHttpClient(url, { logger: false });
    (this.#admin as KeyedClient).setAdminAuth(adminKey);
  }

  /** Starts one in a directory of its own, which is deleted in the end. */
  static async own(): Promise<Deployment> {
    const server = await OwnServer.start();
    return new Deployment(server.url, server.adminKey(), server);
  }

  /** @throws if it holds people: they would be counted, mailed and ranked with those of the rehearsal */
  static async named(url: string, adminKey: string): Promise<Deployment> {
    const deployment = new Deployment(url, adminKey);
    const [somebody] = await deployment.#people();
    if (somebody !== undefined)
      throw new Error(
        `There are accounts at ${url}, such as ${somebody.email}. A rehearsal needs a deployment without any.`,
      );
    return deployment;
  }

  async appoint(email: string, role: Role): Promise<void> {
    const person = (await this.#people()).find((one) => one.email === email);
    if (person === undefined) throw new Error(`${email} has no account`);
    // Nobody opens their mails.
    await this.#admin.mutation(adminApi.patchDocuments, {
      componentId: null,
      table: "users",
      ids: [person._id],
      fields: { emailVerificationTime: Date.now() },
    });
    await this.#admin.mutation(appoint, { email, role });
  }

  async integrity(): Promise<Integrity> {
    return this.#admin.query(integrity, {});
  }

  /** Counts what runs until `stopCounting`, by the deployment's log. */
  async count(): Promise<void> {
    let cursor = 0;
    while (this.#isCounting) {
      try {
        const answer = await fetch(
          `${this.url}/api/stream_function_logs?cursor=${cursor}`,
          { headers: { authorization: `Convex ${this.#adminKey}` } },
        );
        const { entries, newCursor } = (await answer.json()) as LogPage;
        cursor = newCursor;
        for (const entry of entries) this.#note(entry);
      } catch {
        // It is being started again.
        cursor = 0;
        await new Promise((after) => setTimeout(after, 200));
      }
    }
  }

  stopCounting(): void {
    this.#isCounting = false;
  }

  async close(): Promise<void> {
    this.stopCounting();
    await this.server?.remove();
  }

  #note({ kind, identifier, componentPath, usageStats }: LogEntry): void {
    if (kind !== "Completion") return;
    // Cloud bills the calls of people and jobs, not those that functions make of components.
    const name = componentPath === null ? identifier : "components";
    const { calls, bytes } = this.usage.get(name) ?? { calls: 0, bytes: 0 };
    const { databaseReadBytes = 0, databaseWriteBytes = 0 } = usageStats;
    this.usage.set(name, {
      calls: calls + 1,
      bytes: bytes + databaseReadBytes + databaseWriteBytes,
    });
  }

  async #people(): Promise<{ _id: string; email: string }[]> {
    const { page } = await this.#admin.query(adminApi.documents, {
      componentId: null,
      table: "users",
      filters: null,
      paginationOpts: ALL,
    });
    return page as unknown as { _id: string; email: string }[];
  }
}

type LogEntry = {
  kind: string;
  identifier: string;
  componentPath: string | null;
  usageStats: { databaseReadBytes?: number; databaseWriteBytes?: number };
};
type LogPage = { entries: LogEntry[]; newCursor: number };

/** The embedded backend in a process of its own. */
class OwnServer {
  readonly url: string;
  readonly #port: number;
  readonly #dataDir: string;
  #process: ChildProcess;
  #ended: Promise<unknown>;

  private constructor(port: number, dataDir: string) {
    this.#port = port;
    this.#dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
    this.#process = this.#run();
    this.#ended = new Promise((end) => this.#process.once("exit", end));
  }

  static async start(): Promise<OwnServer> {
    const scratch = join(process.cwd(), ".cache");
    mkdirSync(scratch, { recursive: true });
    const dataDir = mkdtempSync(join(scratch, "rehearsal-"));
    const server = new OwnServer(await freePort(), dataDir);
    await server.#answers();
    return server;
  }

  adminKey(): string {
    const keys = readFileSync(join(this.#dataDir, "keys.json"), "utf8");
    return (JSON.parse(keys) as { adminKey: string }).adminKey;
  }

  /** Ends it without a warning, and starts it again. */
  async killAndStart(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#ended;
    this.#process = this.#run();
    this.#ended = new Promise((end) => this.#process.once("exit", end));
    await this.#answers();
  }

  /** Resident memory in MiB, and processor time in seconds; null where there is no /proc. */
  burden(): { mebibytes: number; cpuSeconds: number } | null {
    try {
      const of = (file: string) =>
        readFileSync(`/proc/${this.#process.pid}/${file}`, "utf8");
      const [, kibibytes] = /^VmRSS:\s+(\d+)/mu.exec(of("status")) ?? [];
      const [, rest = ""] = of("stat").split(") ");
      const fields = rest.split(" ");
      return {
        mebibytes: Number(kibibytes) / 1_024,
        cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
      };
    } catch {
      return null;
    }
  }

  async remove(): Promise<void> {
    this.#process.kill("SIGTERM");
    await this.#ended;
    rmSync(this.#dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  #run(): ChildProcess {
    // The shell becomes the server, so that what ends it ends the server.
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: { start: string };
    };
    return spawn(scripts.start, {
      shell: true,
      env: {
        ...process.env,
        PORT: String(this.#port),
        DATA_DIR: this.#dataDir,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
  }

  async #answers(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${this.url}/version`).catch(() => null);
      if (answer?.ok) return;
      if (this.#process.exitCode !== null)
        throw new Error("The server ended at its start");
      await new Promise((after) => setTimeout(after, 50));
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
