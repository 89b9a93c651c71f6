import type { Clock } from "../base/clock";
import type { Snapshot } from "../transaction/snapshot";

const KEPT_MS = 60_000;
const MAX_KEPT = 1000;

/**
 * Snapshots that clients were told of and may soon query at, so that several
 * requests see one state.
 */
export class RecentSnapshots {
  readonly #clock: Clock;
  readonly #kept = new Map<bigint, { snapshot: Snapshot; atMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keep(snapshot: Snapshot): void {
    this.#kept.delete(snapshot.ts);
    this.#kept.set(snapshot.ts, { snapshot, atMs: this.#clock.now() });
    this.#dropOld();
  }

  /** Returns the snapshot at `ts`, or null when it is no longer kept. */
  find(ts: bigint): Snapshot | null {
    this.#dropOld();
    return this.#kept.get(ts)?.snapshot ?? null;
  }

  #dropOld(): void {
    const oldestMs = this.#clock.now() - KEPT_MS;
    for (const [ts, { atMs }] of this.#kept) {
      if (atMs >= oldestMs && this.#kept.size <= MAX_KEPT) return;
      this.#kept.delete(ts);
    }
  }
}
