import { transform } from "esbuild";
import type { ModuleSource } from "./app-source";
import { withEsbuild } from "./esbuild-service";

/** A module ready for `vm.compileFunction`. */
export type CommonJsModule = {
  code: string;
  /** The way back to the files that people wrote, one source map a step. */
  sourceMaps: string[];
};

/**
 * Turns a bundled ES module into CommonJS, so that it can be evaluated
 * synchronously with globals of our choosing. Throws esbuild's error for code
 * that cannot be expressed so (a top-level `await`).
 */
export async function toCommonJs({
  path,
  source,
  sourceMap,
}: ModuleSource): Promise<CommonJsModule> {
  // A comment that leads to a map would have esbuild follow it.
  const text = source.replace(/^\/\/# sourceMappingURL=.*$/gm, "");
  const { code, map } = await withEsbuild(() =>
    transform(text, {
      format: "cjs",
      loader: "js",
      target: "node20",
      // `import()` becomes `require`, which knows the modules of a deployment.
      supported: { "dynamic-import": false },
      sourcefile: path,
      sourcemap: "external",
      sourcesContent: false,
      logLevel: "silent",
    }),
  );
  return {
    code,
    sourceMaps: sourceMap === undefined ? [map] : [map, sourceMap],
  };
}
