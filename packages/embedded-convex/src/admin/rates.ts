/** Counters by name, which only increase. */
export type Counts<Name extends string> = Readonly<Record<Name, number>>;

/** A total, and the rate over the last minute. */
export type Rate = { total: number; perSecond: number };

type Sample<Name extends string> = { atMs: number; counts: Counts<Name> };

const KEPT_MS = 60_000;

export class Rates<Name extends string> {
  readonly #samples: Sample<Name>[] = [];

  /** Records the counters' values; must be called every few seconds. */
  sample(atMs: number, counts: Counts<Name>): void {
    const isOld = ([, next]: readonly Sample<Name>[]): boolean =>
      next !== undefined && next.atMs <= atMs - KEPT_MS;
    while (isOld(this.#samples)) this.#samples.shift();
    this.#samples.push({ atMs, counts });
  }

  /** @returns the total of `name`, and its rate since the oldest sample */
  read(name: Name, nowMs: number, total: number): Rate {
    const [oldest] = this.#samples;
    if (oldest === undefined || nowMs <= oldest.atMs) {
      return { total, perSecond: 0 };
    }
    const seconds = (nowMs - oldest.atMs) / 1000;
    const since = total - oldest.counts[name];
    return { total, perSecond: Math.round((since / seconds) * 100) / 100 };
  }
}
