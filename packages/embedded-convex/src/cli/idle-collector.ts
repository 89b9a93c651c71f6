import type { Timers } from "../base/timers";
import type { Heap, HeapUse } from "./v8-heap";

const MIB = 1024 * 1024;
const SECOND_MS = 1000;

/** Interval between looks at the process. */
const LOOK_MS = SECOND_MS;
/** Share of an interval from which the event loop counts as busy. */
const BUSY_SHARE = 0.2;
/** How long the event loop must have been quiet, at least. */
const MIN_QUIET_MS = 5 * SECOND_MS;
/**
 * Quiet time for each MiB in use, before a collection and between two. One takes
 * up to a millisecond per MiB, so the pause is at most a fiftieth of the quiet.
 */
const QUIET_MS_PER_MIB = 50;
/** Growth that a collection is worth: a fifth, and never less than this. */
const MIN_GROWTH_BYTES = 16 * MIB;
const GROWTH_SHARE = 0.2;
/**
 * A collection that gives back less than this share is the last in a row, unless
 * it is the first: what that frees is often given back by the second alone.
 */
const WORTHWHILE_SHARE = 0.05;
/** Collections take at most a third of a percent of the time. */
const REST_PER_PAUSE = 300;
const MAX_REST_MS = 60 * 60 * SECOND_MS;

type Options = {
  heap: Heap;
  /** Bytes that clients hold now, estimated: these are not garbage. */
  clientBytes: () => number;
  timers: Timers;
};

/** Collections in a row, each after another look. */
type Round = {
  count: number;
  pausedMs: number;
  /** Held before the round, at the last look, and the least so far. */
  firstBytes: number;
  lastBytes: number;
  leastBytes: number;
};

/**
 * Collects garbage while the process is idle. V8 collects only while memory is
 * allocated, so without this a burst of work leaves its garbage behind for as
 * long as nothing else happens.
 *
 * A full collection stops the process for up to a millisecond per MiB of live
 * data. It therefore waits for quiet, for growth since the last one that
 * clients do not account for, and for a time in proportion to the last pause,
 * doubled with each round that was in vain.
 */
export class IdleCollector {
  readonly #options: Options;
  #stopLooking: () => void = () => {};
  #lookedAt: number;
  #busyMs: number;
  #quietSince: number;
  #collectedAt = -Infinity;
  #restUntil = -Infinity;
  #roundsInVain = 0;
  #round: Round | null = null;
  #isCollecting = false;
  /** What the process and clients held after the last round, at first at the start. */
  #kept: { bytes: number; clientBytes: number };

  constructor(options: Options) {
    const { heap, timers } = options;
    this.#options = options;
    this.#lookedAt = timers.steadyNow();
    this.#busyMs = heap.busyMs();
    this.#quietSince = this.#lookedAt;
    this.#kept = this.#holdings(heap.use());
    this.#lookLater();
  }

  close(): void {
    this.#stopLooking();
  }

  #lookLater(): void {
    this.#stopLooking = this.#options.timers.schedule(LOOK_MS, () => {
      this.#look();
      this.#lookLater();
    });
  }

  #look(): void {
    const { heap } = this.#options;
    const now = this.#noteActivity();
    if (this.#isCollecting || now < this.#restUntil) return;
    const quietMs = now - this.#quietSince;
    if (quietMs < MIN_QUIET_MS) return;
    const use = heap.use();
    const neededMs = (use.usedBytes / MIB) * QUIET_MS_PER_MIB;
    if (quietMs < neededMs || now - this.#collectedAt < neededMs) return;
    if (this.#round !== null) this.#continue(this.#round, use);
    else if (this.#hasGrown(use)) this.#begin(use);
  }

  /** @returns the time, which starts anew as quiet time if the loop was busy */
  #noteActivity(): number {
    const { heap, timers } = this.#options;
    const now = timers.steadyNow();
    const busyMs = heap.busyMs();
    const share = (busyMs - this.#busyMs) / (now - this.#lookedAt);
    if (share >= BUSY_SHARE) this.#quietSince = now;
    this.#lookedAt = now;
    this.#busyMs = busyMs;
    return now;
  }

  #hasGrown(use: HeapUse): boolean {
    const { bytes, clientBytes } = this.#holdings(use);
    const expected = this.#kept.bytes + clientBytes - this.#kept.clientBytes;
    const growth = Math.max(MIN_GROWTH_BYTES, expected * GROWTH_SHARE);
    return bytes > expected + growth;
  }

  #begin({ heldBytes }: HeapUse): void {
    this.#round = {
      count: 0,
      pausedMs: 0,
      firstBytes: heldBytes,
      lastBytes: heldBytes,
      leastBytes: heldBytes,
    };
    this.#collect(this.#round);
  }

  #continue(round: Round, { heldBytes }: HeapUse): void {
    const gained = round.lastBytes - heldBytes;
    const isWorthwhile = gained > round.lastBytes * WORTHWHILE_SHARE;
    round.lastBytes = heldBytes;
    round.leastBytes = Math.min(round.leastBytes, heldBytes);
    const { steps } = this.#options.heap;
    const most = isWorthwhile ? steps : Math.min(2, steps);
    if (round.count < most) this.#collect(round);
    else this.#end(round);
  }

  #collect(round: Round): void {
    const { heap, timers } = this.#options;
    const startedAt = timers.steadyNow();
    this.#isCollecting = true;
    const done = (): void => {
      this.#isCollecting = false;
      // The pause is not work of the process.
      this.#lookedAt = timers.steadyNow();
      this.#busyMs = heap.busyMs();
      this.#collectedAt = this.#lookedAt;
      round.count += 1;
      round.pausedMs += this.#lookedAt - startedAt;
    };
    // What fails once fails again.
    heap.collect().then(done, () => this.close());
  }

  #end({ firstBytes, leastBytes, pausedMs }: Round): void {
    this.#round = null;
    const isInVain = firstBytes - leastBytes < MIN_GROWTH_BYTES / 2;
    this.#roundsInVain = isInVain ? this.#roundsInVain + 1 : 0;
    const restMs = pausedMs * REST_PER_PAUSE * 2 ** this.#roundsInVain;
    this.#restUntil = this.#collectedAt + Math.min(restMs, MAX_REST_MS);
    this.#kept = {
      bytes: leastBytes,
      clientBytes: this.#options.clientBytes(),
    };
  }

  #holdings({ heldBytes }: HeapUse) {
    return { bytes: heldBytes, clientBytes: this.#options.clientBytes() };
  }
}
