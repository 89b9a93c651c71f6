import type { Plugin } from "esbuild";
import { packageModulePath, type ModuleSource } from "./app-source";
import { BundleError } from "./bundle-error";
import { BuildMemory } from "./build-memory";
import { runEsbuild, type BuildResult, type KnownModules } from "./esbuild-run";
import { packageImports } from "./package-imports";

/** Entry files of packages by import specifier. */
type Imports = ReadonlyMap<string, string>;

type Packages = {
  /** The same array object while the packages are unchanged. */
  modules: ModuleSource[];
  inputs: BuildResult["inputs"];
};

/**
 * Bundles a component's own files apart from the packages that they import.
 * Packages are nine tenths of a bundle, and an edit does not change them.
 *
 * CommonJS packages are bundled with the files that import them, because the
 * value of such an import depends on the importer.
 */
export class SplitBundle {
  readonly #folder: string;
  readonly #known: KnownModules = new Map();
  readonly #memory = new BuildMemory<Packages>();
  readonly #commonJs = new Set<string>();
  /** The packages in the last or next packages bundle. */
  #imports: Imports = new Map();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * @returns null when files and packages cannot be bundled apart
   * @throws BundleError for the component's own files
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
    // A file in both bundles would have two copies of its state.
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

  /** Keeps the old list if it has all imports: extra packages do no harm. */
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
