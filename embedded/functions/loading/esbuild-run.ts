import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import type { ModuleSource } from "./app-source";
import { bundleErrorFrom, isBuildFailure } from "./bundle-error";
import { withEsbuild } from "./esbuild-service";

type Environment = ModuleSource["environment"];

/** What one run of esbuild gave. */
export type BuildResult = {
  modules: ModuleSource[];
  /** Absolute paths of the files that were read, and their module formats. */
  inputs: ReadonlyMap<string, "cjs" | "esm" | undefined>;
};

/** Modules by path, with the hash by which their next version is compared. */
export type KnownModules = Map<string, { hash: string; module: ModuleSource }>;

export type BuildRequest = {
  /** The functions folder of a component. */
  folder: string;
  environment: Environment;
  entryPoints: NonNullable<BuildOptions["entryPoints"]>;
  /** Where chunks go that several entry points share. */
  chunkNames: string;
  plugins?: Plugin[];
  /**
   * The modules of the build before, which is brought up to date: what has
   * not changed stays the same object.
   */
  known?: KnownModules;
};

/**
 * Bundles with the settings of the Convex CLI. Throws a BundleError whose
 * message names file, line and reason.
 */
export async function runEsbuild(request: BuildRequest): Promise<BuildResult> {
  const { folder, environment, entryPoints, chunkNames } = request;
  const isNode = environment === "node";
  const workingFolder = dirname(folder);
  const { outputFiles, metafile } = await withEsbuild(() =>
    build({
      plugins: [
        serverOnlyStub,
        ...(isNode ? [] : [asyncHooksStub]),
        ...(request.plugins ?? []),
      ],
      absWorkingDir: workingFolder,
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
    }),
  ).catch((error: unknown) => {
    throw isBuildFailure(error) ? bundleErrorFrom(error.errors) : error;
  });
  const outputs: Outputs = new Map(
    outputFiles.map((file) => {
      const path = relative(join(workingFolder, "out"), file.path);
      return [path.split(sep).join("/"), file];
    }),
  );
  const inputs = Object.entries(metafile.inputs)
    .filter(([path]) => !NO_FILE.test(path))
    .map(
      ([path, { format }]) => [resolve(workingFolder, path), format] as const,
    );
  return {
    modules: toModules(outputs, environment, request.known ?? new Map()),
    inputs: new Map(inputs),
  };
}

/** What plugins provide, or browsers are not to see, is not on the disk. */
const NO_FILE = /^(?:\(disabled\)|<data|[\w-]{2,}):/;

type Outputs = Map<string, { hash: string; text: string }>;

function toModules(
  outputs: Outputs,
  environment: Environment,
  known: KnownModules,
): ModuleSource[] {
  const before = new Map(known);
  known.clear();
  for (const [path, output] of outputs) {
    if (!path.endsWith(".js")) continue;
    const map = outputs.get(`${path}.map`);
    const hash = `${output.hash} ${map?.hash ?? ""}`;
    const same = before.get(path);
    const module =
      same?.hash === hash
        ? same.module
        : {
            path,
            source: output.text,
            ...(map !== undefined && { sourceMap: map.text }),
            environment,
          };
    known.set(path, { hash, module });
  }
  return [...known.values()].map(({ module }) => module);
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
