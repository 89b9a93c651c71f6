/**
 * Decides who judges what. Writes and reads nothing; assignments.ts carries it out.
 *
 * Every project gets the same number of judges, or all eligible ones if there are
 * fewer. Then scorecards move along chains of judges while that evens out the judges'
 * loads. When no chain is left, the sum of the squared loads is minimal (Harvey et al.
 * 2006, "Semi-matchings for bipartite graphs and load balancing"), so loads differ by
 * at most one wherever conflicts and tracks allow it.
 */

/**
 * A judge without tracks judges every project; others judge the projects in one of
 * their tracks.
 */
export type Judge = { id: string; tracks: readonly string[] };
export type Project = { id: string; tracks: readonly string[] };
export type Pair = { judge: string; project: string };

export type Situation = {
  projects: readonly Project[];
  judges: readonly Judge[];
  perProject: number;
  /** Whether the judge has a conflict of interest with the project. */
  isConflict: (pair: Pair) => boolean;
  /** Assignments that stay: scored, or made manually. The judge may have left. */
  fixed: readonly Pair[];
  /** Assignments that may move, but are kept where possible. */
  current: readonly Pair[];
  /** Returns a number from 0 to 1, as Math.random does. */
  random: () => number;
};

/** Returns true if the judge's tracks admit the project. */
export function suits(judge: Judge, project: Project): boolean {
  return (
    judge.tracks.length === 0 ||
    judge.tracks.some((track) => project.tracks.includes(track))
  );
}

/** Returns the pairs besides the fixed ones. */
export function plan(situation: Situation): Pair[] {
  const board = new Board(situation);
  board.keepCurrent();
  board.fill();
  while (board.even());
  return board.movable();
}

class Board {
  readonly #situation: Situation;
  /** By project: everyone who judges it, and those who may still be moved. */
  readonly #holders: Map<string, Set<string>>;
  readonly #movable: Map<string, Set<string>>;
  /** By project: everyone who may judge it. */
  readonly #able: Map<string, Set<string>>;
  readonly #loads: Map<string, number>;

  constructor(situation: Situation) {
    this.#situation = situation;
    const { projects, judges, fixed, isConflict } = situation;
    this.#holders = new Map(projects.map(({ id }) => [id, new Set()]));
    this.#movable = new Map(projects.map(({ id }) => [id, new Set()]));
    this.#able = new Map(
      projects.map((project) => {
        const able = judges.filter(
          (judge) =>
            suits(judge, project) &&
            !isConflict({ judge: judge.id, project: project.id }),
        );
        return [project.id, new Set(able.map(({ id }) => id))];
      }),
    );
    this.#loads = new Map(judges.map(({ id }) => [id, 0]));
    for (const pair of fixed) this.#hold(pair);
  }

  /** Keeps the current assignments that are allowed and needed. */
  keepCurrent(): void {
    for (const pair of this.#situation.current) {
      const { judge, project } = pair;
      const isAllowed = this.#able.get(project)?.has(judge) ?? false;
      if (isAllowed && !this.#has(pair)) this.#give(pair);
    }
    for (const { id: project } of this.#situation.projects)
      while (this.#missing(project) < 0) {
        const busiest = [...setOf(this.#movable, project)].toSorted(
          (one, other) => this.#load(other) - this.#load(one),
        )[0];
        if (busiest === undefined) break;
        this.#take({ judge: busiest, project });
      }
  }

  /**
   * Gives each project its missing judges, projects with the fewest eligible judges
   * first.
   */
  fill(): void {
    const { projects, random } = this.#situation;
    const order = projects
      .map((project) => ({ project, at: random() }))
      .toSorted(
        (one, other) =>
          setOf(this.#able, one.project.id).size -
            setOf(this.#able, other.project.id).size || one.at - other.at,
      );
    for (const { project } of order)
      while (this.#missing(project.id) > 0) {
        const judge = this.#bestFor(project);
        if (judge === undefined) break;
        this.#give({ judge, project: project.id });
      }
  }

  /**
   * Moves one scorecard along a chain of judges, to one who has at least two fewer.
   * @returns false if there is no such chain
   */
  even(): boolean {
    const byLoad = [...this.#loads.keys()].toSorted(
      (one, other) => this.#load(other) - this.#load(one),
    );
    return byLoad.some((judge) => this.#relieve(judge));
  }

  movable(): Pair[] {
    return [...this.#movable].flatMap(([project, judges]) =>
      [...judges].map((judge) => ({ judge, project })),
    );
  }

  /** Breadth-first search, so the chain is shortest and visits each judge once. */
  #relieve(busy: string): boolean {
    const cameFrom = new Map<string, Pair | null>([[busy, null]]);
    for (const giver of cameFrom.keys())
      for (const { id: project } of this.#situation.projects) {
        if (!setOf(this.#movable, project).has(giver)) continue;
        for (const taker of setOf(this.#able, project)) {
          if (cameFrom.has(taker) || this.#has({ judge: taker, project }))
            continue;
          cameFrom.set(taker, { judge: giver, project });
          if (this.#load(taker) > this.#load(busy) - 2) continue;
          this.#shift(taker, cameFrom);
          return true;
        }
      }
    return false;
  }

  #shift(last: string, cameFrom: ReadonlyMap<string, Pair | null>): void {
    let taker = last;
    for (
      let step = cameFrom.get(taker);
      step !== undefined && step !== null;
      step = cameFrom.get(taker)
    ) {
      this.#take(step);
      this.#give({ judge: taker, project: step.project });
      taker = step.judge;
    }
  }

  /**
   * The judge with the fewest scorecards; among equals one who has the project's track,
   * then one who shares the fewest projects with its other judges: severities can be
   * estimated only if judges overlap in many combinations.
   */
  #bestFor({ id: project, tracks }: Project): string | undefined {
    const { judges, random } = this.#situation;
    const ranked = judges
      .filter(
        ({ id }) =>
          setOf(this.#able, project).has(id) &&
          !this.#has({ judge: id, project }),
      )
      .map((judge) => ({
        id: judge.id,
        load: this.#load(judge.id),
        isOther: judge.tracks.some((track) => tracks.includes(track)) ? 0 : 1,
        shared: this.#sharedWith(judge.id, project),
        at: random(),
      }))
      .toSorted(
        (one, other) =>
          one.load - other.load ||
          one.isOther - other.isOther ||
          one.shared - other.shared ||
          one.at - other.at,
      );
    return ranked[0]?.id;
  }

  #sharedWith(judge: string, project: string): number {
    const others = [...setOf(this.#holders, project)];
    return [...this.#holders.values()]
      .filter((holders) => holders.has(judge))
      .reduce(
        (sum, holders) =>
          sum + others.filter((other) => holders.has(other)).length,
        0,
      );
  }

  /** How many judges the project lacks; negative if it has too many. */
  #missing(project: string): number {
    return this.#situation.perProject - setOf(this.#holders, project).size;
  }

  #load(judge: string): number {
    return this.#loads.get(judge) ?? 0;
  }

  #has({ judge, project }: Pair): boolean {
    return this.#holders.get(project)?.has(judge) ?? false;
  }

  #give(pair: Pair): void {
    this.#hold(pair);
    this.#movable.get(pair.project)?.add(pair.judge);
  }

  #hold({ judge, project }: Pair): void {
    const holders = this.#holders.get(project);
    if (holders === undefined || holders.has(judge)) return;
    holders.add(judge);
    const load = this.#loads.get(judge);
    if (load !== undefined) this.#loads.set(judge, load + 1);
  }

  #take({ judge, project }: Pair): void {
    this.#movable.get(project)?.delete(judge);
    this.#holders.get(project)?.delete(judge);
    this.#loads.set(judge, this.#load(judge) - 1);
  }
}

function setOf(sets: ReadonlyMap<string, Set<string>>, key: string) {
  return sets.get(key) ?? new Set();
}
