/** What happened: how long everything took, what was refused, and what the deployment has acknowledged. */
import { isAppError } from "#convex/platform/shared/errors";

/** Something that the deployment has acknowledged, and how to see whether it still has it. */
type Fact = { what: string; holds: () => Promise<boolean> };

/** What the deployment counts after a phase, and what it should be by what was acknowledged. */
export type Figure = { what: string; found: number; expected: number };

export class Ledger {
  /** Milliseconds, by what was done. */
  readonly times = new Map<string, number[]>();
  /** How often something was refused, by what was done and the code. */
  readonly refusals = new Map<string, number>();
  /** How many answers pages have got, by query. */
  readonly answers = new Map<string, number>();
  readonly faults: string[] = [];
  readonly lost: string[] = [];
  readonly figures: (Figure & { after: string })[] = [];
  /** By what they are of: a later fact replaces an earlier one. */
  readonly #facts = new Map<string, Fact>();

  /** Notes how long a call takes, unless it fails. */
  async measured<Answer>(
    what: string,
    call: () => Promise<Answer>,
  ): Promise<Answer> {
    const before = performance.now();
    const answer = await call();
    this.took(what, performance.now() - before);
    return answer;
  }

  /** The same. A refusal is noted and gives undefined; other errors are thrown. */
  async timed<Answer>(
    what: string,
    call: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await this.measured(what, call);
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.refused(`${what}: ${error.data.code}`);
      return undefined;
    }
  }

  refused(what: string): void {
    this.refusals.set(what, 1 + (this.refusals.get(what) ?? 0));
  }

  answered(query: string): void {
    this.answers.set(query, 1 + (this.answers.get(query) ?? 0));
  }

  took(what: string, ms: number): void {
    const all = this.times.get(what) ?? [];
    this.times.set(what, all);
    all.push(ms);
  }

  /** @param key names what it is of, such as a person's team */
  acknowledged(key: string, what: string, holds: Fact["holds"]): void {
    this.#facts.set(key, { what, holds });
  }

  /** Returns how much of a kind was acknowledged, such as "team of". */
  count(kind: string): number {
    return [...this.#facts.keys()].filter((key) => key.startsWith(kind)).length;
  }

  noteFigures(after: string, figures: readonly Figure[]): void {
    for (const { what, found, expected } of figures) {
      this.figures.push({ after, what, found, expected });
      if (found !== expected)
        this.lost.push(`${what}: ${found} instead of ${expected} (${after})`);
    }
  }

  /** Looks whether everything acknowledged is still there. @returns how many facts were looked at */
  async check(after: string): Promise<number> {
    const facts = [...this.#facts.values()];
    for (const { what, holds } of facts) {
      if (!(await holds())) this.lost.push(`${what} (${after})`);
    }
    return facts.length;
  }
}
