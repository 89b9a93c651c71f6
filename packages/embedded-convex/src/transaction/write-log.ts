import type { IndexKey } from "../index/index-key";
import type { Key } from "../values/keys";

export type PublishedCommit = {
  /** Nanoseconds since the epoch. */
  readonly ts: bigint;
  /** Old and new keys of changed documents, by index. */
  readonly touched: ReadonlyMap<IndexKey, readonly Key[]>;
};

/** Estimated memory of a commit, and of an index in it, without the keys. */
const COMMIT_BYTES = 300;
const INDEX_BYTES = 100;

/** Recent commits, in order of their timestamps. */
export class WriteLog {
  #commits: PublishedCommit[] = [];
  #bytes = 0;
  /** Every commit after this timestamp is still in the log. */
  #floorTs: bigint;

  constructor(floorTs: bigint) {
    this.#floorTs = floorTs;
  }

  get size(): number {
    return this.#commits.length;
  }

  /** Estimated memory of the commits. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param commit newer than all others */
  append(commit: PublishedCommit): void {
    this.#commits.push(commit);
    this.#bytes += bytesOf(commit);
  }

  /** @returns whether the log still has every commit after `ts` */
  reachesBackTo(ts: bigint): boolean {
    return ts >= this.#floorTs;
  }

  /** @returns number of commits in the log that are newer than `ts` */
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

  /**
   * Yields the commits in the half-open interval (`sinceTs`, `untilTs`], newest
   * first.
   */
  *between(sinceTs: bigint, untilTs: bigint): Generator<PublishedCommit> {
    for (let i = this.#commits.length - 1; i >= 0; i--) {
      const commit = this.#commits[i];
      if (commit === undefined || commit.ts <= sinceTs) return;
      if (commit.ts <= untilTs) yield commit;
    }
  }

  /**
   * Forgets the commits up to and including `ts`, but keeps the newest `min`.
   * Beyond `maxBytes` it forgets the oldest regardless of both.
   */
  prune(
    ts: bigint,
    { min, maxBytes }: { min: number; maxBytes: number },
  ): void {
    const unneeded = this.#commits.length - min;
    let forgotten = 0;
    for (const commit of this.#commits) {
      const isUnneeded = forgotten < unneeded && commit.ts <= ts;
      if (!isUnneeded && this.#bytes <= maxBytes) break;
      forgotten++;
      this.#bytes -= bytesOf(commit);
      this.#floorTs = commit.ts;
    }
    if (forgotten > 0) this.#commits = this.#commits.slice(forgotten);
  }
}

function bytesOf({ touched }: PublishedCommit): number {
  let bytes = COMMIT_BYTES;
  for (const keys of touched.values()) {
    bytes += INDEX_BYTES;
    for (const key of keys) bytes += key.length;
  }
  return bytes;
}
