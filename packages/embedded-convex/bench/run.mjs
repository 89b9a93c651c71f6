/**
 * Measures the live team list: people in teams of four, a connection each, and
 * the time until a join is on every teammate's screen.
 *
 *     npm run bench -- [--sizes 240,1000,4000] [--peers bare,embedded] [--rate 50] [--seconds 10] [--profile]
 *
 * `bare` is a server for this one workload (bare-server.mjs). No durable server
 * for Convex's protocol can be much faster, so the distance to it is the cost
 * of the engine. Both are driven by the same unmodified ConvexClients, one
 * after the other, size by size.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startServer } from "./server-process.mjs";
import { measure } from "./workload.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "240,1000,4000" },
    peers: { type: "string", default: "bare,embedded" },
    rate: { type: "string", default: "50" },
    seconds: { type: "string", default: "10" },
    profile: { type: "boolean", default: false },
  },
});

const COMMANDS = {
  bare: () => [
    process.execPath,
    path.join(import.meta.dirname, "bare-server.mjs"),
  ],
  embedded: (directory, port) => [
    process.execPath,
    ...(options.profile
      ? ["--cpu-prof", "--cpu-prof-dir", path.join(root, ".cache/profiles")]
      : []),
    path.join(root, "packages/embedded-convex/bin.js"),
    "serve",
    "--functions",
    path.join(import.meta.dirname, "functions"),
    "--data",
    directory,
    "--port",
    String(port),
  ],
};

const scratch = path.join(root, ".cache");
fs.mkdirSync(scratch, { recursive: true });

const rows = [];
for (const size of options.sizes.split(",").map(Number)) {
  for (const peer of options.peers.split(",")) {
    const directory = fs.mkdtempSync(path.join(scratch, "bench-"));
    const start = () =>
      startServer(
        (port) => COMMANDS[peer](directory, port),
        { PORT: "4701", DIR: directory },
        4701,
      );
    try {
      const result = await measure({
        start,
        people: size,
        joinsPerSecond: Number(options.rate),
        seconds: Number(options.seconds),
        isProfiling: options.profile,
        log: (text) => process.stderr.write(`[${peer} ${size}] ${text}\n`),
      });
      rows.push({ peer, ...result });
    } finally {
      fs.rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

const cpu = os.cpus()[0]?.model ?? "unknown processor";
console.log(
  `\n${os.cpus().length} × ${cpu}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`,
);
console.log(
  "| server | people | joins/s | teammate's screen p50 / p99 ms | acknowledged p50 / p99 ms | MiB connected | over-full of 20 | lost after kill -9 |",
);
console.log("|---|---|---|---|---|---|---|---|");
for (const row of rows) {
  console.log(
    `| ${row.peer} | ${row.people} | ${row.joinsPerSecond} | ${row.seen.p50} / ${row.seen.p99} | ${row.acknowledged.p50} / ${row.acknowledged.p99} | ${row.memoryMiB} | ${row.overfull} | ${row.lost} of ${row.acknowledgedBeforeCrash} |`,
  );
}
process.exit(0);
