import { loadBundled } from "./load-bundled.js";

const { main } = await loadBundled("main.ts").catch((error) => {
  console.error(`The server cannot be bundled: ${error.message}`);
  process.exit(1);
});
await main(process.argv.slice(2));
