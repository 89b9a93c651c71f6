/**
 * Corrects scores for each judge's severity, and says how sure the result is. A pure
 * computation.
 *
 * The model is additive with two factors: score = mean + quality of the project +
 * leniency of the judge + error. Qualities are found by least squares. Leniencies are
 * shrunk towards 0, as random effects of a mixed model (Henderson 1975): a judge with
 * few scorecards is corrected little. The shrinkage follows from the variances of
 * judges and of the error, which are estimated by restricted maximum likelihood (REML)
 * with the EM algorithm. docs/decisions/judging.md gives the reasons for this method,
 * and its limits.
 *
 * Standard errors come from the same equations. The inverse of the mixed model's matrix,
 * times the error's variance, is the covariance of its estimates (Henderson 1975, eq. 3).
 * With the judges absorbed (S = A + ratio · I, below), that of two projects' qualities is
 *
 *   var(one − other) = error variance · (1/n + 1/m + (p − q)' S⁻¹ (p − q))
 *
 * where n and m are their numbers of scorecards, and p and q hold 1/n or 1/m for each of
 * their judges: two projects with the same judges are compared better than others.
 */

/** `score`: the weighted mean of one scorecard. */
export type Card = { judge: string; project: string; score: number };

export type Fit = {
  /** The project's mean, corrected for its judges' leniencies. */
  fair: Map<string, number>;
  raw: Map<string, number>;
  /** By how much a judge gives less than the others; the mean of all is 0. */
  severity: Map<string, number>;
  /**
   * The standard error of the difference between two projects' fair scores; infinite where
   * nothing is known of it, because no project has two scorecards.
   */
  errorBetween: (one: string, other: string) => number;
};

/**
 * How many standard errors apart two projects must be to be told apart: the better one is
 * then the better one with a probability of 95 %.
 */
const APART = 1.645;

/** Whether the scores cannot tell which of two projects is better. */
export function isTooClose(
  { fair, errorBetween }: Pick<Fit, "fair" | "errorBetween">,
  one: string,
  other: string,
): boolean {
  const apart = Math.abs((fair.get(one) ?? 0) - (fair.get(other) ?? 0));
  return apart <= APART * errorBetween(one, other);
}

const MAX_ROUNDS = 60;
const CLOSE_ENOUGH = 1e-6;
/** Bounds of the ratio of the variances, for data in which one of them is 0. */
const RATIO = { least: 1e-3, most: 1e6 };

/** Fits the model. A judge scores a project at most once. */
export function fit(cards: readonly Card[]): Fit {
  const raw = meansOf(cards, ({ score }) => score);
  const { leniency, spread } = solve(cards, raw);
  const fair = meansOf(
    cards,
    ({ score, judge }) => score - (leniency.get(judge) ?? 0),
  );
  const severity = new Map(
    [...leniency].map(([judge, value]) => [judge, value === 0 ? 0 : -value]),
  );
  return { fair, raw, severity, errorBetween: errorsOf(cards, spread) };
}

/** The variance of the error, and S⁻¹ with the judges' places in it. */
type Spread = {
  chance: number;
  inverse: readonly number[][];
  place: ReadonlyMap<string, number>;
};

function errorsOf(
  cards: readonly Card[],
  { chance, inverse, place }: Spread,
): Fit["errorBetween"] {
  const groups = byProject(cards);
  return (one, other) => {
    const weights = inverse.map(() => 0);
    let variance = 0;
    for (const [project, sign] of [
      [one, 1],
      [other, -1],
    ] as const) {
      const own = groups.get(project) ?? [];
      variance += 1 / own.length;
      for (const { judge } of own)
        add(weights, place.get(judge) ?? 0, sign / own.length);
    }
    variance += dot(
      weights,
      inverse.map((row) => dot(row, weights)),
    );
    return Math.sqrt(chance * variance);
  };
}

function meansOf(cards: readonly Card[], valueOf: (card: Card) => number) {
  return new Map(
    [...byProject(cards)].map(([project, own]) => [
      project,
      own.reduce((sum, card) => sum + valueOf(card), 0) / own.length,
    ]),
  );
}

/**
 * Solves (A + ratio · I) leniency = b, after absorbing the projects' qualities: A and b
 * are the coefficients of the judges and the scores relative to each project's mean.
 */
function solve(cards: readonly Card[], raw: ReadonlyMap<string, number>) {
  const judges = [...new Set(cards.map(({ judge }) => judge))];
  const place = new Map(judges.map((judge, index) => [judge, index]));
  const a = judges.map(() => judges.map(() => 0));
  const b = judges.map(() => 0);
  let total = 0;
  for (const own of byProject(cards).values()) {
    for (const { judge, project, score } of own) {
      const row = place.get(judge) ?? 0;
      const rest = score - (raw.get(project) ?? 0);
      add(b, row, rest);
      total += rest * rest;
      add(a[row], row, 1);
      for (const other of own)
        add(a[row], place.get(other.judge) ?? 0, -1 / own.length);
    }
  }
  const freedom = cards.length - raw.size;
  // One judge per project, or judges who agree: there is no severity to estimate.
  const { solved, chance, inverse } =
    freedom <= 0 || total < CLOSE_ENOUGH
      ? { solved: [], chance: freedom <= 0 ? Infinity : 0, inverse: [] }
      : estimate({ a, b, total, freedom });
  return {
    leniency: new Map(
      judges.map((judge, index) => [judge, solved[index] ?? 0]),
    ),
    spread: { chance, inverse, place },
  };
}

/** Alternates between the leniencies and the variances that fit them best. */
function estimate({
  a,
  b,
  total,
  freedom,
}: {
  a: number[][];
  b: number[];
  total: number;
  freedom: number;
}): { solved: number[]; chance: number; inverse: number[][] } {
  let ratio = 1;
  for (let round = 0; ; round++) {
    const inverse = inverseOf(
      a.map((row, at) =>
        row.map((value, column) => value + (at === column ? ratio : 0)),
      ),
    );
    const solved = inverse.map((row) => dot(row, b));
    const chance = (total - dot(solved, b)) / freedom;
    const trace = inverse.reduce((sum, row, at) => sum + (row[at] ?? 0), 0);
    const ofJudges = (dot(solved, solved) + chance * trace) / b.length;
    const next = Math.min(Math.max(chance / ofJudges, RATIO.least), RATIO.most);
    if (round === MAX_ROUNDS || Math.abs(next - ratio) < CLOSE_ENOUGH * ratio)
      return { solved, chance, inverse };
    ratio = next;
  }
}

function byProject(cards: readonly Card[]): Map<string, Card[]> {
  const groups = new Map<string, Card[]>();
  for (const card of cards)
    groups.set(card.project, [...(groups.get(card.project) ?? []), card]);
  return groups;
}

function add(row: number[] | undefined, at: number, value: number): void {
  if (row !== undefined) row[at] = (row[at] ?? 0) + value;
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

/** Inverts a symmetric, positive definite matrix (Gauss and Jordan; no pivoting needed). */
function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [
    ...row,
    ...Array.from({ length: size }, (_, column) => (column === at ? 1 : 0)),
  ]);
  rows.forEach((pivotRow, pivot) => {
    const divisor = pivotRow[pivot] ?? 1;
    pivotRow.forEach((value, column) => (pivotRow[column] = value / divisor));
    rows.forEach((row, at) => {
      const factor = row[pivot] ?? 0;
      if (at === pivot || factor === 0) return;
      row.forEach((value, column) => {
        row[column] = value - factor * (pivotRow[column] ?? 0);
      });
    });
  });
  return rows.map((row) => row.slice(size));
}
