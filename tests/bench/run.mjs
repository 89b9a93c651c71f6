/**
 * Measures the product with a crowd, on the embedded backend: on event day
 * (event-day.mjs), with `--find` while teams form on `/find` (finding.mjs), or with `--hall` when
 * everybody behind one address uploads a picture and opens the gallery (hall.mjs).
 *
 *     npm run bench:crowd -- [--people 240,960,3840] [--seconds 36] [--rate 12] [--profile]
 *     npm run bench:crowd -- --find [--people 200] [--rate 12] [--profile]
 *     npm run bench:crowd -- --hall [--people 240] [--profile]
 *
 * `--rate` is the number of teams created and joined per second, or of changes on
 * `/find`. `--profile` writes CPU profiles to .cache/profiles: of the event, and of the
 * restart.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  freePort,
  startServer,
} from "../../packages/embedded-convex/bench/server-process.mjs";
import { eventDay } from "./event-day.mjs";
import { finding } from "./finding.mjs";
import { hall } from "./hall.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const { values: options } = parseArgs({
  options: {
    find: { type: "boolean", default: false },
    hall: { type: "boolean", default: false },
    people: { type: "string" },
    seconds: { type: "string", default: "36" },
    rate: { type: "string", default: "12" },
    profile: { type: "boolean", default: false },
  },
});

const PORT = await freePort();
const scratch = path.join(root, ".cache");
const profiles = path.join(scratch, "profiles");
fs.mkdirSync(profiles, { recursive: true });

/** As `npm start` does, without the page. */
function command(dataDir) {
  return [
    process.execPath,
    ...(options.profile ? ["--cpu-prof", "--cpu-prof-dir", profiles] : []),
    path.join(root, "packages/embedded-convex/bin.js"),
    "serve",
    "--functions",
    path.join(root, "convex"),
    "--max-upload",
    "5",
    "--data",
    dataDir,
  ];
}

/** Resolves when the server answers requests. */
async function start(dataDir) {
  const environment = {
    PORT: String(PORT),
    ALTCHA_SIGN_UPS_PER_HOUR: "100000",
    ALTCHA_SIGN_INS_PER_MINUTE: "100000",
  };
  const server = await startServer(
    () => command(dataDir),
    environment,
    PORT,
    false,
  );
  await (await fetch(`${server.url}/version`)).text();
  return server;
}

const [measure, usual] = options.find
  ? [finding, "200"]
  : options.hall
    ? [hall, "240"]
    : [eventDay, "240,960,3840"];
const sizes = options.people ?? usual;
const rows = [];
for (const people of sizes.split(",").map(Number)) {
  const dataDir = fs.mkdtempSync(path.join(scratch, "crowd-"));
  try {
    const row = await measure({
      start: () => start(dataDir),
      dataDir,
      people,
      rate: Number(options.rate),
      seconds: Number(options.seconds),
      log: (text) => process.stderr.write(`[${people}] ${text}\n`),
      // A process that is killed does not write its profile.
      end: (server) => (options.profile ? server.stop() : server.kill()),
    });
    rows.push(row);
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const pair = (times) => (times === null ? "–" : `${times.p50} / ${times.p99}`);
const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
console.log(
  `\n${os.cpus().length} × ${os.cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; p50 / p99 in ms\n`,
);
if (options.find) {
  console.log(
    "| people | change | times | own page | other side | lists of the others | server's CPU per change |\n|---|---|---|---|---|---|---|",
  );
  for (const { people, steps } of rows)
    for (const [name, step] of Object.entries(steps))
      console.log(
        `| ${people} | ${name} | ${step.changes} | ${pair(step.own)} | ${pair(step.other)} | ${pair(step.lists)} | ${step.cpuMs.toFixed(0)} ms |`,
      );
} else if (options.hall) {
  console.log(
    "| people | what | requests | refusals | given up | time | peak MiB | server's CPU |\n|---|---|---|---|---|---|---|---|",
  );
  for (const { people, uploads, loads, uploadPeak, peak, cpuSeconds } of rows)
    for (const [what, step, mib] of [
      ["uploads", uploads, uploadPeak],
      ["pictures", loads, peak],
    ])
      console.log(
        `| ${people} | ${what} | ${step.count} | ${step.refused} | ${step.failed} | ${pair(step.times)} | ${mib} | ${inSeconds(cpuSeconds * 1000)} |`,
      );
} else {
  console.log(
    "| people | sign-in | create | join | teammate's screen | announcement | MiB at start, connected, after, peak | live | live after restart | CPU |\n|---|---|---|---|---|---|---|---|---|---|",
  );
  for (const row of rows) {
    const { memory } = row;
    console.log(
      `| ${row.people} | ${pair(row.signIn)} | ${pair(row.create)} | ${pair(row.join)} | ${pair(row.screen)} | ${pair(row.announced)} | ${memory.start}, ${memory.connected}, ${memory.after}, ${memory.peak} | ${inSeconds(row.connectedMs)} | ${inSeconds(row.restartMs)} (start ${inSeconds(row.startMs)}, ${memory.afterRestart} MiB, CPU ${row.restartCpuSeconds.toFixed(1)} s) | ${row.cpuSeconds.toFixed(1)} s |`,
    );
  }
}
process.exit(0);
