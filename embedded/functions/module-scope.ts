import { createRequire, isBuiltin } from "node:module";
import { posix } from "node:path";
import { compileFunction } from "node:vm";
import type { ModuleSource } from "./app-source";
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
  /** Names the scope in stack traces; unique among all scopes ever made. */
  name: string;
  modules: readonly PreparedModule[];
  globals: ModuleGlobals;
  sourceMaps: SourceMaps;
  /** Exports of modules that are not among `modules`, or null. */
  resolveExternal?: (specifier: string) => ModuleExports | null;
};

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
    this.#compile(prepared, module);
    return module.exports;
  }

  #compile(
    { path, commonJs, environment }: PreparedModule,
    module: { exports: ModuleExports },
  ): void {
    const { name, globals, sourceMaps } = this.#options;
    const file = `${name}/${path}`;
    sourceMaps.add(file, commonJs.sourceMap);
    const locals = {
      ...globals,
      ...(environment === "node" ? nodeGlobals(globals) : {}),
      module,
      exports: module.exports,
      require: (specifier: string) => this.#require(path, specifier),
    };
    const run = compileFunction(commonJs.code, Object.keys(locals), {
      filename: file,
    });
    run(...Object.values(locals));
  }

  #require(importer: string, specifier: string): unknown {
    const external = this.#options.resolveExternal?.(specifier);
    if (external) return external;
    if (specifier.startsWith(".")) {
      return this.evaluate(posix.join(posix.dirname(importer), specifier));
    }
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
