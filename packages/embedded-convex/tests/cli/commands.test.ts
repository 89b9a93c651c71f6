import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { askAsAdmin, newHttpAdministrator } from "../admin/administrator";
import { temporaryFolder, type TestServer } from "../engine/test-server";
import { notesApp, rateLimits } from "./notes-app";
import { Project } from "./project";

const add = makeFunctionReference<"mutation">("notes:add");
const attempt = makeFunctionReference<"mutation">("limited:attempt");
const clear = makeFunctionReference<"mutation">("notes:clear");
const fail = makeFunctionReference<"mutation">("notes:fail");
const texts = makeFunctionReference<"query">("notes:texts");
const greeting = makeFunctionReference<"query">("notes:greeting");

let server: TestServer;
let project: Project;
/** An HTTP client with the admin key, for steps that do not test the command. */
let admin: ConvexHttpClient;

beforeAll(async () => {
  const app = { ...notesApp, ...rateLimits };
  ({ server, project } = await Project.serve(app));
  admin = newHttpAdministrator(server);
});
afterEach(() => admin.mutation(clear, {}));

test("run calls functions, internal ones too", async () => {
  const added = await project.cli("run", "notes:add", '{"text":"from here"}');
  expect(added.code).toBe(0);
  expect(added.stdout).toMatch(/^"[0-9a-z]{32}"\n$/);
  expect(added.stderr).toContain("'adding' 'from here'");
  expect(await project.output("run", "notes:clear")).toBe('"cleared"\n');
});

test("run reports why a function failed, and lists functions", async () => {
  const failed = await project.cli("run", "notes:fail");
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("Uncaught Error: out of paper");
  const unknown = await project.cli("run", "notes:nothing");
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain(
    "Could not find function for 'notes:nothing'",
  );
  expect(unknown.stderr).toContain("• notes:addLater");
});

test("run acts on behalf of a given identity", async () => {
  const identity = ["--identity", '{ name: "Asha" }'];
  expect(await project.output("run", ...identity, "notes:me")).toBe('"Asha"\n');
  const watching = project.start("run", "--watch", ...identity, "notes:me");
  await watching.printed('"Asha"');
});

test("run --inline-query reads a component's tables, and writes nothing", async () => {
  await admin.mutation(attempt, {});
  const query = (text: string) =>
    project.cli("run", "--component", "rateLimiter", "--inline-query", text);
  const counting = '(await ctx.db.query("rateLimits").collect()).length';
  expect((await query(counting)).stdout).toBe("1\n");
  const writing = await query('await ctx.db.insert("rateLimits", {})');
  expect(writing.code).toBe(1);
});

test("an inline query that is not JavaScript is refused", async () => {
  const bundle = { path: "query.js", source: "export default )" };
  const answer = await post("run_test_function", { bundle, args: {} });
  expect(answer).toEqual({ status: 400, code: "InvalidModules" });
});

test("data lists tables and pages through documents", async () => {
  expect(await project.output("data")).toBe("notes\npeople\n");
  for (const text of ["a", "b", "c"]) {
    await admin.mutation(add, { text });
  }
  const newest = await project.output(
    "data",
    "notes",
    "--limit",
    "2",
    "--format",
    "jsonl",
  );
  const texts = [...newest.matchAll(/"text": "(.)"/g)].map(([, text]) => text);
  expect(texts).toEqual(["c", "b"]);
  expect(newest).toContain('"rank": 7n');
});

test("env sets, shows and removes what functions see, which --watch shows", async () => {
  expect(await admin.query(greeting, {})).toBe("none");
  const watching = project.start("run", "--watch", "notes:greeting");
  await watching.printed('"none"');
  await project.output("env", "set", "GREETING", "namaste");
  await watching.printed('"namaste"');
  expect(await project.output("env", "list")).toBe("GREETING=namaste\n");
  await project.output("env", "remove", "GREETING");
  await watching.printed('"none"');
});

/** Sends a request of the command line. */
async function post(path: string, body: object) {
  const response = await askAsAdmin(server, `/api/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  const answer = (await response.text()) || "{}";
  const { code } = JSON.parse(answer) as { code?: string };
  return { status: response.status, code };
}

test("env refuses invalid names and values", async () => {
  const setVariable = (name: string, value?: string) =>
    post("update_environment_variables", { changes: [{ name, value }] });
  const refused: [string, string, string][] = [
    ["1ST", "x", "InvalidEnvVarName"],
    ["N".repeat(257), "x", "EnvVarNameTooLong"],
    ["CONVEX_SITE_URL", "x", "EnvVarNameForbidden"],
    ["LONG", "x".repeat(8193), "EnvVarValueTooLong"],
  ];
  for (const [name, value, code] of refused) {
    const answer = await setVariable(name, value);
    expect(answer).toEqual({ status: 400, code });
  }
  expect((await setVariable("LONG", "x".repeat(8192))).status).toBe(200);
  expect((await setVariable("LONG")).status).toBe(200);
});

test("logs shows past executions and follows new ones", async () => {
  await admin.mutation(add, { text: "before" });
  const logs = project.start("logs", "--history", "5", "--success");
  await logs.printed("'adding' 'before'");
  await admin.mutation(add, { text: "after" });
  await logs.printed("'adding' 'after'");
  await expect(admin.mutation(fail, {})).rejects.toThrow("out of paper");
  await logs.printed("Uncaught Error: out of paper");
  expect(logs.output()).toContain("[CONVEX M(notes:add)]");
});

test("function-spec describes every function", async () => {
  const text = await project.output("function-spec");
  const { url, functions } = JSON.parse(text) as {
    url: string;
    functions: { identifier: string }[];
  };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(
    functions.find(({ identifier }) => identifier === "notes.js:add"),
  ).toEqual({
    identifier: "notes.js:add",
    functionType: "Mutation",
    visibility: { kind: "public" },
    args: {
      type: "object",
      value: { text: { fieldType: { type: "string" }, optional: false } },
    },
    returns: { type: "id", tableName: "notes" },
  });
});

test("import replaces or appends, and refuses to mix without a flag", async () => {
  const archive = join(await temporaryFolder(), "backup.zip");
  await admin.mutation(add, { text: "saved" });
  await project.output("export", "--path", archive);
  await admin.mutation(add, { text: "unsaved" });

  const refused = await project.cli("import", "-y", archive);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Table "notes" already exists');
  await project.output("import", "--replace", "-y", archive);
  expect(await admin.query(texts, {})).toEqual(["saved"]);

  await project.write("more.csv", 'text\n"c, quoted ""so"""\n');
  await project.output("import", "--append", "--table", "notes", "more.csv");
  expect(await admin.query(texts, {})).toEqual(["saved", 'c, quoted "so"']);
});
