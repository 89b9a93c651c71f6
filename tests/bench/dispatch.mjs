/** `npm run bench`: the bench that the first argument names, or else the backend's own. */
const benches = {
  "--line": "./line.mjs",
  "--projects": "./projects.mjs",
};
const name = process.argv.slice(2).find((argument) => argument in benches);
await import(benches[name] ?? "../../packages/embedded-convex/bench/run.mjs");
