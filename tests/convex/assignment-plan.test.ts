import fc from "fast-check";
import { expect, test } from "vitest";
import {
  plan,
  suits,
  type Judge,
  type Pair,
  type Situation,
} from "#convex/judging/assignmentPlan";

const TRACKS = ["game", "cloud"];
const tracks = fc.subarray(TRACKS);
const keyOf = ({ judge, project }: Pair) => `${judge} ${project}`;

/** A generated case with projects, judges, conflicts and tracks. */
function situations(most: { projects: number; judges: number }) {
  return fc
    .record({
      projects: fc.array(tracks, { minLength: 1, maxLength: most.projects }),
      judges: fc.array(
        fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, tracks),
        { minLength: 1, maxLength: most.judges },
      ),
      perProject: fc.integer({ min: 1, max: 4 }),
      conflicts: fc.array(fc.nat(200), { maxLength: 8 }),
      current: fc.array(fc.nat(200), { maxLength: 20 }),
      fixed: fc.array(fc.nat(200), { maxLength: 5 }),
      seed: fc.integer(),
    })
    .map((drawn) => {
      const projects = drawn.projects.map((own, at) => ({
        id: `p${at}`,
        tracks: own,
      }));
      const judges = drawn.judges.map((own, at) => ({
        id: `j${at}`,
        tracks: own,
      }));
      const pairs = projects.flatMap((project) =>
        judges.map((judge) => ({ judge: judge.id, project: project.id })),
      );
      const pick = (numbers: number[]) => [
        ...new Map(
          numbers
            .flatMap((number) => pairs[number % pairs.length] ?? [])
            .map((pair) => [keyOf(pair), pair]),
        ).values(),
      ];
      const conflicts = new Set(pick(drawn.conflicts).map(keyOf));
      const fixed = pick(drawn.fixed);
      const kept = new Set(fixed.map(keyOf));
      let state = drawn.seed;
      return {
        projects,
        judges,
        perProject: drawn.perProject,
        isConflict: (pair: Pair) => conflicts.has(keyOf(pair)),
        fixed,
        current: pick(drawn.current).filter((pair) => !kept.has(keyOf(pair))),
        random: () => ((state = (state * 16_807 + 12_345) >>> 0) % 997) / 997,
      } satisfies Situation;
    });
}

const small = situations({ projects: 3, judges: 4 });
const large = situations({ projects: 20, judges: 12 });

function ableFor(
  { judges, isConflict }: Situation,
  project: Situation["projects"][number],
): Judge[] {
  return judges.filter(
    (judge) =>
      suits(judge, project) &&
      !isConflict({ judge: judge.id, project: project.id }),
  );
}

function loadsOf({ judges }: Situation, pairs: readonly Pair[]): number[] {
  return judges.map(
    ({ id }) => pairs.filter(({ judge }) => judge === id).length,
  );
}

const spread = (loads: number[]) => Math.max(...loads) - Math.min(...loads);
const squares = (loads: number[]) =>
  loads.reduce((sum, load) => sum + load * load, 0);

test("every project gets its judges, as far as there are any who may", () => {
  fc.assert(
    fc.property(large, (situation) => {
      const planned = plan(situation);
      const whole = [...situation.fixed, ...planned];
      expect(new Set(whole.map(keyOf)).size).toBe(whole.length);
      for (const project of situation.projects) {
        const able = ableFor(situation, project).map(({ id }) => id);
        const has = (pairs: readonly Pair[]) =>
          pairs
            .filter((pair) => pair.project === project.id)
            .map(({ judge }) => judge);
        const fixed = has(situation.fixed);
        expect(has(planned).filter((judge) => !able.includes(judge))).toEqual(
          [],
        );
        const free = able.filter((judge) => !fixed.includes(judge)).length;
        const wanted = Math.max(0, situation.perProject - fixed.length);
        expect(has(planned)).toHaveLength(Math.min(wanted, free));
      }
    }),
    { seed: 15, numRuns: 300 },
  );
});

test("judges differ by one project at most where nothing stands in the way", () => {
  fc.assert(
    fc.property(large, (drawn) => {
      const situation = {
        ...drawn,
        judges: drawn.judges.map(({ id }) => ({ id, tracks: [] })),
        isConflict: () => false,
        fixed: [],
      };
      expect(spread(loadsOf(situation, plan(situation)))).toBeLessThanOrEqual(
        1,
      );
    }),
    { seed: 15, numRuns: 200 },
  );
});

/** Every way to choose `count` of the judges. */
function choices(judges: string[], count: number): string[][] {
  if (count === 0) return [[]];
  return judges.flatMap((judge, at) =>
    choices(judges.slice(at + 1), count - 1).map((rest) => [judge, ...rest]),
  );
}

test("with conflicts, tracks and fixed ones no assignment is more even", () => {
  fc.assert(
    fc.property(small, (situation) => {
      const loads = loadsOf(situation, [
        ...situation.fixed,
        ...plan(situation),
      ]);
      // All possible assignments.
      let best = [loadsOf(situation, situation.fixed)];
      for (const project of situation.projects) {
        const fixed = situation.fixed
          .filter((pair) => pair.project === project.id)
          .map(({ judge }) => judge);
        const free = ableFor(situation, project)
          .map(({ id }) => id)
          .filter((id) => !fixed.includes(id));
        const count = Math.min(
          free.length,
          Math.max(0, situation.perProject - fixed.length),
        );
        const grown = best.flatMap((before) =>
          choices(free, count).map((chosen) =>
            before.map(
              (load, at) =>
                load + Number(chosen.includes(situation.judges[at]?.id ?? "")),
            ),
          ),
        );
        best = [...new Map(grown.map((each) => [each.join(), each])).values()];
      }
      expect(squares(loads)).toBe(Math.min(...best.map(squares)));
    }),
    { seed: 15, numRuns: 200 },
  );
});

test("what is even already stays as it is", () => {
  fc.assert(
    fc.property(large, (situation) => {
      const current = plan(situation);
      const again = plan({ ...situation, current });
      expect(again.map(keyOf).toSorted()).toEqual(
        current.map(keyOf).toSorted(),
      );
    }),
    { seed: 15, numRuns: 100 },
  );
});

test("judges meet many others, so that their severities can be compared", () => {
  let state = 1;
  const planned = plan({
    projects: Array.from({ length: 60 }, (_, at) => ({
      id: `p${at}`,
      tracks: [],
    })),
    judges: Array.from({ length: 12 }, (_, at) => ({
      id: `j${at}`,
      tracks: [],
    })),
    perProject: 3,
    isConflict: () => false,
    fixed: [],
    current: [],
    random: () => ((state = (state * 16_807) % 2_147_483_647) % 997) / 997,
  });
  const meetings = new Set(
    planned.flatMap(({ judge, project }) =>
      planned
        .filter((other) => other.project === project && other.judge !== judge)
        .map((other) => `${judge} ${other.judge}`),
    ),
  );
  // Everyone meets everyone.
  expect(meetings.size).toBe(12 * 11);
});
