import { createRequire, isBuiltin } from "node:module";
import { join, posix } from "node:path";
import { compileFunction } from "node:vm";
import type { ModuleExports } from "../app/module";
import type { CommonJsModule, ConvertedModule } from "./app-source";
import type { createModuleGlobals } from "./module-globals";
import type { SourceMaps } from "../app/source-maps";

type ScopeOptions = {
  /** Prefix of file names in stack traces; the default marks mapped files. */
  name?: string;
  modules: readonly ConvertedModule[];
  globals: ReturnType<typeof createModuleGlobals>;
  sourceMaps: SourceMaps;
  /** Resolves imports that are not in `modules`; null if it cannot. */
  resolveExternal?: (specifier: string) => ModuleExports | null;
};

/** Compiled code with the globals as parameters, shared by all scopes. */
type CompiledModule = {
  /** File name in stack traces, unique per module. */
  file: string;
  parameters: string[];
  run: ReturnType<typeof compileFunction>;
};

/** Cache: most modules of a load were part of the previous one. */
const compiled = new WeakMap<CommonJsModule, CompiledModule>();
let compilations = 0;

const nodeRequire = createRequire(import.meta.url);

/** Finds `node.externalPackages` in the folder where the server was started. */
const projectRequire = createRequire(join(process.cwd(), "package.json"));

/** Whether modules with `"use node"` can import a package that is not bundled. */
export function isInstalled(specifier: string): boolean {
  try {
    projectRequire.resolve(specifier);
    return true;
  } catch {
    return false;
  }
}

/**
 * The evaluated modules of one component instance, linked with each other. Each
 * module is evaluated once, when first required.
 */
export class ModuleScope {
  readonly #converted: ReadonlyMap<string, ConvertedModule>;
  readonly #evaluated = new Map<string, { exports: ModuleExports }>();

  constructor(private readonly options: ScopeOptions) {
    this.#converted = new Map(options.modules.map((m) => [m.path, m]));
  }

  /** Evaluates a module; throws what its code throws. */
  evaluate(path: string): ModuleExports {
    const evaluated = this.#evaluated.get(path);
    if (evaluated !== undefined) return evaluated.exports;
    const converted = this.#converted.get(path);
    if (converted === undefined) throw new Error(`There is no module ${path}`);
    const module: { exports: ModuleExports } = { exports: {} };
    this.#evaluated.set(path, module);
    this.#run(converted, module);
    return module.exports;
  }

  #run(
    { path, commonJs, environment }: ConvertedModule,
    module: { exports: ModuleExports },
  ): void {
    const { globals, sourceMaps } = this.options;
    const locals: Record<string, unknown> = {
      ...globals[environment],
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
    const { name = `convex-${++compilations}:app` } = this.options;
    const file = `${name}/${path}`;
    const run = compileFunction(commonJs.code, parameters, { filename: file });
    const result = { file, parameters, run };
    compiled.set(commonJs, result);
    return result;
  }

  #require(importer: string, specifier: string): unknown {
    const external = this.options.resolveExternal?.(specifier);
    if (external) return external;
    if (specifier.startsWith(".")) {
      return this.evaluate(posix.join(posix.dirname(importer), specifier));
    }
    const isNode = this.#converted.get(importer)?.environment === "node";
    if (isNode && isBuiltin(specifier)) {
      const isProcess = /^(node:)?process$/.test(specifier);
      const { process } = this.options.globals.node;
      return isProcess ? process : nodeRequire(specifier);
    }
    if (isNode && isInstalled(specifier)) return projectRequire(specifier);
    throw new Error(`${importer} imports "${specifier}", which is not bundled`);
  }
}
