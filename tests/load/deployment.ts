/** The deployment that a play is played on: one of its own in a new directory, or one that is named. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { adminApi } from "embedded-convex/admin";
import { importPKCS8, SignJWT } from "jose";
import type { Integrity } from "#convex/organiser/shared";
import { Operator, type Role } from "../e2e/operator";
import { sleep } from "./pace";
import { Person, reached } from "./person";
import { Phones } from "./phones";
import {
  inScratch,
  newScratch,
  profiling,
  say,
  Server,
  serving,
  WITHOUT_BOT_CHECKS,
} from "./server";

const integrity = makeFunctionReference<
  "query",
  Record<string, never>,
  Integrity
>("organiser/jobs:check");

/** How many rows a transaction may add. */
const BATCH = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What the calls of one function have used. */
export type Usage = { calls: number; bytes: number };

type Keys = { adminKey: string; jwtPrivateKey: string };

export function keysIn(dataDir: string): Keys {
  return JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")) as Keys;
}

export class Deployment {
  readonly url: string;
  readonly operator: Operator;
  /** Only of one that the play has started. */
  readonly server: Server | undefined;
  /** Those that its messages reach; none at an address elsewhere, whose messages go to real push services. */
  readonly phones: Phones | undefined;
  /** What has run, by function. */
  readonly usage = new Map<string, Usage>();
  readonly #adminKey: string;
  readonly #scratch: string | undefined;
  #isCounting = true;

  private constructor(
    url: string,
    adminKey: string,
    own: { server?: Server; phones?: Phones | undefined; scratch?: string },
  ) {
    this.url = url;
    this.#adminKey = adminKey;
    this.server = own.server;
    this.phones = own.phones;
    this.#scratch = own.scratch;
    // One that it has not started may not be there at all.
    this.operator = new Operator(url, adminKey, own.server && reached);
  }

  /**
   * Starts one in a new directory, as `npm start` does; the shell becomes the server, so that what ends it ends the server.
   * @param kept where it stays; without it, a directory that is deleted in the end
   * @throws if that directory is not empty
   */
  static async own(kept?: string): Promise<Deployment> {
    if (kept !== undefined && existsSync(kept) && readdirSync(kept).length > 0)
      throw new Error(`${kept} is not empty, so it is left alone.`);
    const dataDir = kept ?? newScratch();
    const phones = await Phones.open();
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: { start: string };
    };
    const server = await Server.start(["sh", "-c", scripts.start], {
      environment: {
        DATA_DIR: dataDir,
        ...phones.environment,
        ...WITHOUT_BOT_CHECKS,
      },
    });
    const scratch = kept === undefined ? { scratch: dataDir } : {};
    const own = { server, phones, ...scratch };
    return new Deployment(server.url, keysIn(dataDir).adminKey, own);
  }

  /** @throws if it holds people: they would be counted, mailed and ranked with those of the rehearsal */
  static async named(
    url: string,
    adminKey: string,
    phones?: Phones,
  ): Promise<Deployment> {
    const deployment = new Deployment(url, adminKey, { phones });
    const people = deployment.operator.people();
    const [somebody] = await people.catch((error: unknown) => {
      throw new Error(
        `The admin key in CONVEX_ADMIN_KEY does not open ${url} (${String(error)}): npm run --silent admin-key prints it.`,
        { cause: error },
      );
    });
    if (somebody !== undefined)
      throw new Error(
        `There are accounts at ${url}, such as ${JSON.stringify(somebody.email)}. A rehearsal needs a deployment without any.`,
      );
    return deployment;
  }

  async integrity(): Promise<Integrity> {
    return this.operator.client.query(integrity, {});
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
      await sleep(50);
    }
  }

  stopCounting(): void {
    this.#isCounting = false;
  }

  async close(): Promise<void> {
    this.stopCounting();
    await this.server?.stop();
    await this.phones?.close();
    if (this.#scratch !== undefined)
      rmSync(this.#scratch, { recursive: true, force: true, maxRetries: 5 });
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
}

type LogEntry = {
  kind: string;
  identifier: string;
  componentPath: string | null;
  usageStats: { databaseReadBytes?: number; databaseWriteBytes?: number };
};
type LogPage = { entries: LogEntry[]; newCursor: number };

/**
 * Adds people to a deployment. They come with a session each and no password, because hashing thousands of them takes
 * minutes; their tokens are signed with the deployment's key.
 * @returns their tokens
 */
async function admit(
  url: string,
  dataDir: string,
  count: number,
  role: Role | "participant" = "participant",
): Promise<string[]> {
  const { adminKey, jwtPrivateKey } = keysIn(dataDir);
  const { client } = new Operator(url, adminKey);
  const add = async <Row extends object>(table: string, rows: Row[]) => {
    const ids: string[] = [];
    for (let from = 0; from < rows.length; from += BATCH) {
      const documents = rows.slice(from, from + BATCH) as [];
      const batch = { table, documents };
      ids.push(...(await client.mutation(adminApi.addDocuments, batch)).ids);
    }
    return ids;
  };
  const people = Array.from({ length: count }, (_, nth) => ({
    name: `Person ${nth}`,
    displayName: `Person ${nth}`,
    email: `${role}.${nth}@example.in`,
    emailVerificationTime: Date.now(),
    createdAt: Date.now(),
    role,
    isProfileComplete: true,
    teamId: null,
    teamRole: null,
  }));
  const userIds = await add("users", people);
  const expirationTime = Date.now() + DAY_MS;
  const sessions = userIds.map((userId) => ({ userId, expirationTime }));
  const sessionIds = await add("authSessions", sessions);
  const sign = await signerOf(url, jwtPrivateKey);
  return Promise.all(
    userIds.map(async (userId, nth) => sign(`${userId}|${sessionIds[nth]}`)),
  );
}

/** A new product without its page, and people who have come before. */
export type Place = {
  server: Server;
  url: string;
  dataDir: string;
  adminKey: string;
  tokens: string[];
  people: Person[];
  organiser: Person;
  log: (text: string) => void;
};

/** Plays with so many people on a product of its own, which is deleted afterwards. */
export async function onProduct<Result>(
  { people: count, ...options }: { people: number; profile: boolean },
  play: (place: Place) => Promise<Result>,
  isPinned = false,
): Promise<Result> {
  return inScratch(async (dataDir) => {
    const server = await Server.start(
      serving("convex", dataDir, profiling(options.profile)),
      { environment: WITHOUT_BOT_CHECKS, isPinned },
    );
    const { url } = server;
    const tokens = await admit(url, dataDir, count);
    const people = tokens.map((token) => new Person(url, { token }));
    const [token = ""] = await admit(url, dataDir, 1, "organiser");
    const organiser = new Person(url, { token });
    const log = (text: string) => say(`[${count}] ${text}`);
    try {
      return await play({
        server,
        url,
        dataDir,
        adminKey: keysIn(dataDir).adminKey,
        tokens,
        people,
        organiser,
        log,
      });
    } finally {
      for (const person of [...people, organiser]) await person.close();
      await server.stop();
    }
  });
}

/** Returns a function that signs tokens as the deployment does, for a subject. */
export async function signerOf(url: string, privateKey: string) {
  const pem = privateKey.replace(
    /(-----[^-]+-----) (.*) (-----[^-]+-----)/,
    (_, begin: string, body: string, end: string) =>
      [begin, ...body.split(" "), end].join("\n"),
  );
  const key = await importPKCS8(pem, "RS256");
  return async (sub: string) =>
    new SignJWT({ sub })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuedAt()
      .setIssuer(url)
      .setAudience("convex")
      .setExpirationTime("3h")
      .sign(key);
}
