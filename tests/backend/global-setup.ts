import { join } from "node:path";
import { stopEsbuild } from "../../packages/embedded-convex/src/functions/loading/esbuild-service";
import { keptBundle } from "../../packages/embedded-convex/src/functions/loading/kept-bundle";

const ROOT = join(import.meta.dirname, "../..");
const FIXTURES = join(ROOT, "packages/embedded-convex/tests/fixtures");

/** Bundles what most files run, before each worker would at the same time. What cannot be bundled fails where it is run. */
export async function setup(): Promise<void> {
  const names = ["server-chat", "workshop", "library"];
  const folders = names.map((name) => join(FIXTURES, name));
  folders.push(join(ROOT, "convex"));
  await Promise.allSettled(folders.map((folder) => keptBundle(folder)));
  await stopEsbuild();
}
