import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Clock } from "../../base/clock";
import type { Logger } from "../../base/logger";
import { UserError } from "../../base/errors";
import { toCommonJs } from "../loading/commonjs";
import { withEsbuild } from "../loading/esbuild-service";
import { createModuleGlobals } from "../loading/module-globals";
import { ModuleScope, type PreparedModule } from "../loading/module-scope";
import {
  registeredFunctions,
  type RegisteredFunction,
} from "../definitions/registered-function";
import { SourceMaps } from "../loading/source-maps";

type Surroundings = {
  clock: Clock;
  logger: Logger;
  environment: Readonly<Record<string, string>>;
};

/** What inline queries import their builders from. */
const WRAPPERS = "convex:/_system/repl/wrappers.js";
const WRAPPERS_PATH = "wrappers.js";
const WRAPPERS_SOURCE =
  'export { queryGeneric as query, internalQueryGeneric as internalQuery } from "convex/server";';

let wrappers: Promise<PreparedModule> | undefined;
let queries = 0;

/**
 * Evaluates a module that is not part of the deployment and returns the query
 * that it exports as default. Throws UserError when it does not.
 */
export async function inlineQuery(
  path: string,
  source: string,
  surroundings: Surroundings,
): Promise<RegisteredFunction> {
  wrappers ??= bundleWrappers();
  const modules = [await prepare(path, source), await wrappers];
  const scope: ModuleScope = new ModuleScope({
    name: `convex-inline-${++queries}`,
    modules,
    globals: createModuleGlobals(surroundings),
    sourceMaps: new SourceMaps(),
    resolveExternal: (specifier) =>
      specifier === WRAPPERS ? scope.evaluate(WRAPPERS_PATH) : null,
  });
  const exports = evaluate(scope, path);
  const query = registeredFunctions(path, exports, "isolate").find(
    (fn) => fn.path.name === "default" && fn.kind === "query",
  );
  if (query !== undefined) return query;
  throw invalid("The module does not export a query as default");
}

function evaluate(scope: ModuleScope, path: string) {
  try {
    return scope.evaluate(path);
  } catch (error) {
    throw invalid(String(error));
  }
}

async function prepare(path: string, source: string): Promise<PreparedModule> {
  try {
    const commonJs = await toCommonJs({ path, source, environment: "isolate" });
    return { path, environment: "isolate", commonJs };
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

/** User code needs a copy of the library that sees our `Convex`. */
async function bundleWrappers(): Promise<PreparedModule> {
  const { outputFiles } = await withEsbuild(() =>
    build({
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
    }),
  );
  return prepare(WRAPPERS_PATH, outputFiles[0]?.text ?? "");
}

function invalid(message: string): UserError {
  return new UserError("InvalidModules", message);
}
