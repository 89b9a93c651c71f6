import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { newHttpClient, startServer } from "../engine/test-server";
import { notesApp, rateLimits } from "./notes-app";
import { Project } from "./project";

const texts = makeFunctionReference<"query", Record<string, never>, string[]>(
  "notes:texts",
);
const add = makeFunctionReference<"mutation", { text: string }, string>(
  "notes:add",
);
const DEPLOY = ["deploy", "-y", "--typecheck", "disable"];

test("dev --once pushes an app with a component and writes its types", async () => {
  const server = await startServer({ functions: null });
  const schema = notesApp["convex/schema.ts"].replace(
    "people: defineTable({ name: v.string() })",
    `people: defineTable({ name: v.string(), face: v.array(v.number()) })
      .searchIndex("named", { searchField: "name" })
      .vectorIndex("like", { vectorField: "face", dimensions: 2 })`,
  );
  const project = await Project.create(server, {
    ...notesApp,
    "convex/schema.ts": schema,
    ...rateLimits,
  });
  const { code, stderr } = await project.cli("dev", "--once");
  expect(stderr).toContain("Convex functions ready!");
  expect(stderr).toContain("notes.by_text");
  expect(stderr).toContain("people.named (text)   name");
  expect(stderr).toContain("people.like (vector)   face (2 dimensions)");
  expect(stderr).toContain("Installed component rateLimiter");
  expect(code).toBe(0);
  const api = await project.read("convex/_generated/api.d.ts");
  expect(api).toContain('import type * as notes from "../notes.js"');
  expect(api).toContain('ComponentApi<"rateLimiter">');
  expect(await project.read(".env.local")).toContain(
    `CONVEX_URL=${server.url}`,
  );
  const attempt = makeFunctionReference<"mutation">("limited:attempt");
  const client = newHttpClient(server.url);
  expect(await client.mutation(attempt, {})).toBe(true);
});

test("a push to a server that runs a folder is refused, and its types are written", async () => {
  const server = await startServer();
  const project = await Project.create(server, { ...notesApp, ...rateLimits });
  const { code, stderr } = await project.cli(...DEPLOY);
  expect(code).toBe(1);
  expect(stderr).toContain(
    "This server runs the functions folder that it was started with",
  );
  const api = await project.read("convex/_generated/api.d.ts");
  expect(api).toContain('ComponentApi<"rateLimiter">');
  await expect(newHttpClient(server.url).query(texts, {})).rejects.toThrow(
    "Server Error",
  );
});

test("an invalid push is refused and the running functions stay", async () => {
  const server = await startServer({ functions: null });
  const project = await Project.create(server, notesApp);
  await project.output(...DEPLOY);
  const client = newHttpClient(server.url);
  await client.mutation(add, { text: "one" });

  await project.write(
    "convex/broken.ts",
    `throw new Error("no such luck");\nexport {};`,
  );
  const broken = await project.cli(...DEPLOY);
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain("400 Bad Request: InvalidModules");
  expect(broken.stderr).toContain("no such luck");
  await project.remove("convex/broken.ts");

  const schema = notesApp["convex/schema.ts"];
  await project.write(
    "convex/schema.ts",
    schema.replace("text: v.string()", "text: v.number()"),
  );
  const misfit = await project.cli(...DEPLOY);
  expect(misfit.code).toBe(1);
  expect(misfit.stderr).toContain("Schema validation failed");
  expect(misfit.stderr).toContain('in table "notes" does not match the schema');

  expect(await client.query(texts, {})).toEqual(["one"]);
});

test("codegen writes types that name every validator, and does not change the deployment", async () => {
  const server = await startServer({ functions: null });
  const project = await Project.create(server, {
    ...notesApp,
    ...rateLimits,
    "convex.json": JSON.stringify({
      codegen: { staticApi: true, staticDataModel: true },
    }),
  });
  await project.output("codegen", "--typecheck", "disable");
  const api = await project.read("convex/_generated/api.d.ts");
  expect(api).toMatch(
    /add: FunctionReference<\s*"mutation",\s*"public",\s*\{ text: string \},\s*Id<"notes">/,
  );
  expect(api).toMatch(/addNow: FunctionReference<\s*"mutation",\s*"internal"/);
  const model = await project.read("convex/_generated/dataModel.d.ts");
  expect(model).toContain("rank?: bigint");
  await expect(newHttpClient(server.url).query(texts, {})).rejects.toThrow(
    "Server Error",
  );
});

test("dev pushes again whenever a file is saved", async () => {
  const server = await startServer({ functions: null });
  const project = await Project.create(server, notesApp);
  const dev = project.start("dev", "--typecheck", "disable");
  await dev.printed("Convex functions ready!");
  await project.write(
    "convex/notes.ts",
    notesApp["convex/notes.ts"].replace("note.text", "note.text.toUpperCase()"),
  );
  const client = newHttpClient(server.url);
  await client.mutation(add, { text: "loud" });
  await expect.poll(() => client.query(texts, {})).toEqual(["LOUD"]);
  await dev.printed("'adding' 'loud'");
});

test('a function with "use node" imports an external package that is installed where the server was started', async () => {
  const server = await startServer({ functions: null });
  const project = await Project.create(server, {
    "convex.json": JSON.stringify({ node: { externalPackages: ["yazl"] } }),
    "convex/zip.ts": `"use node";
      import { ZipFile } from "yazl";
      import { action } from "./_generated/server";
      export const kind = action(() => typeof new ZipFile().addBuffer);`,
  });
  await project.output(...DEPLOY);
  expect(await project.output("run", "zip:kind")).toContain("function");
});
