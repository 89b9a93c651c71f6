/** Starts `rehearsal/rehearse.ts`, which Node itself cannot read. */
import { runnerImport } from "vite";

const { module } = await runnerImport("./demo/rehearsal/rehearse.ts", {
  configFile: false,
  logLevel: "error",
});
try {
  process.exitCode = (await module.rehearse(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
