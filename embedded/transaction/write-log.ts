import type { IndexKey } from "../index/index-key";
import type { Key } from "../values/keys";

/** What a commit changed. */
export type PublishedCommit = {
  /** Nanoseconds since the epoch. */
  readonly ts: bigint;
  /** By index, the keys of changed documents as they were before and after. */
  readonly touched: ReadonlyMap<IndexKey, readonly Key[]>;
};

/** Recent commits, in order of their timestamps. */
export class WriteLog {
  #commits: PublishedCommit[] = [];
  /** Every commit after this timestamp is still here. */
  #floorTs: bigint;

  constructor(floorTs: bigint) {
    this.#floorTs = floorTs;
  }

  get size(): number {
    return this.#commits.length;
  }

  /** @param commit the newest one */
  append(commit: PublishedCommit): void {
    this.#commits.push(commit);
  }

  /** @returns whether no commit after `ts` has been forgotten */
  reachesBackTo(ts: bigint): boolean {
    return ts >= this.#floorTs;
  }

  /** @returns how many of the commits here are newer than `ts` */
  countSince(ts: bigint): number {
    let low = 0;
    let high = this.#commits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#commits[middle]?.ts ?? 0n) <= ts) low = middle + 1;
      else high = middle;
    }
    return this.#commits.length - low;
  }

  /** Yields the commits in (`sinceTs`, `untilTs`], newest first. */
  *between(sinceTs: bigint, untilTs: bigint): Generator<PublishedCommit> {
    for (let i = this.#commits.length - 1; i >= 0; i--) {
      const commit = this.#commits[i];
      if (commit === undefined || commit.ts <= sinceTs) return;
      if (commit.ts <= untilTs) yield commit;
    }
  }

  /**
   * Forgets the commits up to and including `ts`, but keeps the newest `min`;
   * keeps no more than `max` whatever `ts` is.
   */
  prune(ts: bigint, { min, max }: { min: number; max: number }): void {
    const { length } = this.#commits;
    let forgotten = Math.max(0, length - max);
    while (forgotten < length - min) {
      const commit = this.#commits[forgotten];
      if (commit === undefined || commit.ts > ts) break;
      forgotten++;
    }
    const last = this.#commits[forgotten - 1];
    if (last === undefined) return;
    this.#floorTs = last.ts;
    this.#commits = this.#commits.slice(forgotten);
  }
}
