/** Starts `rehearsal/rehearse.ts`, which Node itself cannot read. */
import { runnerImport } from "vite";

const { module } = await runnerImport("./demo/rehearsal/rehearse.ts", {
  configFile: false,
  logLevel: "error",
});
const isSound = await module.rehearse(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  return false;
});
// Also if a server could not be used: it ends with this process.
process.exit(isSound ? 0 : 1);
