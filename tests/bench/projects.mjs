/** Starts `projects.ts`, which Node itself cannot read. */
import { runnerImport } from "vite";

const { module } = await runnerImport("./tests/bench/projects.ts", {
  configFile: false,
  logLevel: "error",
});
await module.run();
process.exit(0);
