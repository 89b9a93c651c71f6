import type { ComponentSource, ModuleSource } from "./app-source";
import { BuildMemory } from "./build-memory";
import { componentImports, toDefinitionPath } from "./component-imports";
import { findEntryPoints, type EntryPoints } from "./entry-points";
import { runEsbuild, type KnownModules } from "./esbuild-run";
import { isPackageFile } from "./package-imports";
import { SplitBundle } from "./split-bundle";

type Bundle = {
  modules: ModuleSource[];
  packages?: ModuleSource[];
  /** Folders of the components that the definition imports. */
  dependencies: ReadonlySet<string>;
};

/** Called with the folder of another component as soon as it is known. */
type Found = (componentFolder: string) => void;

/** Bundles one component, once or repeatedly. */
export class ComponentBundler {
  readonly #appFolder: string;
  readonly #folder: string;
  readonly #split: SplitBundle;
  readonly #isolate = new BuildMemory<Bundle>();
  readonly #node = new BuildMemory<ModuleSource[]>();
  readonly #known: KnownModules = new Map();
  #last: ComponentSource | null = null;

  constructor(appFolder: string, folder: string) {
    this.#appFolder = appFolder;
    this.#folder = folder;
    this.#split = new SplitBundle(folder);
  }

  /** Bundles everything, as for a deployment. Throws BundleError. */
  async bundle(
    found: Found,
    onInput: (file: string) => void = () => undefined,
  ): Promise<ComponentSource> {
    const entryPoints = await findEntryPoints(this.#folder);
    const [isolate, node] = await Promise.all([
      this.#bundleWhole(entryPoints.isolate, found),
      this.#bundleNode(entryPoints.node),
    ]);
    for (const { inputs } of [isolate, node]) {
      for (const file of inputs) onInput(file);
    }
    return this.#toSource(isolate.result, node.result);
  }

  /**
   * Bundles what has changed, packages apart from the component's own files.
   * Returns the same object as before when nothing has changed. Throws
   * BundleError.
   */
  async update(found: Found): Promise<ComponentSource> {
    const entryPoints = await findEntryPoints(this.#folder);
    const [isolate, node] = await Promise.all([
      this.#updateIsolate(entryPoints, found),
      this.#node.get(entryPoints.node.join("\n"), () =>
        this.#bundleNode(entryPoints.node),
      ),
    ]);
    const source = this.#toSource(isolate, node);
    if (this.#last === null || !isSame(this.#last, source)) this.#last = source;
    return this.#last;
  }

  async #updateIsolate(
    { isolate }: EntryPoints,
    found: Found,
  ): Promise<Bundle> {
    const bundle =
      (await this.#bundleSplit(isolate, found)) ??
      (await this.#isolate.get(isolate.join("\n"), () =>
        this.#bundleWhole(isolate, found),
      ));
    // A cached bundle has not called `found`.
    for (const folder of bundle.dependencies) found(folder);
    return bundle;
  }

  async #bundleSplit(
    entryPoints: string[],
    found: Found,
  ): Promise<Bundle | null> {
    // A component in node_modules changes as rarely as the packages it imports.
    if (isPackageFile(this.#folder)) return null;
    const { dependencies, plugin } = this.#componentImports(found);
    const split = await this.#split.bundle(entryPoints, [plugin]);
    return split && { ...split, dependencies };
  }

  async #bundleWhole(entryPoints: string[], found: Found) {
    const { dependencies, plugin } = this.#componentImports(found);
    const { modules, inputs } = await runEsbuild({
      folder: this.#folder,
      environment: "isolate",
      entryPoints,
      chunkNames: "_deps/[hash]",
      plugins: [plugin],
    });
    const result: Bundle = { modules, dependencies };
    return { result, inputs: inputs.keys() };
  }

  async #bundleNode(entryPoints: string[]) {
    if (entryPoints.length === 0) return { result: [], inputs: [] };
    const { modules, inputs } = await runEsbuild({
      folder: this.#folder,
      environment: "node",
      entryPoints,
      chunkNames: "_deps/node/[hash]",
      known: this.#known,
    });
    return { result: modules, inputs: inputs.keys() };
  }

  #componentImports(found: Found) {
    const dependencies = new Set<string>();
    const plugin = componentImports(this.#appFolder, this.#folder, (folder) => {
      dependencies.add(folder);
      found(folder);
    });
    return { dependencies, plugin };
  }

  #toSource(isolate: Bundle, node: ModuleSource[]): ComponentSource {
    const { modules, packages, dependencies } = isolate;
    const find = (path: string) => modules.find((m) => m.path === path) ?? null;
    const definition = find("convex.config.js");
    const schema = find("schema.js");
    const others = modules.filter((m) => m !== definition && m !== schema);
    const toPath = (folder: string) =>
      toDefinitionPath(this.#appFolder, folder);
    return {
      definitionPath: toPath(this.#folder),
      definition,
      schema,
      modules: [...others, ...node],
      ...(packages && { packages }),
      dependencies: [...dependencies].map(toPath).sort(),
    };
  }
}

function isSame(a: ComponentSource, b: ComponentSource): boolean {
  return (
    a.definition === b.definition &&
    a.schema === b.schema &&
    a.packages === b.packages &&
    hasSame(a.modules, b.modules) &&
    hasSame(a.dependencies, b.dependencies)
  );
}

function hasSame<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
