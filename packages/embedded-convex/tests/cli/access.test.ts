import { expect, test } from "vitest";
import { askAsAdmin } from "../admin/administrator";
import { startServer } from "../engine/test-server";

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
  ["POST", "/api/clock"],
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

test("a push is told which external package is not installed beside the server", async () => {
  const server = await startServer();
  const appDefinition = {
    definition: null,
    dependencies: [],
    schema: null,
    changedModules: [],
  };
  const response = await askAsAdmin(server, "/api/deploy2/start_push", {
    method: "POST",
    body: JSON.stringify({
      appDefinition,
      componentDefinitions: [],
      nodeDependencies: [
        { name: "zod", version: "4.0.0" },
        { name: "not-installed", version: "1.0.0" },
      ],
    }),
  });
  expect(await response.json()).toMatchObject({
    code: "ExternalPackagesNotSupported",
    message: expect.stringContaining(
      "names the external package not-installed",
    ) as string,
  });
});
