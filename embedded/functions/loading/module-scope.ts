import { createRequire, isBuiltin } from "node:module";
import { posix } from "node:path";
import { compileFunction } from "node:vm";
import { packageModulePath, type ModuleSource } from "./app-source";
import type { CommonJsModule } from "./commonjs";
import type { ModuleGlobals } from "./module-globals";
import type { SourceMaps } from "./source-maps";

/** A module's exports, as evaluation gives them. */
export type ModuleExports = Record<string, unknown>;

/** A module of a component, converted and waiting for its first evaluation. */
export type PreparedModule = {
  path: string;
  environment: ModuleSource["environment"];
  commonJs: CommonJsModule;
};

type ScopeOptions = {
  /** Names its modules in stack traces, if they are not to be translated. */
  name?: string;
  modules: readonly PreparedModule[];
  globals: ModuleGlobals;
  sourceMaps: SourceMaps;
  /** Exports of modules that are not among `modules`, or null. */
  resolveExternal?: (specifier: string) => ModuleExports | null;
};

/** A function of the globals, which all scopes call the same. */
type CompiledModule = {
  /** Unique among all modules: the code's name in stack traces. */
  file: string;
  /** Names of the locals that it takes, in this order. */
  parameters: string[];
  run: ReturnType<typeof compileFunction>;
};

/** Most modules of a load were part of the one before. */
const compiled = new WeakMap<CommonJsModule, CompiledModule>();
let compilations = 0;

const nodeRequire = createRequire(import.meta.url);

/**
 * The evaluated modules of one component instance, linked with each other.
 * Modules are evaluated once, when first required.
 */
export class ModuleScope {
  readonly #options: ScopeOptions;
  readonly #prepared: ReadonlyMap<string, PreparedModule>;
  readonly #evaluated = new Map<string, { exports: ModuleExports }>();

  constructor(options: ScopeOptions) {
    this.#options = options;
    this.#prepared = new Map(options.modules.map((m) => [m.path, m]));
  }

  /** Evaluates a module; throws what its code throws. */
  evaluate(path: string): ModuleExports {
    const evaluated = this.#evaluated.get(path);
    if (evaluated !== undefined) return evaluated.exports;
    const prepared = this.#prepared.get(path);
    if (prepared === undefined) throw new Error(`There is no module ${path}`);
    const module: { exports: ModuleExports } = { exports: {} };
    this.#evaluated.set(path, module);
    this.#run(prepared, module);
    return module.exports;
  }

  #run(
    { path, commonJs, environment }: PreparedModule,
    module: { exports: ModuleExports },
  ): void {
    const { globals, sourceMaps } = this.#options;
    const locals: Record<string, unknown> = {
      ...globals,
      ...(environment === "node" ? nodeGlobals(globals) : {}),
      module,
      exports: module.exports,
      require: (specifier: string) => this.#require(path, specifier),
    };
    const { file, parameters, run } =
      compiled.get(commonJs) ??
      this.#compile(path, commonJs, Object.keys(locals));
    sourceMaps.add(file, commonJs.sourceMaps);
    run(...parameters.map((parameter) => locals[parameter]));
  }

  #compile(
    path: string,
    commonJs: CommonJsModule,
    parameters: string[],
  ): CompiledModule {
    const { name = `convex-${++compilations}:app` } = this.#options;
    const file = `${name}/${path}`;
    const run = compileFunction(commonJs.code, parameters, { filename: file });
    const result = { file, parameters, run };
    compiled.set(commonJs, result);
    return result;
  }

  #require(importer: string, specifier: string): unknown {
    const external = this.#options.resolveExternal?.(specifier);
    if (external) return external;
    if (specifier.startsWith(".")) {
      return this.evaluate(posix.join(posix.dirname(importer), specifier));
    }
    const packagePath = packageModulePath(specifier);
    if (this.#prepared.has(packagePath)) return this.evaluate(packagePath);
    const isNode = this.#prepared.get(importer)?.environment === "node";
    if (isNode && isBuiltin(specifier)) return nodeRequire(specifier);
    throw new Error(`${importer} imports "${specifier}", which is not bundled`);
  }
}

/** Modules that asked for Node get its `process`, with our environment. */
function nodeGlobals(globals: ModuleGlobals): ModuleGlobals {
  const env: unknown = Object(globals.process).env;
  return { process: Object.create(process, { env: { value: env } }) };
}
