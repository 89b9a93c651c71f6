import type { Plugin } from "esbuild";
import { packageModulePath, type ModuleSource } from "./app-source";
import { BundleError } from "./bundle-error";
import { BuildMemory } from "./build-memory";
import { runEsbuild, type BuildResult, type KnownModules } from "./esbuild-run";
import { packageImports } from "./package-imports";

/** First files of packages by the names by which they are imported. */
type Imports = ReadonlyMap<string, string>;

type Packages = {
  /** The same object as long as nothing about the packages changes. */
  modules: ModuleSource[];
  inputs: BuildResult["inputs"];
};

/**
 * Bundles a component's own files apart from the packages that they import.
 * Nine tenths of a bundle are packages: after an edit they are still there.
 *
 * Packages that are CommonJS stay with the files that import them: what such
 * an import gives depends on the importer.
 */
export class SplitBundle {
  readonly #folder: string;
  readonly #known: KnownModules = new Map();
  readonly #memory = new BuildMemory<Packages>();
  readonly #commonJs = new Set<string>();
  /** What is or will be in the bundle of the packages. */
  #imports: Imports = new Map();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns null when files and packages cannot be told apart. Throws a
   * BundleError for the component's own files.
   */
  async bundle(
    entryPoints: string[],
    plugins: Plugin[],
  ): Promise<{ modules: ModuleSource[]; packages: ModuleSource[] } | null> {
    const own = await this.#bundleOwn(entryPoints, plugins);
    if (own === null) return null;
    this.#expect(own.imports);
    const packages = await this.#bundlePackages();
    if (packages === null) return null;
    if (this.#learnCommonJs(packages)) return this.bundle(entryPoints, plugins);
    const isTwice = [...own.inputs.keys()].some((f) => packages.inputs.has(f));
    // Two copies of one file would be two sets of its state.
    if (isTwice) return null;
    return { modules: own.modules, packages: packages.modules };
  }

  async #bundleOwn(
    entryPoints: string[],
    plugins: Plugin[],
  ): Promise<(BuildResult & { imports: Imports }) | null> {
    const imports = new Map<string, string>();
    let isAmbiguous = false;
    const built = await runEsbuild({
      folder: this.#folder,
      environment: "isolate",
      entryPoints,
      chunkNames: "_deps/[hash]",
      known: this.#known,
      plugins: [
        ...plugins,
        packageImports({
          isBundled: (file) => this.#commonJs.has(file),
          found: (specifier, file) => {
            isAmbiguous ||= (imports.get(specifier) ?? file) !== file;
            imports.set(specifier, file);
          },
        }),
      ],
    });
    return isAmbiguous ? null : { ...built, imports };
  }

  /** Packages that are not imported any more do no harm. */
  #expect(imports: Imports): void {
    const isExpected = [...imports].every(
      ([specifier, file]) => this.#imports.get(specifier) === file,
    );
    if (!isExpected) this.#imports = imports;
  }

  async #bundlePackages(): Promise<Packages | null> {
    const imports = [...this.#imports].sort(([a], [b]) => (a < b ? -1 : 1));
    try {
      return await this.#memory.get(JSON.stringify(imports), async () => {
        const { modules, inputs } = await this.#build(imports);
        return { result: { modules, inputs }, inputs: inputs.keys() };
      });
    } catch (error) {
      if (error instanceof BundleError) return null;
      throw error;
    }
  }

  #build(imports: [specifier: string, file: string][]): Promise<BuildResult> {
    return runEsbuild({
      folder: this.#folder,
      environment: "isolate",
      entryPoints: imports.map(([specifier, file]) => ({
        in: file,
        out: packageModulePath(specifier).replace(/\.js$/, ""),
      })),
      chunkNames: "_deps/packages/_shared/[hash]",
    });
  }

  #learnCommonJs({ inputs }: Packages): boolean {
    const found = [...this.#imports.values()].filter(
      (file) => inputs.get(file) !== "esm",
    );
    for (const file of found) this.#commonJs.add(file);
    return found.length > 0;
  }
}
