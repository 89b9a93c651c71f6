import {
  MAX_TRANSACTION_OPEN_MS,
  MAX_TRANSACTION_WALL_MS,
} from "../../base/limits";
import type { Timers } from "../../base/timers";

const CHECK_MS = 1000;
/** Native promises that the host cannot see end well within two checks. */
const IDLE_CHECKS = 2;

/** What the watchdog sees of a query or mutation. */
export type Watched = {
  readonly activity: number;
  readonly pendingWork: number;
  /** The part of it that may have to wait for its turn. */
  readonly pendingSlowWork: number;
};

type Entry = {
  run: Watched;
  fail: (error: Error) => void;
  checks: number;
  busyChecks: number;
  idleChecks: number;
  lastActivity: number;
};

/**
 * Ends queries and mutations that wait for something that will never come, or
 * take too long. One timer serves them all, and most are gone before it fires.
 */
export class Watchdog {
  readonly #timers: Timers;
  readonly #entries = new Set<Entry>();
  #stop: (() => void) | null = null;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /**
   * Watches a run.
   *
   * @param fail called once, if the run has to be given up
   * @returns a function to be called when the run has ended
   */
  watch(run: Watched, fail: (error: Error) => void): () => void {
    const entry: Entry = {
      run,
      fail,
      checks: 0,
      busyChecks: 0,
      idleChecks: 0,
      lastActivity: run.activity,
    };
    this.#entries.add(entry);
    if (this.#stop === null) this.#arm();
    return () => this.#entries.delete(entry);
  }

  /** Stops checking. */
  close(): void {
    this.#stop?.();
    this.#stop = null;
    this.#entries.clear();
  }

  #arm(): void {
    this.#stop = this.#timers.schedule(CHECK_MS, () => {
      this.#stop = null;
      for (const entry of this.#entries) this.#check(entry);
      if (this.#entries.size > 0) this.#arm();
    });
  }

  #check(entry: Entry): void {
    const { activity, pendingWork, pendingSlowWork } = entry.run;
    const isStill = activity === entry.lastActivity;
    entry.lastActivity = activity;
    entry.idleChecks = isStill && pendingWork === 0 ? entry.idleChecks + 1 : 0;
    entry.checks++;
    if (!isStill || pendingSlowWork === 0) entry.busyChecks++;
    if (entry.idleChecks >= IDLE_CHECKS) {
      this.#giveUp(entry, "Returned promise will never resolve");
    } else if (entry.busyChecks * CHECK_MS >= MAX_TRANSACTION_WALL_MS) {
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
