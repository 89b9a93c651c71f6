import { dirname, extname, relative, sep } from "node:path";
import type { OnResolveArgs, Plugin, PluginBuild } from "esbuild";

const STUB_FOLDER = "_componentDeps/";

/**
 * Leaves the definitions of other components out of a component's bundle: an
 * import becomes that of a stub that names the definition by its path, as in
 * the bundles of the Convex CLI. `found` is told each folder.
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

/** The path from the app's folder that identifies a component definition. */
export function toDefinitionPath(appFolder: string, folder: string): string {
  return relative(appFolder, folder).split(sep).join("/");
}

/** What an import of another component's definition gives. */
export function definitionStub(
  definitionPath: string,
  defaultName: string | undefined,
) {
  return {
    __esModule: true,
    default: { componentDefinitionPath: definitionPath, defaultName },
  };
}

/** Reads the definition path out of a stub import; null for other imports. */
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
      // Marks the inner look-up, so that this plugin lets it through.
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
