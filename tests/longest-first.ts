import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Modules that start processes or the product: files that import them take longest,
 * however short they are.
 */
const SLOW =
  /from "(?:node:child_process|[^"]*\/(?:child-server|project|stage))"/;

/**
 * Starts the longest files first, so that no worker is left with one at the end. Vitest
 * knows durations after the first run only, and sizes before. Files of one project stay
 * together, because a worker serves one project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(
    files: TestSpecification[],
  ): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Map<string, TestSpecification[]>();
    for (const file of sorted) {
      const { name } = file.project;
      projects.set(name, [...(projects.get(name) ?? []), file]);
    }
    // Vitest runs the projects of one group side by side: the few that need a process each do not come last.
    const groups = [...projects.values()].sort(
      (a, b) => rankOf(a[0]) - rankOf(b[0]),
    );
    return groups.flatMap((group) => {
      const slow = group.filter(isSlow);
      return [...slow, ...group.filter((file) => !slow.includes(file))];
    });
  }
}

function rankOf(file: TestSpecification | undefined): number {
  const { sequence, isolate } = file?.project.config ?? {};
  return (sequence?.groupOrder ?? 0) * 2 + (isolate === true ? 0 : 1);
}

function isSlow({ moduleId }: TestSpecification): boolean {
  return SLOW.test(readFileSync(moduleId, "utf8"));
}
