import { createHash } from "node:crypto";
import { version } from "convex";
import type { AppSource } from "../functions/loading/app-source";
import type { DeploymentHealth } from "./admin-api";
import type { AdminServices } from "./admin-services";
import { DiskUse } from "./disk-use";
import { EventLoopDelay } from "./event-loop-delay";
import { type Counts, Rates } from "./rates";
import { systemRows } from "./system-rows";
import { EXPORTS } from "./admin-tables";

type Counted = "httpRequests" | "commits" | "conflicts";

const SAMPLE_MS = 5000;
const SAMPLES_PER_WINDOW = 12;
const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

export class Health {
  readonly #startedAt: number;
  readonly #rates = new Rates<Counted>();
  readonly #delay = new EventLoopDelay();
  readonly #disk: DiskUse;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #functionsLoadedAt: number;
  #functions: { source: AppSource; hash: string } | null = null;
  #samples = 0;

  constructor(private readonly services: AdminServices) {
    const { clock, timers, current, dataDir } = services;
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
    const { clock, timers, traffic, advanceClock } = this.services;
    const disk = await this.#disk.read();
    const counts = this.#counts();
    const readAt = timers.steadyNow();
    const rate = (name: Counted) =>
      this.#rates.read(name, readAt, counts[name]);
    const { rss, heapUsed } = process.memoryUsage();
    return {
      now: clock.now(),
      isClockMovable: advanceClock !== null,
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
    this.#rates.sample(this.services.timers.steadyNow(), this.#counts());
    this.#samples += 1;
    if (this.#samples % SAMPLES_PER_WINDOW === 0) this.#delay.turn();
  }

  #counts(): Counts<Counted> {
    const { database, traffic } = this.services;
    const { httpRequests } = traffic();
    return { httpRequests, ...database.counts };
  }

  #functionsHash(): string {
    const { current } = this.services;
    if (!current.isLoaded) return "";
    const { source } = current;
    if (this.#functions?.source !== source) {
      this.#functions = { source, hash: hashOf(source) };
    }
    return this.#functions.hash;
  }

  #lastBackupAt(): number | null {
    const [backup] = this.services.database.read((transaction) =>
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
