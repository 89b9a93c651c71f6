import type { Key, KeyRange } from "../values/keys";

/** Sorted, disjoint ranges for binary search. */
export class MergedRanges {
  readonly #ranges: KeyRange[] = [];

  /** @param ranges in any order, may overlap */
  constructor(ranges: Iterable<KeyRange>) {
    const sorted = [...ranges].sort((a, b) => (a.lo < b.lo ? -1 : 1));
    for (const range of sorted) this.#append(range);
  }

  get size(): number {
    return this.#ranges.length;
  }

  includes(key: Key): boolean {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const range = this.#ranges[middle];
      if (range === undefined || range.lo > key) high = middle;
      else if (range.hi === null || key < range.hi) return true;
      else low = middle + 1;
    }
    return false;
  }

  /** @param range must not begin before the last one */
  #append(range: KeyRange): void {
    const last = this.#ranges.at(-1);
    if (last === undefined || (last.hi !== null && last.hi < range.lo)) {
      this.#ranges.push(range);
    } else if (last.hi !== null && (range.hi === null || range.hi > last.hi)) {
      this.#ranges[this.#ranges.length - 1] = { lo: last.lo, hi: range.hi };
    }
  }
}
