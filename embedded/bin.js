import { setFlagsFromString } from "node:v8";
import { loadBundled } from "./load-bundled.js";

// A server is cold for its first thousands of calls, and most servers of this
// product never see more: V8 optimises what is called often three times as
// early as it would, which costs nothing later and a third less until then.
setFlagsFromString("--interrupt-budget=20000");

const { main } = await loadBundled("main.ts").catch((error) => {
  console.error(`The server cannot be bundled: ${error.message}`);
  process.exit(1);
});
await main(process.argv.slice(2));
