/**
 * The order of the finalists, from the scores and from the orders that the judges of the
 * final have given. A pure computation.
 */

/**
 * Returns the finalists in groups, the best first; those in one group are tied. Where the
 * scores tell two apart, the scores decide; where they do not, the lower sum of the places
 * that the judges gave.
 * @param isBetter whether the scores tell that one is better; this must have no circles
 * @param orders the judges' orders, each of all finalists
 */
export function placed<Id extends string>(
  finalists: readonly Id[],
  isBetter: (one: Id, other: Id) => boolean,
  orders: readonly (readonly Id[])[],
): Id[][] {
  const sumOf = (id: Id) =>
    orders.reduce((sum, order) => sum + order.indexOf(id), 0);
  const groups: Id[][] = [];
  let left = finalists;
  while (left.length > 0) {
    const free = left.filter((id) => !left.some((it) => isBetter(it, id)));
    const least = Math.min(...free.map(sumOf));
    const best = free.filter((id) => sumOf(id) === least);
    groups.push(best);
    left = left.filter((id) => !best.includes(id));
  }
  return groups;
}
