import type { Timers } from "../base/timers";
import type { Snapshot } from "../transaction/snapshot";

const KEPT_MS = 60_000;
const MAX_KEPT = 1000;

/**
 * Keeps the snapshots of timestamps that clients got, for a minute, so that
 * several requests can query one state.
 */
export class RecentSnapshots {
  readonly #kept = new Map<bigint, { snapshot: Snapshot; atMs: number }>();

  constructor(private readonly timers: Timers) {}

  keep(snapshot: Snapshot): void {
    this.#kept.delete(snapshot.ts);
    this.#kept.set(snapshot.ts, { snapshot, atMs: this.timers.steadyNow() });
    this.#dropOld();
  }

  find(ts: bigint): Snapshot | null {
    this.#dropOld();
    return this.#kept.get(ts)?.snapshot ?? null;
  }

  #dropOld(): void {
    const oldestMs = this.timers.steadyNow() - KEPT_MS;
    for (const [ts, { atMs }] of this.#kept) {
      if (atMs >= oldestMs && this.#kept.size <= MAX_KEPT) return;
      this.#kept.delete(ts);
    }
  }
}
