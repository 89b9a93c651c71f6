/**
 * Writes `convex/_generated` of the current folder as a push writes it: runs Convex's own code generator against an
 * embedded backend that exists only meanwhile. Needs no account and no network.
 *
 *   node .ci/codegen.mjs
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "..");
const BACKEND = join(ROOT, "packages/embedded-convex/bin.js");
const CLI = join(ROOT, "node_modules/convex/bin/main.js");

const data = await mkdtemp(join(tmpdir(), "codegen-"));
// Neither this environment nor `.env.local` may name a deployment.
const { PATH, HOME } = process.env;
const env = { PATH, HOME, CI: "1", CONVEX_DEPLOYMENT: "" };
const backend = run(BACKEND, ["serve", "--data", data, "--port", "0"], {
  cwd: data,
});
try {
  const url = await addressOf(backend);
  const key = await output(BACKEND, ["admin-key"], {
    env: { ...env, DATA_DIR: data },
  });
  const cli = run(CLI, ["codegen", "--typecheck", "disable"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...env,
      CONVEX_SELF_HOSTED_URL: url,
      CONVEX_SELF_HOSTED_ADMIN_KEY: key.trim(),
    },
  });
  const [code] = await once(cli, "close");
  process.exitCode = code ?? 1;
} finally {
  backend.kill();
  await once(backend, "close");
  await rm(data, { recursive: true });
}

function run(script, args, options) {
  return spawn(process.execPath, [script, ...args], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
    ...options,
  });
}

async function output(script, args, options) {
  const child = run(script, args, options);
  return (await child.stdout.toArray()).join("");
}

/** Resolves when the backend says where it is. */
async function addressOf(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^Ready at (\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error("The backend did not start");
}
