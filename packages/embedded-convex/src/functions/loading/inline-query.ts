import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "../../base/errors";
import { toCommonJs } from "./commonjs";
import { loadEsbuild } from "./esbuild-service";
import type { Surroundings } from "./load-context";
import { createModuleGlobals } from "./module-globals";
import type { ConvertedModule } from "./app-source";
import { ModuleScope } from "./module-scope";
import {
  registeredFunctions,
  type RegisteredFunction,
} from "../app/registered-function";
import { SourceMaps } from "../app/source-maps";

/** The module from which inline queries import their builders. */
const WRAPPERS = "convex:/_system/repl/wrappers.js";
const WRAPPERS_PATH = "wrappers.js";
const WRAPPERS_SOURCE =
  'export { queryGeneric as query, internalQueryGeneric as internalQuery } from "convex/server";';

let wrappers: Promise<ConvertedModule> | undefined;
let queries = 0;

/**
 * Evaluates a module that is not part of the app.
 *
 * @returns the query that it exports as default
 * @throws UserError when it cannot be evaluated or exports no query
 */
export async function inlineQuery(
  path: string,
  source: string,
  surroundings: Surroundings,
): Promise<RegisteredFunction> {
  wrappers ??= bundleWrappers();
  const builders = await wrappers;
  try {
    const modules = [await converted(path, source), builders];
    const scope: ModuleScope = new ModuleScope({
      name: `convex-inline-${++queries}`,
      modules,
      globals: createModuleGlobals(surroundings),
      sourceMaps: new SourceMaps(),
      resolveExternal: (specifier) =>
        specifier === WRAPPERS ? scope.evaluate(WRAPPERS_PATH) : null,
    });
    const exports = scope.evaluate(path);
    const query = registeredFunctions(path, exports, "isolate").find(
      (fn) => fn.path.name === "default" && fn.kind === "query",
    );
    if (query !== undefined) return query;
  } catch (error) {
    throw new UserError(String(error));
  }
  const why = "The module does not export a query as default";
  throw new UserError(why);
}

async function converted(
  path: string,
  source: string,
): Promise<ConvertedModule> {
  const module = { path, source, environment: "isolate" as const };
  return { ...module, commonJs: await toCommonJs(module) };
}

/** Bundles `convex/server`: user code needs a copy that sees our `Convex`. */
async function bundleWrappers(): Promise<ConvertedModule> {
  const { build } = await loadEsbuild();
  const { outputFiles } = await build({
    stdin: {
      contents: WRAPPERS_SOURCE,
      resolveDir: dirname(fileURLToPath(import.meta.url)),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["convex", "module"],
    logLevel: "silent",
  });
  return converted(WRAPPERS_PATH, outputFiles[0]?.text ?? "");
}
