import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { ChildServer } from "../engine/child-server";
import { closeAll, startServer, temporaryDataDir } from "../engine/test-server";
import { Project } from "./project";

afterEach(closeAll);

const PACKAGE = join(import.meta.dirname, "..", "..");
const ROOT = join(PACKAGE, "..", "..");
const BIN = join(PACKAGE, "bin.js");

const ADDRESSES = [
  ["GET", "/api/v1/get_canonical_urls"],
  ["POST", "/api/get_config_hashes"],
  ["POST", "/api/deploy2/start_push"],
  ["POST", "/api/deploy2/evaluate_push"],
  ["POST", "/api/deploy2/wait_for_schema"],
  ["POST", "/api/deploy2/finish_push"],
  ["POST", "/api/deploy2/report_push_completed"],
  ["POST", "/api/run_test_function"],
  ["POST", "/api/update_environment_variables"],
  ["GET", "/api/stream_function_logs?cursor=0"],
  ["POST", "/api/export/request/zip?includeStorage=false"],
  ["GET", "/api/export/zip/1"],
  ["POST", "/api/import/start_upload"],
  ["POST", "/api/import/upload_part?uploadToken=a&partNumber=1"],
  ["POST", "/api/import/finish_upload"],
  ["POST", "/api/perform_import"],
  ["GET", "/api/app_metrics/health"],
] as const;

test("nothing answers without the admin key", async () => {
  const server = await startServer();
  const token = await server.token("somebody");
  for (const authorization of [null, "Convex embedded|00", `Bearer ${token}`]) {
    for (const [method, path] of ADDRESSES) {
      const response = await fetch(server.url + path, {
        method,
        headers: authorization === null ? {} : { authorization },
        ...(method === "POST" && { body: "{}" }),
      });
      const { code } = (await response.json()) as { code: string };
      expect([path, response.status, code]).toEqual([path, 403, "BadAdminKey"]);
    }
  }
});

test("a push that needs external packages is told that they are not installed", async () => {
  const server = await startServer();
  const appDefinition = {
    definition: null,
    dependencies: [],
    schema: null,
    changedModules: [],
  };
  const response = await fetch(`${server.url}/api/deploy2/start_push`, {
    method: "POST",
    headers: { authorization: `Convex ${server.engine.keys.adminKey}` },
    body: JSON.stringify({
      appDefinition,
      componentDefinitions: [],
      nodeDependencies: [{ name: "sharp", version: "1.0.0" }],
    }),
  });
  expect(await response.json()).toMatchObject({
    code: "ExternalPackagesNotSupported",
    message: expect.stringContaining(
      "names the external package sharp",
    ) as string,
  });
});

test("the command line reports a wrong key", async () => {
  const server = await startServer();
  const project = await Project.create(server);
  const wrong = { CONVEX_SELF_HOSTED_ADMIN_KEY: "embedded|0123456789abcdef" };
  const { code, stderr } = await project.cliWith(wrong, "env", "set", "A", "b");
  expect(code).toBe(1);
  expect(stderr).toContain("The provided admin key was invalid");
});

test("admin-key prints the key, and rotates that of a running server", async () => {
  const dataDir = await temporaryDataDir();
  const keyBy = async (file: string, ...args: string[]) => {
    const env = { ...process.env, DATA_DIR: dataDir };
    const options = { cwd: ROOT, env };
    const { stdout } = await promisify(execFile)(file, args, options);
    expect(stdout).toMatch(/^embedded\|[0-9a-f]{64}\n$/);
    return stdout.trim();
  };
  const adminKey = (...args: string[]) =>
    keyBy(process.execPath, BIN, "admin-key", ...args);
  const first = await keyBy("npm", "run", "--silent", "admin-key");
  expect(await adminKey()).toBe(first);
  const child = new ChildServer(["serve", "--data", dataDir], {
    env: { PORT: "0" },
  });
  const url = await child.ready();
  const statusWith = async (key: string) => {
    const headers = { authorization: `Convex ${key}` };
    const address = `${url}/api/v1/get_canonical_urls`;
    return (await fetch(address, { headers })).status;
  };
  expect(await statusWith(first)).toBe(200);
  const second = await adminKey("--rotate");
  expect(second).not.toBe(first);
  expect(await statusWith(first)).toBe(403);
  expect(await statusWith(second)).toBe(200);
  expect(await adminKey()).toBe(second);
});
