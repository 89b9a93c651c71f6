/** Starts `line.ts`, which Node itself cannot read. */
import { runnerImport } from "vite";

const { module } = await runnerImport("./tests/bench/line.ts", {
  configFile: false,
  logLevel: "error",
});
await module.run();
process.exit(0);
