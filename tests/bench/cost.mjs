/** Starts `cost.ts`, which Node itself cannot read. */
import { runnerImport } from "vite";

const { module } = await runnerImport("./tests/bench/cost.ts", {
  configFile: false,
  logLevel: "error",
});
await module.run();
process.exit(0);
