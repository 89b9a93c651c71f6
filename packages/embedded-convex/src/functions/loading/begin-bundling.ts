import type { AppSource } from "./app-source";
import { bundleApp } from "./bundler";
import type { Aliases } from "./esbuild-run";
import { keptBundle } from "./kept-bundle";

/**
 * Begins to bundle, before there is a database to load the functions into.
 *
 * @param functions a functions folder, or its bundled modules
 * @param isProduction keeps the bundle for the next start
 * @param alias folders that take the place of what functions import
 * @returns what gives this bundle at first, and then a new one at each call; it
 *   rejects with a BundleError
 */
export function beginBundling(
  functions: string | AppSource,
  isProduction: boolean,
  alias: Aliases,
): () => Promise<AppSource> {
  const bundle = async () => {
    if (typeof functions !== "string") return functions;
    const bundleOf = isProduction ? keptBundle : bundleApp;
    return bundleOf(functions, alias);
  };
  let begun: Promise<AppSource> | null = bundle();
  // It is awaited later; this only prevents an unhandled rejection until then.
  begun.catch(() => undefined);
  return () => {
    const first = begun;
    begun = null;
    return first ?? bundle();
  };
}
