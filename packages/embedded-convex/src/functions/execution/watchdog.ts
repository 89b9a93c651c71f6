import {
  MAX_TRANSACTION_OPEN_MS,
  MAX_TRANSACTION_WALL_MS,
} from "../../base/limits";
import type { Timers } from "../../base/timers";

const CHECK_MS = 1000;
/** Promises that the backend does not track settle well within two checks. */
const IDLE_CHECKS = 2;

/** The state of a query or mutation that the watchdog reads. */
type Watched = {
  readonly activity: number;
  readonly pendingWork: number;
  /** Time in which it only waited for others, in milliseconds. */
  readonly waitedMs: number;
};

type Entry = {
  watched: Watched;
  fail: (error: Error) => void;
  checks: number;
  ownMs: number;
  idleChecks: number;
  lastActivity: number;
  lastWaitedMs: number;
};

/**
 * Ends queries and mutations that wait for a promise that never settles, or
 * that exceed their time limit. One timer serves all; most finish before it
 * fires.
 */
export class Watchdog {
  readonly #entries = new Set<Entry>();
  #stop: (() => void) | null = null;

  constructor(private readonly timers: Timers) {}

  /**
   * Starts to watch an execution.
   *
   * @param fail called at most once, when the execution must end
   * @returns a function to call when the execution has ended
   */
  watch(watched: Watched, fail: (error: Error) => void): () => void {
    const entry: Entry = {
      watched,
      fail,
      checks: 0,
      ownMs: 0,
      idleChecks: 0,
      lastActivity: watched.activity,
      lastWaitedMs: watched.waitedMs,
    };
    this.#entries.add(entry);
    if (this.#stop === null) this.#arm();
    return () => this.#entries.delete(entry);
  }

  /** Stops watching all executions. */
  close(): void {
    this.#stop?.();
    this.#stop = null;
    this.#entries.clear();
  }

  #arm(): void {
    this.#stop = this.timers.schedule(CHECK_MS, () => {
      this.#stop = null;
      for (const entry of this.#entries) this.#check(entry);
      if (this.#entries.size > 0) this.#arm();
    });
  }

  #check(entry: Entry): void {
    const { activity, pendingWork, waitedMs } = entry.watched;
    const isStill = activity === entry.lastActivity;
    entry.lastActivity = activity;
    entry.ownMs += Math.max(0, CHECK_MS - (waitedMs - entry.lastWaitedMs));
    entry.lastWaitedMs = waitedMs;
    entry.idleChecks = isStill && pendingWork === 0 ? entry.idleChecks + 1 : 0;
    entry.checks++;
    if (entry.idleChecks >= IDLE_CHECKS) {
      this.#giveUp(entry, "Returned promise will never resolve");
    } else if (entry.ownMs >= MAX_TRANSACTION_WALL_MS) {
      this.#giveUp(entry, timedOut(MAX_TRANSACTION_WALL_MS));
    } else if (entry.checks * CHECK_MS >= MAX_TRANSACTION_OPEN_MS) {
      this.#giveUp(entry, timedOut(MAX_TRANSACTION_OPEN_MS));
    }
  }

  #giveUp(entry: Entry, message: string): void {
    this.#entries.delete(entry);
    entry.fail(new Error(message));
  }
}

function timedOut(maxMs: number): string {
  return `Function execution timed out (maximum duration: ${maxMs / 1000}s)`;
}
