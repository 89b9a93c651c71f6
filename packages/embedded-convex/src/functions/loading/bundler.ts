import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { AppSource, ComponentSource, ModuleSource } from "./app-source";
import { BundleError } from "./bundle-error";
import { componentImports, toDefinitionPath } from "./component-imports";
import { findEntryPoints } from "./entry-points";
import { runEsbuild, type Aliases, type BuildResult } from "./esbuild-run";

type Options = {
  appFolder: string;
  /** Called with the folder of another component as soon as it is known. */
  found: (componentFolder: string) => void;
  onInput: (file: string) => void;
  alias: Aliases;
};

/**
 * Bundles a functions folder and the components that it mounts into the modules
 * that the Convex CLI would push.
 *
 * @param alias folders that take the place of what functions import
 * @param onInput called with each input file
 * @throws BundleError naming file, line and reason
 */
export async function bundleApp(
  functionsFolder: string,
  alias: Aliases = {},
  onInput: (file: string) => void = () => undefined,
): Promise<AppSource> {
  const appFolder = resolve(functionsFolder);
  if (!existsSync(appFolder)) {
    throw new BundleError(`There is no functions folder at ${appFolder}`);
  }
  const started = new Map<string, Promise<ComponentSource>>();
  const found = (folder: string) => {
    if (started.has(folder)) return;
    const options = { appFolder, found, onInput, alias };
    const bundling = bundleComponent(folder, options);
    // Awaited below; this only prevents an unhandled rejection until then.
    bundling.catch(() => undefined);
    started.set(folder, bundling);
  };
  found(appFolder);
  const sources: ComponentSource[] = [];
  // The map grows during the loop, as components import others.
  for (const bundling of started.values()) sources.push(await bundling);
  const [app, ...components] = sources;
  if (app === undefined) throw new Error("The app was not bundled");
  return { app, components };
}

async function bundleComponent(
  folder: string,
  { appFolder, found, onInput, alias }: Options,
): Promise<ComponentSource> {
  const entryPoints = await findEntryPoints(folder);
  const dependencies = new Set<string>();
  const plugin = componentImports(appFolder, folder, (imported) => {
    dependencies.add(toDefinitionPath(appFolder, imported));
    found(imported);
  });
  const [isolate, node] = await Promise.all([
    runEsbuild({
      folder,
      environment: "isolate",
      entryPoints: entryPoints.isolate,
      chunkNames: "_deps/[hash]",
      plugins: [plugin],
      alias,
    }),
    bundleNode(folder, entryPoints.node, alias),
  ]);
  for (const file of [...isolate.inputs, ...node.inputs]) onInput(file);
  const take = (path: string): ModuleSource | null => {
    const at = isolate.modules.findIndex((module) => module.path === path);
    return at < 0 ? null : (isolate.modules.splice(at, 1)[0] ?? null);
  };
  return {
    definitionPath: toDefinitionPath(appFolder, folder),
    definition: take("convex.config.js"),
    schema: take("schema.js"),
    modules: [...isolate.modules, ...node.modules],
    dependencies: [...dependencies].sort(),
  };
}

async function bundleNode(
  folder: string,
  entryPoints: string[],
  alias: Aliases,
): Promise<BuildResult> {
  if (entryPoints.length === 0) return { modules: [], inputs: [] };
  return runEsbuild({
    folder,
    environment: "node",
    entryPoints,
    chunkNames: "_deps/node/[hash]",
    plugins: [],
    alias,
  });
}
