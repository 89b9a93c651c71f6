import { sep } from "node:path";
import type { OnResolveArgs, Plugin, PluginBuild } from "esbuild";

type PackageImportsOptions = {
  /** Whether the file belongs into the bundle, though it is a package's. */
  isBundled: (file: string) => boolean;
  /** Is told the name by which a package is imported, and its first file. */
  found: (specifier: string, file: string) => void;
};

/** Marks our own look-ups, so that the plugin lets them through. */
const LOOK_UP = "package-lookup";

/** Leaves packages out of the bundle of the files that import them. */
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

/** Tells files of installed packages from those that somebody works on. */
export function isPackageFile(file: string): boolean {
  return file.includes(`${sep}node_modules${sep}`);
}

function isImport({ kind, namespace }: OnResolveArgs): boolean {
  const isStatement = kind === "import-statement" || kind === "dynamic-import";
  return isStatement && namespace === "file";
}

/** The file is empty for what cannot be found, and esbuild says so itself. */
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
