import { transform } from "esbuild";
import type { ModuleSource } from "./app-source";

/** A module ready for `vm.compileFunction`, with a map to its first source. */
export type CommonJsModule = { code: string; sourceMap: string };

/**
 * Turns a bundled ES module into CommonJS, so that it can be evaluated
 * synchronously with globals of our choosing. Throws esbuild's error for code
 * that cannot be expressed so (a top-level `await`).
 */
export async function toCommonJs(
  module: ModuleSource,
): Promise<CommonJsModule> {
  const { code, map } = await transform(withInlineMap(module), {
    format: "cjs",
    loader: "js",
    target: "node20",
    // `import()` becomes `require`, which knows the modules of a deployment.
    supported: { "dynamic-import": false },
    sourcefile: module.path,
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "silent",
  });
  return { code, sourceMap: map };
}

/** An inline map makes esbuild's own map lead to the original files. */
function withInlineMap({ source, sourceMap }: ModuleSource): string {
  const code = source.replace(/^\/\/# sourceMappingURL=.*$/gm, "");
  if (sourceMap === undefined) return code;
  const encoded = Buffer.from(sourceMap).toString("base64");
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}
