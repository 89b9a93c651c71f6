import type { IndexKey } from "../index/index-key";
import type { Key } from "../values/keys";

/** What a commit changed. */
export type PublishedCommit = {
  /** Nanoseconds since the epoch. */
  readonly ts: bigint;
  /** By index, the keys of changed documents as they were before and after. */
  readonly touched: ReadonlyMap<IndexKey, readonly Key[]>;
};

/** A commit without its keys, and an index in it without its keys. */
const COMMIT_BYTES = 300;
const INDEX_BYTES = 100;

/** Recent commits, in order of their timestamps. */
export class WriteLog {
  #commits: PublishedCommit[] = [];
  #bytes = 0;
  /** Every commit after this timestamp is still here. */
  #floorTs: bigint;

  constructor(floorTs: bigint) {
    this.#floorTs = floorTs;
  }

  get size(): number {
    return this.#commits.length;
  }

  /** About how much memory the commits take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param commit the newest one */
  append(commit: PublishedCommit): void {
    this.#commits.push(commit);
    this.#bytes += bytesOf(commit);
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
   * keeps no more than `maxBytes` whatever `ts` is.
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
