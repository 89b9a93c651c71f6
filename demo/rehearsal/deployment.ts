/** The deployment on which an event is rehearsed: one of its own in a new directory, or one that is named. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { adminApi } from "embedded-convex/admin";
import type { Integrity } from "#convex/organiser/shared";
import {
  freePort,
  startServer,
  type ServerProcess,
} from "../../packages/embedded-convex/bench/server-process.mjs";
import { reached } from "./person";
import { Phones } from "./phones";

/** A client knows this call, which its types keep to themselves. */
type KeyedClient = ConvexHttpClient & { setAdminAuth(key: string): void };

export type Role = "organiser" | "judge" | "mentor";

const appoint = makeFunctionReference<
  "mutation",
  { email: string; role: Role }
>("roles/jobs:appoint");
const integrity = makeFunctionReference<
  "query",
  Record<string, never>,
  Integrity
>("organiser/jobs:check");

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
  /** Those that its messages reach; none at an address elsewhere, whose messages go to real push services. */
  readonly phones: Phones | undefined;
  /** What has run, by function. */
  readonly usage = new Map<string, Usage>();
  #isCounting = true;

  private constructor(
    url: string,
    adminKey: string,
    { server, phones }: { server?: OwnServer; phones?: Phones | undefined },
  ) {
    this.url = url;
    this.phones = phones;
    this.#adminKey = adminKey;
    this.server = server;
    this.#admin = new ConvexHttpClient(url, {
      logger: false,
      // One that it has not started may not be there at all.
      ...(server && { fetch: reached }),
    });
    (this.#admin as KeyedClient).setAdminAuth(adminKey);
  }

  /**
   * Starts one in a new directory.
   * @param kept where it stays; without it, a directory that is deleted in the end
   * @throws if that directory is not empty
   */
  static async own(kept?: string): Promise<Deployment> {
    const phones = await Phones.open();
    const server = await OwnServer.start(phones.url, kept);
    return new Deployment(server.url, server.adminKey(), { server, phones });
  }

  /** @throws if it holds people: they would be counted, mailed and ranked with those of the rehearsal */
  static async named(
    url: string,
    adminKey: string,
    phones?: Phones,
  ): Promise<Deployment> {
    const deployment = new Deployment(url, adminKey, { phones });
    const [somebody] = await deployment.#people().catch((error: unknown) => {
      throw new Error(
        `The admin key in CONVEX_ADMIN_KEY does not open ${url} (${String(error)}): npm run --silent admin-key prints it.`,
        { cause: error },
      );
    });
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
        // It is being started again; its cursors go on by the clock.
      }
      // An answer for each call would be a load of its own; the log keeps a thousand.
      await new Promise((after) => setTimeout(after, 50));
    }
  }

  stopCounting(): void {
    this.#isCounting = false;
  }

  async close(): Promise<void> {
    this.stopCounting();
    await this.server?.remove();
    await this.phones?.close();
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

const PUSH_SERVICE = join("demo", "rehearsal", "push-service.mjs");

/** The embedded backend in a process of its own. */
class OwnServer {
  readonly url: string;
  readonly #port: number;
  readonly #phones: string;
  readonly #dataDir: string;
  readonly #isKept: boolean;
  #process: ServerProcess;
  #starting: Promise<ServerProcess>;

  private constructor(
    port: number,
    phones: string,
    dataDir: string,
    isKept: boolean,
    process: ServerProcess,
  ) {
    this.url = process.url;
    this.#phones = phones;
    this.#port = port;
    this.#dataDir = dataDir;
    this.#isKept = isKept;
    this.#process = process;
    this.#starting = Promise.resolve(process);
  }

  static async start(phones: string, kept?: string): Promise<OwnServer> {
    if (kept !== undefined && existsSync(kept) && readdirSync(kept).length > 0)
      throw new Error(`${kept} is not empty, so it is left alone.`);
    const dataDir = kept ?? newScratch();
    const port = await freePort();
    const server = await run(port, dataDir, phones);
    return new OwnServer(port, phones, dataDir, kept !== undefined, server);
  }

  adminKey(): string {
    const keys = readFileSync(join(this.#dataDir, "keys.json"), "utf8");
    return (JSON.parse(keys) as { adminKey: string }).adminKey;
  }

  /** Ends it without a warning, and starts it again. */
  async killAndStart(): Promise<void> {
    await this.#process.kill();
    this.#starting = run(this.#port, this.#dataDir, this.#phones);
    this.#process = await this.#starting;
  }

  /** Memory in MiB, and processor time in seconds; NaN where there is no /proc. */
  burden(): { mebibytes: number; cpuSeconds: number } {
    return {
      mebibytes: this.#process.memoryMiB(),
      cpuSeconds: this.#process.cpuSeconds(),
    };
  }

  async remove(): Promise<void> {
    // What is still starting would take its directory for a damaged one.
    await (await this.#starting).stop();
    if (!this.#isKept)
      rmSync(this.#dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function newScratch(): string {
  const scratch = join(process.cwd(), ".cache");
  mkdirSync(scratch, { recursive: true });
  return mkdtempSync(join(scratch, "rehearsal-"));
}

/** Starts it as `npm start` does; the shell becomes the server, so that what ends it ends the server. */
async function run(
  port: number,
  dataDir: string,
  phones: string,
): Promise<ServerProcess> {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: { start: string };
  };
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDir,
    REHEARSAL_PHONES: phones,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${pathToFileURL(PUSH_SERVICE).href}`,
    // All sign up within a minute, and one machine would solve all challenges.
    ALTCHA_SIGN_UPS_PER_HOUR: "100000",
  };
  const command = () => ["sh", "-c", scripts.start];
  const server = await startServer(command, environment, port, false);
  // It listens before it is ready.
  await (await fetch(`${server.url}/version`)).text();
  return server;
}
