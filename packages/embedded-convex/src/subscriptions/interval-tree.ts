import type { Key, KeyRange } from "../values/keys";

/** Greater than every key, because the code units of keys are bytes. */
const BEYOND_EVERY_KEY = "\uffff";

type Node<T> = {
  readonly lo: string;
  readonly hi: string;
  readonly priority: number;
  readonly values: Set<T>;
  maxHi: string;
  left: Node<T> | null;
  right: Node<T> | null;
};

/**
 * Half-open key intervals of one index, each with its values.
 *
 * An interval tree: a treap ordered by (lo, hi), in which every node stores the
 * greatest upper bound of its subtree. Adding and removing take logarithmic
 * time. Equal intervals, such as those of many queries on one row, share a
 * node.
 */
export class IntervalTree<T> {
  #root: Node<T> | null = null;
  #seed = 0x9e3779b9;

  get isEmpty(): boolean {
    return this.#root === null;
  }

  /** Adds `value` for `range`. Idempotent. Empty ranges are ignored. */
  add(range: KeyRange, value: T): void {
    if (range.hi !== null && range.lo >= range.hi) return;
    this.#root = this.#insert(this.#root, range.lo, upper(range), value);
  }

  /** Removes `value` for `range`; an unknown pair is ignored. */
  remove(range: KeyRange, value: T): void {
    this.#root = remove(this.#root, range.lo, upper(range), value);
  }

  /** Calls `visit` for every value whose interval contains `key`. */
  stab(key: Key, visit: (value: T) => void): void {
    stab(this.#root, key, visit);
  }

  #insert(node: Node<T> | null, lo: string, hi: string, value: T): Node<T> {
    if (node === null) {
      const values = new Set([value]);
      const priority = this.#nextPriority();
      return { lo, hi, priority, values, maxHi: hi, left: null, right: null };
    }
    if (lo === node.lo && hi === node.hi) {
      node.values.add(value);
      return node;
    }
    if (isBefore(lo, hi, node)) {
      node.left = this.#insert(node.left, lo, hi, value);
      if (node.left.priority > node.priority) return rotateRight(node);
    } else {
      node.right = this.#insert(node.right, lo, hi, value);
      if (node.right.priority > node.priority) return rotateLeft(node);
    }
    updateMaxHi(node);
    return node;
  }

  /** Xorshift: good enough to balance the tree, and deterministic. */
  #nextPriority(): number {
    let x = this.#seed;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#seed = x;
    return x;
  }
}

function upper(range: KeyRange): string {
  return range.hi ?? BEYOND_EVERY_KEY;
}

function isBefore<T>(lo: string, hi: string, node: Node<T>): boolean {
  return lo === node.lo ? hi < node.hi : lo < node.lo;
}

function updateMaxHi<T>(node: Node<T>): void {
  let maxHi = node.hi;
  if (node.left !== null && node.left.maxHi > maxHi) maxHi = node.left.maxHi;
  if (node.right !== null && node.right.maxHi > maxHi) maxHi = node.right.maxHi;
  node.maxHi = maxHi;
}

function rotateRight<T>(node: Node<T>): Node<T> {
  const top = node.left;
  if (top === null) return node;
  node.left = top.right;
  top.right = node;
  updateMaxHi(node);
  updateMaxHi(top);
  return top;
}

function rotateLeft<T>(node: Node<T>): Node<T> {
  const top = node.right;
  if (top === null) return node;
  node.right = top.left;
  top.left = node;
  updateMaxHi(node);
  updateMaxHi(top);
  return top;
}

function remove<T>(
  node: Node<T> | null,
  lo: string,
  hi: string,
  value: T,
): Node<T> | null {
  if (node === null) return null;
  if (lo === node.lo && hi === node.hi) {
    node.values.delete(value);
    return node.values.size === 0 ? join(node.left, node.right) : node;
  }
  if (isBefore(lo, hi, node)) node.left = remove(node.left, lo, hi, value);
  else node.right = remove(node.right, lo, hi, value);
  updateMaxHi(node);
  return node;
}

/** Joins two subtrees; all intervals in `left` precede those in `right`. */
function join<T>(left: Node<T> | null, right: Node<T> | null): Node<T> | null {
  if (left === null) return right;
  if (right === null) return left;
  if (left.priority > right.priority) {
    left.right = join(left.right, right);
    updateMaxHi(left);
    return left;
  }
  right.left = join(left, right.left);
  updateMaxHi(right);
  return right;
}

function stab<T>(
  node: Node<T> | null,
  key: string,
  visit: (value: T) => void,
): void {
  if (node === null || node.maxHi <= key) return;
  stab(node.left, key, visit);
  if (node.lo > key) return;
  if (key < node.hi) node.values.forEach(visit);
  stab(node.right, key, visit);
}
