#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node 20.19 or newer is needed; this is Node ${process.versions.node}`,
  );
  process.exit(1);
}

// Makes V8 optimise hot functions about three times earlier. Most small servers
// only ever handle a few thousand calls, so much of their code never gets hot;
// with the flag those calls take a third less time, and later calls no more.
// Only Node 20 (V8 11) needs it: later versions optimise early by default.
if (process.versions.v8.startsWith("11.")) {
  setFlagsFromString("--interrupt-budget=20000");
}

// With fewer, Node ends with a stack wherever it needs the next one.
const MIN_OPEN_FILES = 64;
const LIMITS = "/proc/self/limits";
const [, openFiles = MIN_OPEN_FILES] = existsSync(LIMITS)
  ? (/^Max open files +(\d+)/m.exec(readFileSync(LIMITS, "utf8")) ?? [])
  : [];
if (Number(openFiles) < MIN_OPEN_FILES) {
  console.error(
    `Only ${openFiles} files may be open, and the server needs ${MIN_OPEN_FILES}: raise the limit of open files`,
  );
  process.exit(1);
}

// Rebuild a checkout whose sources have changed. The packed package is already
// built and does not contain the script.
const buildScript = new URL("build.js", import.meta.url);
if (existsSync(buildScript)) {
  const { ensurePackage } = await import(buildScript.href);
  await ensurePackage().catch((error) => {
    console.error(`The server cannot be built: ${error.stderr || error}`);
    process.exit(1);
  });
}

const { main } = await import("./dist/main.js");
await main(process.argv.slice(2));
