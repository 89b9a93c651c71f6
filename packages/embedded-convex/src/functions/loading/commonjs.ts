import type { CommonJsModule, ModuleSource } from "./app-source";
import { loadEsbuild } from "./esbuild-service";

/** Identifiers that an ES module has no meaning for. */
const NO_COMMONJS = {
  require: "undefined",
  module: "undefined",
  exports: "undefined",
};

/**
 * Converts a bundled ES module to CommonJS, so that it can be evaluated
 * synchronously with injected globals.
 *
 * @throws esbuild's error for code without an equivalent (a top-level `await`)
 */
export async function toCommonJs({
  path,
  source,
  sourceMap,
  environment,
}: ModuleSource): Promise<CommonJsModule> {
  // esbuild would try to load the source map that such a comment names.
  const text = source.replace(/^\/\/# sourceMappingURL=.*$/gm, "");
  const { transform } = await loadEsbuild();
  const { code, map } = await transform(text, {
    format: "cjs",
    loader: "js",
    target: "node20",
    // `import()` becomes `require`, which resolves modules of the app.
    // The module's own code must not find ours.
    define: environment === "node" ? {} : NO_COMMONJS,
    supported: { "dynamic-import": false },
    sourcefile: path,
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "silent",
  });
  return {
    code,
    sourceMaps: sourceMap === undefined ? [map] : [map, sourceMap],
  };
}
