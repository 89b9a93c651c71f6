/** `npm run archive`: loads the module, which Node itself cannot read, and prints what it has written. */
import { runnerImport } from "vite";

try {
  const { module } = await runnerImport("./src/prerender/archive.tsx", {
    configFile: false,
    logLevel: "error",
  });
  process.stdout.write(await module.run(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
