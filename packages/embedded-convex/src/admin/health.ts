import { createHash } from "node:crypto";
import { version } from "convex";
import type { Clock } from "../base/clock";
import type { Timers } from "../base/timers";
import type { AppSource } from "../functions/loading/app-source";
import type { CurrentApp } from "../functions/runner/current-app";
import type { Database } from "../transaction/database";
import type { DeploymentHealth } from "./admin-api";
import { DiskUse } from "./disk-use";
import { EventLoopDelay } from "./event-loop-delay";
import { type Counts, Rates } from "./rates";
import { systemRows } from "./system-rows";
import { EXPORTS } from "./admin-tables";

/** Open connections, and requests since the start. */
export type Traffic = { syncConnections: number; httpRequests: number };

type Options = {
  database: Database;
  current: CurrentApp;
  clock: Clock;
  timers: Timers;
  dataDir: string;
  traffic: () => Traffic;
};

type Counted = "httpRequests" | "commits" | "conflicts";

const SAMPLE_MS = 5000;
const SAMPLES_PER_WINDOW = 12;
const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

/** Collects metrics of the deployment at low cost. */
export class Health {
  readonly #options: Options;
  readonly #startedAt: number;
  readonly #rates = new Rates<Counted>();
  readonly #delay = new EventLoopDelay();
  readonly #disk: DiskUse;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #functionsLoadedAt: number;
  #functions: { source: AppSource; hash: string } | null = null;
  #samples = 0;

  constructor(options: Options) {
    const { clock, timers, current, dataDir } = options;
    this.#options = options;
    this.#startedAt = clock.now();
    this.#functionsLoadedAt = this.#startedAt;
    this.#disk = new DiskUse(dataDir, timers);
    this.#stopListening = current.onLoad(() => {
      this.#functionsLoadedAt = clock.now();
    });
    const nothing = { httpRequests: 0, commits: 0, conflicts: 0 };
    this.#rates.sample(timers.steadyNow(), nothing);
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
    this.#timer.unref();
  }

  async read(): Promise<DeploymentHealth> {
    const { clock, timers, traffic } = this.#options;
    const disk = await this.#disk.read();
    const counts = this.#counts();
    const readAt = timers.steadyNow();
    const rate = (name: Counted) =>
      this.#rates.read(name, readAt, counts[name]);
    const { rss, heapUsed } = process.memoryUsage();
    return {
      now: clock.now(),
      startedAt: this.#startedAt,
      version: {
        convex: version,
        node: process.versions.node,
        functions: this.#functionsHash(),
        functionsLoadedAt: this.#functionsLoadedAt,
      },
      syncConnections: traffic().syncConnections,
      httpRequests: rate("httpRequests"),
      commits: rate("commits"),
      conflicts: rate("conflicts"),
      memory: { rssBytes: rss, heapUsedBytes: heapUsed },
      eventLoopDelayMs: this.#delay.read(),
      disk,
      lastBackupAt: this.#lastBackupAt(),
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#delay.close();
    this.#stopListening();
  }

  #sample(): void {
    this.#rates.sample(this.#options.timers.steadyNow(), this.#counts());
    this.#samples += 1;
    if (this.#samples % SAMPLES_PER_WINDOW === 0) this.#delay.turn();
  }

  #counts(): Counts<Counted> {
    const { database, traffic } = this.#options;
    const { httpRequests } = traffic();
    return { httpRequests, ...database.counts };
  }

  #functionsHash(): string {
    const { current } = this.#options;
    if (!current.isLoaded) return "";
    const { source } = current;
    if (this.#functions?.source !== source) {
      this.#functions = { source, hash: hashOf(source) };
    }
    return this.#functions.hash;
  }

  #lastBackupAt(): number | null {
    const [backup] = this.#options.database.read((transaction) =>
      systemRows(transaction, EXPORTS),
    );
    const { state, complete_ts: completeTs } = backup?.value ?? {};
    if (state !== "completed" || typeof completeTs !== "bigint") return null;
    return Number(completeTs / NANOSECONDS_PER_MILLISECOND);
  }
}

function hashOf({ app, components }: AppSource): string {
  const hash = createHash("sha256");
  for (const { definition, schema, modules } of [app, ...components]) {
    for (const module of [definition, schema, ...modules]) {
      if (module !== null) hash.update(`${module.path}\n${module.source}\n`);
    }
  }
  return hash.digest("hex").slice(0, 12);
}
