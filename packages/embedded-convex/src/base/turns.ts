import { type Asker, FairQueue } from "./fair-queue";

/** Maximum time for such work in one iteration of the event loop. */
const ROUND_MS = 5;
/** A piece of long work that takes longer is followed by a rest as long. */
const MAX_LONG_MS = 10;
const MAX_SHORT_PER_ROUND = 16;
const MAX_SPREAD_PER_ROUND = 16;

/**
 * Divides long work among iterations of the event loop, so that other clients'
 * messages are read and answered in between. An iteration spends a few
 * milliseconds on short work first, then on spread work, and ends with one piece of
 * long work. After a very long piece, long work pauses for as long as it took.
 * Askers take turns, so one that asks for much delays the others by little.
 */
export class Turns {
  readonly #short = new FairQueue<() => void>();
  readonly #spread: (() => void)[] = [];
  readonly #long = new FairQueue<() => void>();
  /** Number of steps to come in the round that is under way or next. */
  #armed = 0;
  /** Whether a round is under way; it gets no more steps. */
  #isInRound = false;
  /** Whether spread work has had a turn in this iteration. */
  #hasSpread = false;
  /** Whether long work waits because the last piece took very long. */
  #isResting = false;
  /** Whether the asker that has just got its turn may do one more piece of work. */
  #isGranted = false;
  /** Start of the work in this iteration. */
  #beganAt: number | null = null;

  /**
   * Whether the time of this iteration is used up, so that work must wait. A turn
   * includes one more piece of work.
   */
  get isRoundOver(): boolean {
    if (this.#isGranted) {
      this.#isGranted = false;
      return false;
    }
    const now = performance.now();
    if (this.#beganAt !== null) return now - this.#beganAt > ROUND_MS;
    this.#beganAt = now;
    setImmediate(() => {
      this.#beganAt = null;
    });
    return false;
  }

  /** Resolves when the asker's short piece of work may be done. */
  short(asker?: Asker): Promise<void> {
    return this.#wait(this.#short, asker);
  }

  /** Resolves when the asker's long piece of work may be done, after short ones. */
  long(asker?: Asker): Promise<void> {
    return this.#wait(this.#long, asker);
  }

  /**
   * Does `work` when no short work waits: it is one of the many pieces of a
   * change that reaches everyone. Each iteration does at least one of them.
   */
  spread(work: () => void): void {
    this.#spread.push(work);
    this.#arm();
  }

  #wait(waiting: FairQueue<() => void>, asker?: Asker): Promise<void> {
    return new Promise((resolve) => {
      waiting.add(resolve, asker);
      this.#arm();
    });
  }

  /**
   * Microtasks of one immediate finish before the next immediate. What they ask for
   * waits for the next round: a round that they prolonged would never end.
   */
  #arm(): void {
    if (this.#isInRound) return;
    const short = Math.min(this.#short.size, MAX_SHORT_PER_ROUND);
    const spread = Math.min(this.#spread.length, MAX_SPREAD_PER_ROUND);
    const long = this.#hasLong ? 1 : 0;
    for (; this.#armed < short + spread + long; this.#armed++) {
      setImmediate(() => this.#step());
    }
  }

  #step(): void {
    this.#armed--;
    this.#isInRound = this.#armed > 0;
    this.#isGranted = false;
    if (!this.#isInRound) this.#endRound();
    else if (!this.isRoundOver) this.#takeCheap();
  }

  /** At least one piece of each kind is done, so that none waits for ever. */
  #endRound(): void {
    if (this.#hasLong) this.#takeLong();
    else this.#takeCheap();
    if (!this.#hasSpread) this.#spread.shift()?.();
    this.#hasSpread = false;
    this.#arm();
  }

  get #hasLong(): boolean {
    return this.#long.size > 0 && !this.#isResting;
  }

  /** How long it takes shows when the code that it made ready has run. */
  #takeLong(): void {
    const beganAt = performance.now();
    setImmediate(() => {
      const tookMs = performance.now() - beganAt;
      if (tookMs > MAX_LONG_MS) this.#rest(tookMs);
    });
    this.#isGranted = true;
    this.#long.take()?.();
  }

  #rest(ms: number): void {
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
      this.#arm();
    }, ms);
  }

  #takeCheap(): void {
    if (this.#short.size > 0) {
      this.#isGranted = true;
      return this.#short.take()?.();
    }
    this.#hasSpread = true;
    this.#spread.shift()?.();
  }
}

/** One instance, because the process has one event loop. */
export const turns = new Turns();
