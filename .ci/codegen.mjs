/**
 * Writes `convex/_generated` of the current folder as a push writes it: runs Convex's own code generator against an
 * embedded backend that exists only meanwhile. Needs no account and no network.
 *
 *   node .ci/codegen.mjs
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePackage } from "../packages/embedded-convex/build.js";

await ensurePackage();
const { Engine } = await import("embedded-convex");

const ROOT = join(import.meta.dirname, "..");
/** As the tests of the command line run it: it starts in half of the processor time. */
const CLI = join(ROOT, "node_modules/convex/dist/cli.bundle.cjs");
const CODE_CACHE = join(
  ROOT,
  "packages/embedded-convex/tests/cli/code-cache.cjs",
);

const dataDir = await mkdtemp(join(tmpdir(), "codegen-"));
const server = createServer();
await once(server.listen(0, "127.0.0.1"), "listening");
const url = `http://127.0.0.1:${server.address().port}`;
const engine = await Engine.open({
  functions: null,
  dataDir,
  publicUrl: new URL(url),
  isProduction: false,
  onFatal: (error) => {
    throw error;
  },
});
engine.attach(server, {});
try {
  // Neither this environment nor `.env.local` may name a deployment.
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    CI: "1",
    CONVEX_DEPLOYMENT: "",
    CONVEX_SELF_HOSTED_URL: url,
    CONVEX_SELF_HOSTED_ADMIN_KEY: engine.keys.adminKey,
  };
  const args = ["--require", CODE_CACHE, CLI, "codegen"];
  const cli = spawn(process.execPath, [...args, "--typecheck", "disable"], {
    stdio: ["ignore", "inherit", "inherit"],
    env,
  });
  const [code] = await once(cli, "close");
  process.exitCode = code ?? 1;
} finally {
  server.close();
  // A script knows no types, so the linter takes it for synchronous.
  // oxlint-disable-next-line typescript/await-thenable
  await engine.close();
  await rm(dataDir, { recursive: true });
}
