import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fit, isTooClose, type Card } from "#convex/judging/severity";
import { DEFAULT_CRITERIA, scoreOf } from "#convex/judging/shared/judging";
import { randomOf } from "../../demo/functions/random";

/** Normally distributed (Box and Muller). */
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * An event: 40 projects, each judged by three of ten judges, who give whole marks for four
 * criteria. `spread` is how far the judges' severities differ.
 */
function event(seed: number, spread: number) {
  const random = randomOf(seed);
  const judges = Array.from({ length: 10 }, (_, index) => ({
    id: `judge ${index}`,
    severity: spread * normal(random),
  }));
  const projects = Array.from({ length: 40 }, (_, index) => ({
    id: `project ${index}`,
    quality: 3 + 0.6 * normal(random),
  }));
  const cards = projects.flatMap(({ id, quality }) =>
    judges
      .map((judge) => ({ judge, at: random() }))
      .toSorted((one, other) => one.at - other.at)
      .slice(0, 3)
      .map(({ judge }): Card => {
        const marks = DEFAULT_CRITERIA.map((criterion) => {
          const felt = quality - judge.severity + 0.5 * normal(random);
          return [criterion.id, Math.min(5, Math.max(1, Math.round(felt)))];
        });
        const score = scoreOf(
          DEFAULT_CRITERIA,
          Object.fromEntries(marks) as Record<string, number>,
        );
        return { judge: judge.id, project: id, score };
      }),
  );
  return { judges, projects, cards };
}

/** The share of pairs of projects that a ranking has in their true order (Kendall). */
function agreement(
  projects: { id: string; quality: number }[],
  scores: ReadonlyMap<string, number>,
): number {
  const pairs = projects.flatMap((one, index) =>
    projects.slice(index + 1).map((other) => {
      const trueOrder = Math.sign(one.quality - other.quality);
      const order = (scores.get(one.id) ?? 0) - (scores.get(other.id) ?? 0);
      return order === 0 ? 0.5 : Math.sign(order) === trueOrder ? 1 : 0;
    }),
  );
  return pairs.reduce<number>((sum, right) => sum + right, 0) / pairs.length;
}

const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);
const mean = (values: number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const compared = (spread: number) =>
  SEEDS.map((seed) => {
    const { projects, cards } = event(seed, spread);
    const { fair, raw } = fit(cards);
    return { fair: agreement(projects, fair), raw: agreement(projects, raw) };
  });

test("judges of known severity who differ much: the true order is recovered better than by raw means", () => {
  const events = compared(0.8);
  const gain = mean(events.map(({ fair, raw }) => fair - raw));
  expect(gain).toBeGreaterThan(0.05);
  const better = events.filter(({ fair, raw }) => fair > raw);
  expect(better.length).toBeGreaterThanOrEqual(38);
});

test("judges of known severity who hardly differ: it is recovered as well", () => {
  const events = compared(0);
  const gain = mean(events.map(({ fair, raw }) => fair - raw));
  expect(Math.abs(gain)).toBeLessThan(0.005);
});

test("judges of known severity are found to be as severe as they are, and the estimates centre on 0", () => {
  const { judges, cards } = event(7, 0.8);
  const { severity } = fit(cards);
  const found = judges.map(({ id }) => severity.get(id) ?? 0);
  const known = judges.map((judge) => judge.severity);
  const level = mean(known);
  judges.forEach((_, at) => {
    const off = (found[at] ?? 0) - ((known[at] ?? 0) - level);
    expect(Math.abs(off)).toBeLessThan(0.45);
  });
  expect(mean(found)).toBeCloseTo(0, 8);
});

describe("how sure a place is", () => {
  /** All pairs of an event: how far the estimate is off, in standard errors, and whether the order is right. */
  const pairsOf = (spread: number) =>
    SEEDS.flatMap((seed) => {
      const { projects, cards } = event(seed, spread);
      const fitted = fit(cards);
      const scoreOf = (id: string) => fitted.fair.get(id) ?? 0;
      return projects.flatMap((one, index) =>
        projects.slice(index + 1).map((other) => {
          const found = scoreOf(one.id) - scoreOf(other.id);
          const known = one.quality - other.quality;
          return {
            off: (found - known) / fitted.errorBetween(one.id, other.id),
            isApart: !isTooClose(fitted, one.id, other.id),
            isRight: found * known > 0,
          };
        }),
      );
    });
  type Pair = ReturnType<typeof pairsOf>[number];
  const share = (pairs: Pair[], isOne: (pair: Pair) => boolean) =>
    pairs.filter(isOne).length / pairs.length;

  test.each([0, 0.8])(
    "is what the true qualities say, of judges who differ by %f",
    (spread) => {
      const pairs = pairsOf(spread);
      // Of a normal distribution, 90 % are within 1.645 standard errors.
      const within = share(pairs, ({ off }) => Math.abs(off) < 1.645);
      expect(within).toBeGreaterThan(0.87);
      expect(within).toBeLessThan(0.92);
      const apart = pairs.filter(({ isApart }) => isApart);
      expect(apart.length / pairs.length).toBeGreaterThan(0.6);
      expect(share(apart, ({ isRight }) => isRight)).toBeGreaterThan(0.98);
      const close = pairs.filter(({ isApart }) => !isApart);
      expect(share(close, ({ isRight }) => isRight)).toBeLessThan(0.8);
    },
  );

  test("is better known of projects that the same judges have seen", () => {
    const { errorBetween } = fit([
      ...event(7, 0.8).cards,
      ...["judge 0", "judge 1"].flatMap((judge, at) => [
        { judge, project: "one", score: 3 + at },
        { judge, project: "same", score: 3 + at },
      ]),
      ...["judge 2", "judge 3"].map((judge, at) => ({
        judge,
        project: "other",
        score: 3 + at,
      })),
    ]);
    expect(errorBetween("one", "same")).toBeLessThan(
      errorBetween("one", "other"),
    );
    expect(errorBetween("one", "other")).toBe(errorBetween("other", "one"));
  });

  test("is not known where each project has one judge", () => {
    const fitted = fit([
      { judge: "a", project: "A", score: 5 },
      { judge: "b", project: "B", score: 1 },
    ]);
    expect(isTooClose(fitted, "A", "B")).toBe(true);
  });
});

test("a severe judge's only project is not punished for it", () => {
  const cards = ["A", "B", "C", "D", "E"].flatMap((project) => [
    { judge: "mild", project, score: 4 },
    { judge: "severe", project, score: 2 },
  ]);
  cards.push({ judge: "severe", project: "F", score: 2 });
  cards.push({ judge: "mild", project: "G", score: 4 });
  const { fair, raw, severity } = fit(cards);
  expect([raw.get("F"), raw.get("G")]).toEqual([2, 4]);
  expect(fair.get("F")).toBeCloseTo(3, 1);
  expect(fair.get("G")).toBeCloseTo(3, 1);
  expect(severity.get("severe")).toBeCloseTo(1, 1);
});

test.each<[string, Card[]]>([
  ["nobody scored", []],
  [
    "each project has one judge",
    [
      { judge: "a", project: "A", score: 5 },
      { judge: "b", project: "B", score: 1 },
    ],
  ],
  [
    "all judges agree",
    [
      { judge: "a", project: "A", score: 5 },
      { judge: "b", project: "A", score: 5 },
      { judge: "a", project: "B", score: 1 },
      { judge: "b", project: "B", score: 1 },
    ],
  ],
])("where %s, the fair score is the mean", (_title, cards) => {
  const { fair, raw, severity } = fit(cards);
  expect(fair).toEqual(raw);
  expect([...severity.values()].every((value) => value === 0)).toBe(true);
});

test("whatever is scored, estimates are numbers and centre on 0", () => {
  const card = fc.record({
    judge: fc.constantFrom("a", "b", "c", "d"),
    project: fc.constantFrom("A", "B", "C", "D", "E"),
    score: fc.integer({ min: 4, max: 20 }).map((quarters) => quarters / 4),
  });
  const cards = fc.uniqueArray(card, {
    selector: ({ judge, project }) => judge + project,
  });
  fc.assert(
    fc.property(cards, (scored) => {
      const { fair, raw, severity } = fit(scored);
      expect([...fair.keys()]).toEqual([...raw.keys()]);
      for (const value of [...fair.values(), ...severity.values()])
        expect(Number.isFinite(value)).toBe(true);
      const found = [...severity.values()];
      expect(found.length === 0 ? 0 : mean(found)).toBeCloseTo(0, 6);
    }),
    { seed: 15, numRuns: 300 },
  );
});
