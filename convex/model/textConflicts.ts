/**
 * Bounds the time that Yjs takes to place insertions. Yjs compares an insertion with
 * all others that were made between the same two neighbours without knowing each other.
 * Pages make few of these, but whoever writes updates by hand can make thousands, which
 * take seconds. Yjs has no limit, so its method is wrapped to count the comparisons.
 */
import * as Y from "yjs";

export class TooManyConflicts extends Error {}

let left = Number.POSITIVE_INFINITY;

/**
 * Runs Yjs with a bound.
 * @throws TooManyConflicts once Yjs would compare more; what it has placed stays
 */
export function withBound<Result>(
  maxComparisons: number,
  work: () => Result,
): Result {
  left = maxComparisons;
  try {
    return work();
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

const integrate = Reflect.get(Y.Item.prototype, "integrate") as (
  this: Y.Item,
  ...args: Parameters<Y.Item["integrate"]>
) => void;

Y.Item.prototype.integrate = function (transaction, offset) {
  if (left !== Number.POSITIVE_INFINITY) count(this, transaction.doc.store);
  integrate.call(this, transaction, offset);
};

/** Takes the steps of the loop in Yjs's own method, without its effects. */
function count(item: Y.Item, store: Parameters<typeof Y.getItem>[0]): void {
  const { parent, right, origin, rightOrigin, id } = item;
  if (!(parent instanceof Y.AbstractType)) return;
  let other = item.left === null ? parent._start : item.left.right;
  const seen = new Set<unknown>();
  for (; other !== null && other !== right; other = other.right) {
    if (--left < 0) throw new TooManyConflicts();
    seen.add(other);
    const isSameOrigin = Y.compareIDs(origin, other.origin);
    const isSamePlace =
      isSameOrigin &&
      other.id.client >= id.client &&
      Y.compareIDs(rightOrigin, other.rightOrigin);
    const isOutside =
      !isSameOrigin &&
      (other.origin === null || !seen.has(Y.getItem(store, other.origin)));
    if (isSamePlace || isOutside) return;
  }
}
