import { dirname, join } from "node:path";
import type { AppSource } from "../../src/functions/loading/app-source";
import { keptBundle } from "../../src/functions/loading/kept-bundle";

const FIXTURES = join(import.meta.dirname, "..", "fixtures");

/** The folder of functions in `fixtures/`. */
export const fixture = (name: string) => join(FIXTURES, name);

export const isFixture = (functions: unknown): functions is string =>
  typeof functions === "string" && dirname(functions) === FIXTURES;

const bundles = new Map<string, Promise<AppSource>>();

/** The bundle of a fixture, made once for all files of a worker. */
export function bundleFixture(folder: string): Promise<AppSource> {
  const bundle = bundles.get(folder) ?? keptBundle(folder);
  bundles.set(folder, bundle);
  return bundle;
}
