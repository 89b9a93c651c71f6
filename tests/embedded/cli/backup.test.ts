import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { openPromise } from "yauzl";
import {
  closeAll,
  newClient,
  startServer,
  temporaryFolder,
  type TestServer,
} from "../engine/test-server";
import { notesApp, rateLimits } from "./notes-app";
import { Project } from "./project";

afterEach(closeAll);

const add = makeFunctionReference<"mutation">("notes:add");
const addLater = makeFunctionReference<"mutation">("notes:addLater");
const texts = makeFunctionReference<"query">("notes:texts");
const fileUrl = makeFunctionReference<
  "query",
  { storageId: string },
  string | null
>("people:fileUrl");
const uploadUrl = makeFunctionReference<
  "mutation",
  Record<string, never>,
  string
>("people:uploadUrl");

/** A table more, which comes first and so moves the numbers of the others. */
const otherSchema = notesApp["convex/schema.ts"].replace(
  "notes: defineTable",
  "extra: defineTable({}), notes: defineTable",
);

test("a backup restored into an empty deployment is all there", async () => {
  const first = await startServer({ functions: null });
  const project = await deployed(first, { ...notesApp, ...rateLimits });
  const client = newClient(first.url);
  await client.mutation(add, { text: "one" });
  await client.mutation(add, { text: "two" });
  await client.mutation(addLater, { text: "later", afterMs: 60_000 });
  await client.mutation(addLater, { text: "at once", afterMs: 0 });
  await project.output("run", "limited:attempt");
  await expect
    .poll(() => client.query(texts, {}))
    .toEqual(["one", "two", "at once"]);
  const archive = join(await temporaryFolder(), "backup.zip");
  await project.output("export", "--path", archive);

  const second = await startServer({ functions: null });
  const restored = await deployed(second, {
    ...notesApp,
    ...rateLimits,
    "convex/schema.ts": otherSchema,
  });
  const { stderr } = await restored.cli("import", "-y", archive);
  expect(stderr).toContain("Added");
  const again = join(await temporaryFolder(), "again.zip");
  await restored.output("export", "--path", again);
  const before = await contents(archive);
  const after = await contents(again);
  for (const name of [
    "extra/documents.jsonl",
    "extra/generated_schema.jsonl",
  ]) {
    expect(after.delete(name)).toBe(true);
  }
  const numbers = after.get("_tables/documents.jsonl") ?? "";
  const extra = /\{"name":"extra","id":\d+\}\n/;
  expect(numbers).toMatch(extra);
  after.set("_tables/documents.jsonl", numbers.replace(extra, ""));
  expect(after).toEqual(before);
  expect([...before.keys()]).toEqual(
    expect.arrayContaining([
      "_scheduled_functions/documents.jsonl",
      "_session_requests/documents.jsonl",
      "_components/rateLimiter/rateLimits/documents.jsonl",
    ]),
  );

  await second.close();
  const third = await startServer({ functions: null, dataDir: second.dataDir });
  const reader = new ConvexHttpClient(third.url);
  expect(await reader.query(texts, {})).toEqual(["one", "two", "at once"]);
  await reader.mutation(add, { text: "three" });
  expect(await reader.query(texts, {})).toHaveLength(4);
});

test("a scheduled function that a backup brings runs when it is due", async () => {
  const first = await startServer({ functions: null });
  const project = await deployed(first, notesApp);
  const client = new ConvexHttpClient(first.url);
  await client.mutation(addLater, { text: "due", afterMs: 4000 });
  const archive = join(await temporaryFolder(), "backup.zip");
  await project.output("export", "--path", archive);
  await first.close();
  const second = await startServer({ functions: null });
  await (await deployed(second, notesApp)).output("import", "-y", archive);
  const reader = new ConvexHttpClient(second.url);
  await expect
    .poll(() => reader.query(texts, {}), { timeout: 20_000 })
    .toEqual(["due"]);
});

test("import replaces, appends, and refuses to mix without being told", async () => {
  const server = await startServer({ functions: null });
  const project = await deployed(server, notesApp);
  const client = new ConvexHttpClient(server.url);
  const archive = join(await temporaryFolder(), "backup.zip");
  await client.mutation(add, { text: "saved" });
  await project.output("export", "--path", archive);
  await client.mutation(add, { text: "unsaved" });

  const refused = await project.cli("import", "-y", archive);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Table "notes" already exists');
  await project.output("import", "--replace", "-y", archive);
  expect(await client.query(texts, {})).toEqual(["saved"]);

  await project.write("more.jsonl", '{"text":"a"}\n{"text":"b"}\n');
  await project.output("import", "--append", "--table", "notes", "more.jsonl");
  await project.write("more.csv", 'text\n"c, quoted ""so"""\n');
  await project.output("import", "--append", "--table", "notes", "more.csv");
  const expected = ["saved", "a", "b", 'c, quoted "so"'];
  expect(await client.query(texts, {})).toHaveLength(4);
  expect(new Set(await client.query(texts, {}))).toEqual(new Set(expected));

  await project.output("run", "notes:add", '{"text":"x"}');
  await project.write("people.json", '[{"name":"Asha"}]');
  await project.output("import", "--table", "people", "people.json");
  await project.output("import", "--replace-all", "-y", archive);
  expect(await client.query(texts, {})).toEqual(["saved"]);
  const people = await project.cli("data", "people");
  expect(people.stderr).toContain("There are no documents in this table");
});

test("what does not fit the schema is not imported, not even in part", async () => {
  const server = await startServer({ functions: null });
  const project = await deployed(server, notesApp);
  await project.write("bad.jsonl", '{"text":"good"}\n{"text":5}\n');
  const misfit = await project.cli("import", "--table", "notes", "bad.jsonl");
  expect(misfit.code).toBe(1);
  expect(misfit.stderr).toContain("does not match the schema");
  await project.write("worse.jsonl", '{"text":"good"}\n{"text":');
  const unread = await project.cli("import", "--table", "notes", "worse.jsonl");
  expect(unread.code).toBe(1);
  expect(unread.stderr).toContain("row 2 is not valid JSON");
  const client = new ConvexHttpClient(server.url);
  expect(await client.query(texts, {})).toEqual([]);
});

test("stored files are in a backup that asks for them", async () => {
  const first = await startServer();
  const client = new ConvexHttpClient(first.url);
  const address = await client.mutation(uploadUrl, {});
  const headers = { "content-type": "text/plain" };
  const body = "a file";
  const sent = await fetch(address, { method: "POST", headers, body });
  const { storageId } = (await sent.json()) as { storageId: string };
  const archive = join(await temporaryFolder(), "backup.zip");
  const project = await Project.create(first);
  const options = ["--include-file-storage", "--path", archive];
  await project.output("export", ...options);

  const second = await startServer();
  await (await Project.create(second)).output("import", "-y", archive);
  const url = await new ConvexHttpClient(second.url).query(fileUrl, {
    storageId,
  });
  const file = await fetch(url ?? "");
  expect([file.status, file.headers.get("content-type")]).toEqual([
    200,
    "text/plain",
  ]);
  expect(await file.text()).toBe("a file");
});

async function deployed(
  server: TestServer,
  files: Record<string, string>,
): Promise<Project> {
  const project = await Project.create(server, files);
  await project.output("deploy", "-y", "--typecheck", "disable");
  return project;
}

/** The texts of an archive's entries, by name. */
async function contents(path: string): Promise<Map<string, string>> {
  const zip = await openPromise(path, { autoClose: false });
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    texts.set(entry.fileName, await text(stream));
  }
  zip.close();
  return texts;
}
