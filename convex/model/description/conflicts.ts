/**
 * Bounds the time that Yjs takes to place insertions. Yjs compares an insertion with
 * all others that were made between the same two neighbours without knowing each other.
 * Pages make few of these, but whoever writes updates by hand can make thousands, which
 * take seconds. Yjs has no limit, so its method is wrapped to count the comparisons.
 */
import * as Y from "yjs";

export class TooManyConflicts extends Error {}

/** Comparisons so far, while they are counted. */
let made: number | null = null;
let allowed = Number.POSITIVE_INFINITY;

/**
 * Runs Yjs, and returns how often it has compared.
 * @throws TooManyConflicts once it would compare more than `max` times; what it has
 *   placed stays
 */
export function comparisonsOf(
  work: () => void,
  max = Number.POSITIVE_INFINITY,
): number {
  made = 0;
  allowed = max;
  try {
    work();
    return made;
  } finally {
    made = null;
  }
}

const integrate = Reflect.get(Y.Item.prototype, "integrate") as (
  this: Y.Item,
  ...args: Parameters<Y.Item["integrate"]>
) => void;

Y.Item.prototype.integrate = function (transaction, offset) {
  if (made !== null) made += comparisonsFor(this, transaction.doc.store, made);
  integrate.call(this, transaction, offset);
};

/** Takes the steps of the loop in Yjs's own method, without its effects. */
function comparisonsFor(
  item: Y.Item,
  store: Parameters<typeof Y.getItem>[0],
  before: number,
): number {
  const { parent, right, origin, rightOrigin, id } = item;
  if (!(parent instanceof Y.AbstractType)) return 0;
  let other = item.left === null ? parent._start : item.left.right;
  const seen = new Set<unknown>();
  for (; other !== null && other !== right; other = other.right) {
    seen.add(other);
    if (before + seen.size > allowed) throw new TooManyConflicts();
    const isSameOrigin = Y.compareIDs(origin, other.origin);
    const isSamePlace =
      isSameOrigin &&
      other.id.client >= id.client &&
      Y.compareIDs(rightOrigin, other.rightOrigin);
    const isOutside =
      !isSameOrigin &&
      (other.origin === null || !seen.has(Y.getItem(store, other.origin)));
    if (isSamePlace || isOutside) break;
  }
  return seen.size;
}
