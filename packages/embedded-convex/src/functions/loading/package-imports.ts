import { sep } from "node:path";
import type { OnResolveArgs, Plugin, PluginBuild } from "esbuild";

type PackageImportsOptions = {
  /** Whether to bundle the file even though it belongs to a package. */
  isBundled: (file: string) => boolean;
  /** Called with the specifier of a package and its entry file. */
  found: (specifier: string, file: string) => void;
};

/** Marks the plugin's own look-ups, so that it skips them. */
const LOOK_UP = "package-lookup";

/** Excludes packages from the bundle of the files that import them. */
export function packageImports(options: PackageImportsOptions): Plugin {
  return {
    name: "package-imports",
    setup(build) {
      const lookUps = new Map<string, ReturnType<typeof lookUp>>();
      build.onResolve({ filter: /^[^./#]/ }, async (args) => {
        if (!isImport(args) || isPackageFile(args.importer)) return;
        const key = `${args.resolveDir}\0${args.path}`;
        const known = lookUps.get(key) ?? lookUp(build, args);
        lookUps.set(key, known);
        const { file, sideEffects } = await known;
        if (!isPackageFile(file) || options.isBundled(file)) return;
        options.found(args.path, file);
        return { path: args.path, external: true, sideEffects };
      });
    },
  };
}

/** Whether a file belongs to an installed package. */
export function isPackageFile(file: string): boolean {
  return file.includes(`${sep}node_modules${sep}`);
}

function isImport({ kind, namespace }: OnResolveArgs): boolean {
  const isStatement = kind === "import-statement" || kind === "dynamic-import";
  return isStatement && namespace === "file";
}

/** `file` is empty for unresolved imports; esbuild reports those itself. */
async function lookUp(
  build: PluginBuild,
  { path, kind, resolveDir }: OnResolveArgs,
): Promise<{ file: string; sideEffects: boolean }> {
  const found = await build.resolve(path, {
    kind,
    resolveDir,
    namespace: LOOK_UP,
  });
  const isFile = found.namespace === "file" && !found.external;
  return { file: isFile ? found.path : "", sideEffects: found.sideEffects };
}
