import { dirname, extname, relative, sep } from "node:path";
import type { OnResolveArgs, Plugin, PluginBuild } from "esbuild";

const STUB_FOLDER = "_componentDeps/";

/**
 * Excludes the definitions of other components from a component's bundle. Each
 * import is replaced by that of a stub whose name contains the definition's
 * path, as in bundles of the Convex CLI.
 *
 * @param found called with the folder of each imported component
 */
export function componentImports(
  appFolder: string,
  folder: string,
  found: (componentFolder: string) => void,
): Plugin {
  return {
    name: "component-imports",
    setup(build) {
      build.onResolve({ filter: /convex\.config/ }, async (args) => {
        if (args.kind === "entry-point" || args.namespace !== "file") return;
        const file = await resolveDefinition(build, args);
        if (file === undefined || dirname(file) === folder) return;
        found(dirname(file));
        const path = toDefinitionPath(appFolder, dirname(file));
        return { path: `./${stubPath(path)}`, external: true };
      });
    },
  };
}

/** @returns the path from the app's folder that identifies a definition */
export function toDefinitionPath(appFolder: string, folder: string): string {
  return relative(appFolder, folder).split(sep).join("/");
}

/** @returns the exports of the stub for another component's definition */
export function definitionStub(
  definitionPath: string,
  defaultName: string | undefined,
) {
  return {
    __esModule: true,
    default: { componentDefinitionPath: definitionPath, defaultName },
  };
}

/** @returns the definition path in a stub's name; null for other imports */
export function definitionPathOfStub(specifier: string): string | null {
  const start = specifier.indexOf(STUB_FOLDER);
  if (start < 0) return null;
  const encoded = specifier.slice(start + STUB_FOLDER.length);
  return Buffer.from(encoded, "base64url").toString("utf8");
}

function stubPath(definitionPath: string): string {
  return STUB_FOLDER + Buffer.from(definitionPath).toString("base64url");
}

async function resolveDefinition(
  build: PluginBuild,
  args: OnResolveArgs,
): Promise<string | undefined> {
  for (const candidate of spellings(args.path)) {
    const { path } = await build.resolve(candidate, {
      kind: args.kind,
      resolveDir: args.resolveDir,
      // Marks the inner look-up, so that this plugin skips it.
      namespace: "definition-lookup",
    });
    if (path !== "") return path;
  }
  return undefined;
}

function spellings(path: string): string[] {
  const extension = extname(path);
  if (extension === ".js") return [path, `${path.slice(0, -3)}.ts`];
  if (extension === ".ts") return [path];
  return [path, `${path}.js`, `${path}.ts`];
}
