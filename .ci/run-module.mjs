/**
 * Runs a module of the product that Node itself cannot read, and prints what its `run` returns.
 *
 *   node .ci/run-module.mjs FILE ARGUMENTS
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** As in vite.config.ts. */
const edition = resolve(process.env.EDITION || "convex/edition");

/** Outside of a build Vite cannot read modules of styles. */
const withoutStyles = {
  name: "without-styles",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".module.css") ? "\0no-styles" : null),
  load: (id) => (id === "\0no-styles" ? "export default {}" : null),
};

/** Writes an error to the error output, and fails the process. */
export async function runModule(file, args) {
  try {
    const { module } = await runnerImport(`./${file}`, {
      configFile: false,
      logLevel: "error",
      resolve: { alias: { "#edition": edition } },
      plugins: [withoutStyles],
    });
    process.stdout.write(await module.run(args));
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  }
}

const [, self, file, ...args] = process.argv;
if (self === fileURLToPath(import.meta.url)) await runModule(file, args);
