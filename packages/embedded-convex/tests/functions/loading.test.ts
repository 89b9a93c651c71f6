import { defineSchema, defineTable, type GenericSchema } from "convex/server";
import { v } from "convex/values";
import { beforeEach, expect, test } from "vitest";
import type { AppSource } from "../../src/functions/loading/app-source";
import { bundleFixture, fixture } from "../base/fixtures";
import { failureOf, openWorkbench, type Workbench } from "./workbench";

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});

/** An app of modules that import nothing, as a push would bring it. */
function appOf(
  modules: Record<string, string>,
  schema: string | null = null,
): AppSource {
  const isolate = "isolate" as const;
  const toModule = ([path, source]: [string, string]) => ({
    path,
    source,
    environment: isolate,
  });
  return {
    app: {
      definitionPath: "",
      definition: null,
      schema: schema === null ? null : toModule(["schema.js", schema]),
      modules: Object.entries(modules).map(toModule),
      dependencies: [],
    },
    components: [],
  };
}

const query = (result: string): string => `
  export const get = Object.assign(() => {}, {
    isQuery: true,
    isPublic: true,
    exportArgs: () => '{"type":"any"}',
    exportReturns: () => "null",
    invokeQuery: async () => JSON.stringify(${result}),
  });`;

/** A module like `schema.ts`. */
function schemaOf(tables: GenericSchema): string {
  const schema = defineSchema(tables) as unknown as { export(): string };
  return `export default { export: () => ${JSON.stringify(schema.export())} };`;
}

test("a load replaces every function and tells who listens", async () => {
  let loads = 0;
  bench.current.onLoad(() => loads++);
  await bench.current.load(appOf({ "n.js": query("1") }));
  expect(await bench.query("n:get")).toBe(1);
  expect(bench.functions.findFunction("", "tasks:add")).toBe(null);
  await bench.current.load(appOf({ "n.js": query("2") }));
  expect(await bench.query("n:get")).toBe(2);
  expect(loads).toBe(2);
});

test("modules share what they import", async () => {
  await bench.current.load(
    appOf({
      "a.js": `export { get } from "./_deps/SHARED.js";`,
      "folder/b.js": `import { get } from "../_deps/SHARED.js"; export { get };`,
      "_deps/SHARED.js": query('"shared"'),
    }),
  );
  expect(await bench.query("a:get")).toBe("shared");
  expect(await bench.query("folder/b:get")).toBe("shared");
  expect(bench.functions.findFunction("", "_deps/SHARED:get")).toBe(null);
});

test("the old functions keep running when new ones fail to evaluate", async () => {
  await bench.current.load(appOf({ "n.js": query("1") }));
  const broken = appOf({
    "n.js": query("2"),
    "bad.js": "throw new Error('oh');",
  });
  await expect(bench.current.load(broken)).rejects.toThrow(
    "Failed to load bad.js: oh",
  );
  expect(await bench.query("n:get")).toBe(1);
});

test.each([
  ["no:get", "a function that does not exist: no.js:get"],
  [
    "n:get",
    "a query function, only actions and mutations can be scheduled: n.js:get",
  ],
])("a cron job of %j is refused", async (name, why) => {
  const job = { name, args: [{}], schedule: { type: "interval", hours: 5 } };
  const crons = { isCrons: true, json: JSON.stringify({ x: job }) };
  const app = appOf({
    "n.js": query("1"),
    "crons.js": `const { json } = ${JSON.stringify(crons)};
      export default { isCrons: true, export: () => json };`,
  });
  await expect(bench.current.load(app)).rejects.toThrow(
    `The cron job 'x' schedules ${why}`,
  );
});

test.each([
  [v.string(), "v.string()"],
  [v.union(v.object({}), v.null()), "v.null()"],
  [v.record(v.string(), v.any()), "v.record(v.string(), v.any())"],
])("a table of other than objects is refused: %#", async (type, found) => {
  const schema = schemaOf({ things: defineTable(type as never) });
  await expect(bench.current.load(appOf({}, schema))).rejects.toThrow(
    `must be an object, a union of objects, or \`v.any()\`. Found ${found}.`,
  );
});

test("the database is refused at import time", async () => {
  const app = appOf({ "n.js": `Convex.syscall("1.0/get", "{}");` });
  await expect(bench.current.load(app)).rejects.toThrow(
    "Can't use database at import time",
  );
});

test("a top-level await is refused", async () => {
  const app = appOf({ "n.js": "await 1; export default 2;" });
  await expect(bench.current.load(app)).rejects.toThrow(
    "n.js cannot be loaded",
  );
});

test('a query in a "use node" module is refused', async () => {
  const app = appOf({});
  app.app.modules.push({
    path: "n.js",
    source: query("1"),
    environment: "node",
  });
  await expect(bench.current.load(app)).rejects.toThrow(
    "Only actions can be defined",
  );
});

test.each([
  ["a-b", "Identifier a-b has invalid character '-'"],
  ["1st", "Invalid first character '1' in 1st"],
  ["__", "Identifier __ cannot have exclusively underscores"],
  ["n".repeat(65), "Identifier is too long (65 > maximum 64)"],
])("a validator with the field %j is refused", async (field, why) => {
  const type = v.object({ inner: v.array(v.object({ [field]: v.null() })) });
  const { json: typeJson } = type as unknown as { json: object };
  const json = JSON.stringify(typeJson);
  const schema = schemaOf({ notes: defineTable({ inner: type }) });
  const inArgs = query("1").replace(`'{"type":"any"}'`, `'${json}'`);
  const inReturns = query("1").replace(`"null"`, `'${json}'`);
  for (const app of [
    appOf({}, schema),
    appOf({ "n.js": inArgs }),
    appOf({ "n.js": inReturns }),
  ]) {
    await expect(bench.current.load(app)).rejects.toThrow(why);
  }
});

test("a query with a staged index is told that it is staged", async () => {
  const tables = {
    tasks: defineTable({ a: v.string() }).index("by_later", {
      fields: ["a"],
      staged: true,
    }),
  };
  const source = { type: "IndexRange", indexName: "tasks.by_later", range: [] };
  const args = JSON.stringify({ query: { source, operators: [] } });
  const stream = `Convex.syscall("1.0/queryStream", ${JSON.stringify(args)})`;
  const app = appOf({ "n.js": query(stream) }, schemaOf(tables));
  await bench.current.load(app);
  const outcome = await bench.runQuery("n:get");
  expect(failureOf(outcome).message).toContain(
    "Index tasks.by_later is currently staged and not available to query",
  );
});

test("a schema that existing documents do not match changes nothing", async () => {
  await bench.mutation("tasks:add", { title: "no owner" });
  const schema = schemaOf({ tasks: defineTable({ owner: v.string() }) });
  await expect(
    bench.current.load(appOf({ "n.js": query("1") }, schema)),
  ).rejects.toThrow("does not match the schema");
  expect(await bench.query("nesting:titles")).toEqual(["no owner"]);
});

test("loads that overlap take effect in order", async () => {
  await Promise.all(
    [1, 2, 3].map((n) => bench.current.load(appOf({ "n.js": query(`${n}`) }))),
  );
  expect(await bench.query("n:get")).toBe(3);
});

test("a call under way finishes with the functions it began with", async () => {
  const running = bench.action("surroundings:waitInAction");
  await bench.current.load(await bundleFixture(fixture("limits")));
  expect(await running).toBe("function");
});
