import type { AppSource } from "./app-source";
import { bundleApp } from "./bundler";
import { keptBundle } from "./kept-bundle";

/**
 * Begins to bundle, before there is a database to load the functions into.
 *
 * @param functions a functions folder, or its bundled modules
 * @param isProduction keeps the bundle for the next start
 * @returns what gives this bundle at first, and then a new one at each call; it
 *   rejects with a BundleError
 */
export function beginBundling(
  functions: string | AppSource,
  isProduction: boolean,
): () => Promise<AppSource> {
  const bundle = async () => {
    if (typeof functions !== "string") return functions;
    return isProduction ? keptBundle(functions) : bundleApp(functions);
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
