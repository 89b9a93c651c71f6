/** Counts that only grow, by name. */
export type Counts<Name extends string> = Readonly<Record<Name, number>>;

/** How much there has been of something, and how much lately. */
export type Rate = { total: number; perSecond: number };

type Sample<Name extends string> = { atMs: number; counts: Counts<Name> };

const KEPT_MS = 60_000;

/** Makes rates of counts that it is shown again and again. */
export class Rates<Name extends string> {
  readonly #samples: Sample<Name>[] = [];

  /** Takes notice of how things stand; to be called every few seconds. */
  sample(atMs: number, counts: Counts<Name>): void {
    const isOld = ([, next]: readonly Sample<Name>[]): boolean =>
      next !== undefined && next.atMs <= atMs - KEPT_MS;
    while (isOld(this.#samples)) this.#samples.shift();
    this.#samples.push({ atMs, counts });
  }

  /** How much there has been of `name`, and per second over the last minute. */
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
