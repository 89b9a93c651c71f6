import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import {
  build,
  type BuildOptions,
  type OutputFile,
  type Plugin,
} from "esbuild";
import type { AppSource, ComponentSource, ModuleSource } from "./app-source";
import { BundleError, bundleErrorFrom, isBuildFailure } from "./bundle-error";
import {
  componentImports,
  findDefinition,
  toDefinitionPath,
} from "./component-imports";
import { findEntryPoints } from "./entry-points";

/**
 * Bundles a functions folder, and the components that it mounts, into the
 * modules that the Convex CLI would push. Throws a BundleError whose message
 * names file, line and reason.
 */
export async function bundleApp(functionsFolder: string): Promise<AppSource> {
  const appFolder = resolve(functionsFolder);
  if (!existsSync(appFolder)) {
    throw new BundleError(`There is no functions folder at ${appFolder}`);
  }
  const app = bundleComponent(appFolder, appFolder);
  const components = await bundleDependencies(appFolder, (await app).folders);
  return { app: (await app).source, components };
}

type BundledComponent = { source: ComponentSource; folders: string[] };

async function bundleDependencies(
  appFolder: string,
  folders: readonly string[],
  seen = new Set<string>(),
): Promise<ComponentSource[]> {
  const fresh = folders.filter((folder) => !seen.has(folder));
  for (const folder of fresh) seen.add(folder);
  const bundled = await Promise.all(
    fresh.map((folder) => bundleComponent(appFolder, folder)),
  );
  const sources = bundled.map(({ source }) => source);
  for (const { folders: nested } of bundled) {
    sources.push(...(await bundleDependencies(appFolder, nested, seen)));
  }
  return sources;
}

async function bundleComponent(
  appFolder: string,
  folder: string,
): Promise<BundledComponent> {
  const entryPoints = await findEntryPoints(folder);
  const [definition, schema, isolate, node, authConfig] = await Promise.all([
    bundleDefinition(appFolder, folder),
    bundleSingle(folder, "schema"),
    bundleModules(folder, entryPoints.isolate, "isolate"),
    bundleModules(folder, entryPoints.node, "node"),
    bundleSingle(folder, "auth.config"),
  ]);
  const modules = [...isolate, ...node, ...(authConfig ? [authConfig] : [])];
  const source = {
    definitionPath: toDefinitionPath(appFolder, folder),
    definition: definition.module,
    schema,
    modules,
    dependencies: definition.folders.map((dependency) =>
      toDefinitionPath(appFolder, dependency),
    ),
  };
  return { source, folders: definition.folders };
}

async function bundleDefinition(
  appFolder: string,
  folder: string,
): Promise<{ module: ModuleSource | null; folders: string[] }> {
  const folders = new Set<string>();
  const file = findDefinition(folder);
  if (file === null) return { module: null, folders: [] };
  const [module = null] = await bundle(folder, [file], "isolate", {
    splitting: false,
    plugins: [componentImports(appFolder, (found) => folders.add(found))],
  });
  return { module, folders: [...folders] };
}

async function bundleSingle(
  folder: string,
  name: string,
): Promise<ModuleSource | null> {
  const file = [`${name}.ts`, `${name}.js`]
    .map((candidate) => join(folder, candidate))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) return null;
  const [module = null] = await bundle(folder, [file], "isolate", {
    splitting: false,
  });
  return module;
}

function bundleModules(
  folder: string,
  entryPoints: string[],
  environment: ModuleSource["environment"],
): Promise<ModuleSource[]> {
  if (entryPoints.length === 0) return Promise.resolve([]);
  return bundle(folder, entryPoints, environment, { splitting: true });
}

async function bundle(
  folder: string,
  entryPoints: string[],
  environment: ModuleSource["environment"],
  options: Pick<BuildOptions, "splitting" | "plugins">,
): Promise<ModuleSource[]> {
  const workingFolder = dirname(folder);
  const isNode = environment === "node";
  const plugins = [
    serverOnlyStub,
    ...(isNode ? [] : [asyncHooksStub]),
    ...(options.plugins ?? []),
  ];
  try {
    const { outputFiles } = await build({
      ...options,
      plugins,
      absWorkingDir: workingFolder,
      entryPoints,
      bundle: true,
      write: false,
      platform: isNode ? "node" : "browser",
      format: "esm",
      target: "esnext",
      jsx: "automatic",
      outdir: "out",
      outbase: basename(folder),
      conditions: ["convex", "module"],
      chunkNames: isNode ? "_deps/node/[hash]" : "_deps/[hash]",
      sourcemap: "external",
      sourcesContent: false,
      define: { "process.env.NODE_ENV": '"production"' },
      logLevel: "silent",
    });
    return toModules(join(workingFolder, "out"), outputFiles, environment);
  } catch (error) {
    throw isBuildFailure(error) ? bundleErrorFrom(error.errors) : error;
  }
}

function toModules(
  outputFolder: string,
  files: readonly OutputFile[],
  environment: ModuleSource["environment"],
): ModuleSource[] {
  const texts = new Map(
    files.map((file) => [
      relative(outputFolder, file.path).split(sep).join("/"),
      file.text,
    ]),
  );
  return [...texts]
    .filter(([path]) => path.endsWith(".js"))
    .map(([path, source]) => {
      const sourceMap = texts.get(`${path}.map`);
      return sourceMap === undefined
        ? { path, source, environment }
        : { path, source, sourceMap, environment };
    });
}

/** `import "server-only"` guards browser bundles and means nothing here. */
const serverOnlyStub: Plugin = {
  name: "server-only",
  setup(build) {
    build.onResolve({ filter: /^server-only$/ }, ({ path }) => ({
      path,
      namespace: "server-only",
    }));
    build.onLoad({ filter: /.*/, namespace: "server-only" }, () => ({
      contents: "",
    }));
  },
};

/** The one Node module that Convex's default environment offers. */
const asyncHooksStub: Plugin = {
  name: "async-hooks",
  setup(build) {
    build.onResolve({ filter: /^(node:)?async_hooks$/ }, ({ path }) => ({
      path,
      namespace: "async-hooks",
    }));
    build.onLoad({ filter: /.*/, namespace: "async-hooks" }, () => ({
      contents:
        "export const { AsyncLocalStorage, AsyncResource } = globalThis;" +
        "export default { AsyncLocalStorage, AsyncResource };",
    }));
  },
};
