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

  /** Yields the commits in (`sinceTs`, `untilTs`], newest first. */
  *between(sinceTs: bigint, untilTs: bigint): Generator<PublishedCommit> {
    for (let i = this.#commits.length - 1; i >= 0; i--) {
      const commit = this.#commits[i];
      if (commit === undefined || commit.ts <= sinceTs) return;
      if (commit.ts <= untilTs) yield commit;
    }
  }

  /** Forgets the commits up to and including `ts`, and all but the newest `maxSize`. */
  prune(ts: bigint, maxSize: number): void {
    const excess = this.#commits.length - maxSize;
    let forgotten = 0;
    for (const commit of this.#commits) {
      if (commit.ts > ts && forgotten >= excess) break;
      this.#floorTs = commit.ts;
      forgotten++;
    }
    this.#commits = this.#commits.slice(forgotten);
  }
}
