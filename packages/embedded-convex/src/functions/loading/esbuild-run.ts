import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Plugin } from "esbuild";
import type { ModuleEnvironment } from "../app/module";
import type { ModuleSource } from "./app-source";
import { bundleErrorFrom, isBuildFailure } from "./bundle-error";
import { loadEsbuild } from "./esbuild-service";

export type BuildResult = {
  modules: ModuleSource[];
  /** Absolute paths of the input files. */
  inputs: readonly string[];
};

type BuildRequest = {
  /** The functions folder of a component. */
  folder: string;
  environment: ModuleEnvironment;
  entryPoints: string[];
  /** Name pattern of chunks that several entry points share. */
  chunkNames: string;
  plugins: readonly Plugin[];
  alias: Aliases;
};

/** Absolute paths of folders that take the place of a package or of an import such as `#name`, by its name. */
export type Aliases = Readonly<Record<string, string>>;

/**
 * Bundles with the settings of the Convex CLI.
 *
 * @throws BundleError naming file, line and reason
 */
export async function runEsbuild(request: BuildRequest): Promise<BuildResult> {
  const { folder, environment, entryPoints, chunkNames } = request;
  const isNode = environment === "node";
  const workingFolder = dirname(folder);
  const { build } = await loadEsbuild();
  const { outputFiles, metafile } = await build({
    plugins: [
      serverOnlyStub,
      generatedStub(folder),
      ...(isNode ? [] : [asyncHooksStub]),
      ...request.plugins,
    ],
    absWorkingDir: workingFolder,
    alias: request.alias,
    entryPoints,
    chunkNames,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    platform: isNode ? "node" : "browser",
    format: "esm",
    target: "esnext",
    jsx: "automatic",
    outdir: "out",
    outbase: basename(folder),
    conditions: ["convex", "module"],
    sourcemap: "external",
    sourcesContent: false,
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  }).catch((error: unknown) => {
    throw isBuildFailure(error) ? bundleErrorFrom(error.errors) : error;
  });
  const texts = new Map(
    outputFiles.map((file) => {
      const path = relative(join(workingFolder, "out"), file.path);
      return [path.split(sep).join("/"), file.text];
    }),
  );
  const modules = [...texts].filter(([path]) => path.endsWith(".js"));
  return {
    modules: modules.map(([path, source]) => {
      const sourceMap = texts.get(`${path}.map`);
      return { path, source, ...(sourceMap && { sourceMap }), environment };
    }),
    inputs: Object.keys(metafile.inputs)
      .filter((path) => !NO_FILE.test(path))
      .map((path) => resolve(workingFolder, path)),
  };
}

/** Inputs that are no files: plugin namespaces, data URLs, disabled modules. */
const NO_FILE = /^(?:\(disabled\)|<data|[\w-]{2,}):/;

/** What the command line of Convex generates for all apps alike. */
const GENERATED = {
  api: `import { anyApi, componentsGeneric } from "convex/server";
    export const api = anyApi, internal = anyApi, components = componentsGeneric();`,
  server: `export {
      actionGeneric as action,
      httpActionGeneric as httpAction,
      internalActionGeneric as internalAction,
      internalMutationGeneric as internalMutation,
      internalQueryGeneric as internalQuery,
      mutationGeneric as mutation,
      queryGeneric as query,
    } from "convex/server";
    export const env = process.env;`,
};

/**
 * Replaces `_generated` as long as it is missing: the command line of Convex needs a
 * running server to write it, and a server that did not start would wait for it.
 */
function generatedStub(folder: string): Plugin {
  return {
    name: "generated-stub",
    setup(build) {
      const filter = /^\..*\/_generated\/(api|server)(\.js)?$/;
      build.onResolve({ filter }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path.replace(/\.js$/, ""));
        const isWritten = [".js", ".ts"].some((end) => existsSync(file + end));
        if (isWritten) return undefined;
        return { path: basename(file), namespace: "generated-stub" };
      });
      build.onLoad(
        { filter: /.*/, namespace: "generated-stub" },
        ({ path }) => ({
          contents: path === "api" ? GENERATED.api : GENERATED.server,
          resolveDir: folder,
        }),
      );
    },
  };
}

/** `import "server-only"` protects browser bundles and has no effect here. */
const serverOnlyStub = stub("server-only", /^server-only$/, "");

/** The only Node module that Convex's default environment provides. */
const asyncHooksStub = stub(
  "async-hooks",
  /^(node:)?async_hooks$/,
  "export const { AsyncLocalStorage, AsyncResource } = globalThis;" +
    "export default { AsyncLocalStorage, AsyncResource };",
);

function stub(namespace: string, filter: RegExp, contents: string): Plugin {
  return {
    name: namespace,
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({ path, namespace }));
      build.onLoad({ filter: /.*/, namespace }, () => ({ contents }));
    },
  };
}
