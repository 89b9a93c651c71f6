import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeFunctionReference } from "convex/server";
import { people } from "../engine/chat-api";
import { adminApi } from "../../src/admin/admin-api";
import { fileNamed, flip } from "../base/files";
import { manualClock } from "../base/manual-clock";
import { parseSettings } from "../../src/cli/settings";
import { explainStartError } from "../../src/cli/start-error";
import {
  newClient,
  newHttpClient,
  startServer,
  temporaryFolder,
  type TestServer,
} from "../engine/test-server";
import { TestTime } from "../functions/test-time";
import {
  askAsAdmin,
  books,
  newHttpAdministrator,
  startLibrary,
} from "../admin/administrator";
import { contents } from "./archive";
import { notesApp, rateLimits } from "./notes-app";
import { Project } from "./project";

const add = makeFunctionReference<"mutation">("notes:add");
const attempt = makeFunctionReference<"mutation">("limited:attempt");
const addLater = makeFunctionReference<"mutation">("notes:addLater");
const texts = makeFunctionReference<"query">("notes:texts");
type Ids = { storageId: string };
const fileUrl = makeFunctionReference<"query", Ids, string | null>(
  "notes:fileUrl",
);
const uploadUrl = makeFunctionReference<
  "mutation",
  Record<string, never>,
  string
>("notes:uploadUrl");

/** The schema with one more table, which shifts the numbers of the others. */
const otherSchema = notesApp["convex/schema.ts"].replace(
  "notes: defineTable",
  "extra: defineTable({}), notes: defineTable",
);

/** The backups that a server keeps. */
const backupsOf = ({ dataDir }: TestServer) =>
  readdir(join(dataDir, "exports")).catch(() => []);

/** The request of `convex export --include-file-storage`, which is refused while one runs. */
async function requestBackup(server: TestServer): Promise<void> {
  const path = "/api/export/request/zip?includeStorage=true";
  const send = () => askAsAdmin(server, path, { method: "POST" });
  await expect.poll(async () => (await send()).status).toBe(200);
}

/** Makes a server's first backup; returns its path. */
async function backUp(server: TestServer): Promise<string> {
  await requestBackup(server);
  await expect
    .poll(() => backupsOf(server))
    .toEqual([expect.stringMatching(/\.zip$/)]);
  const [name = ""] = await backupsOf(server);
  return join(server.dataDir, "exports", name);
}

test("a backup is completely restored into an empty deployment, with its files", async () => {
  const app = { ...notesApp, ...rateLimits };
  const { server: first, project } = await Project.serve(app);
  const client = newClient(first.url);
  await client.mutation(add, { text: "one" });
  await client.mutation(add, { text: "two" });
  await client.mutation(addLater, { text: "later", afterMs: 86_400_000 });
  await client.mutation(addLater, { text: "at once", afterMs: 0 });
  await client.mutation(attempt, {});
  await expect
    .poll(() => client.query(texts, {}))
    .toEqual(["one", "two", "at once"]);
  const address = await client.mutation(uploadUrl, {});
  const headers = { "content-type": "text/plain" };
  const file = { method: "POST", headers, body: "a file" };
  const stored = (await (await fetch(address, file)).json()) as Ids;
  const archive = join(await temporaryFolder(), "backup.zip");
  await project.output("export", "--include-file-storage", "--path", archive);

  const second = await startServer({ functions: null });
  const moved = { ...app, "convex/schema.ts": otherSchema };
  const restored = await Project.create(second, moved);
  await restored.output("deploy", "-y", "--typecheck", "disable");
  const { stderr } = await restored.cli("import", "-y", archive);
  expect(stderr).toContain("Added");
  const before = await contents(archive);
  const after = await contents(await backUp(second));
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
      "_storage/documents.jsonl",
    ]),
  );

  await second.close();
  const clock = manualClock(Date.now() + 86_400_000);
  const { dataDir } = second;
  const third = await startServer({ functions: null, dataDir, clock });
  const reader = newHttpClient(third.url);
  // What was scheduled before the backup runs when it is due.
  await expect
    .poll(() => reader.query(texts, {}))
    .toEqual(["one", "two", "at once", "later"]);
  await reader.mutation(add, { text: "three" });
  expect(await reader.query(texts, {})).toHaveLength(5);
  const download = await fetch((await reader.query(fileUrl, stored)) ?? "");
  expect(download.headers.get("content-type")).toBe("text/plain");
  expect(await download.text()).toBe("a file");
});

const ROW = '{"name":"Asha"}\n';

/** Uploads rows for an import by the requests of `convex import`. */
async function uploadRows(
  server: TestServer,
  { rows = ROW, format = "jsonLines", tableName = "people" } = {},
) {
  const post = async (path: string, body: object | string) => {
    const answer = await askAsAdmin(server, `/api${path}`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const said = (await answer.text()) || "{}";
    return JSON.parse(said) as Record<string, string>;
  };
  const { uploadToken } = await post("/import/start_upload", {});
  const part = `uploadToken=${uploadToken}&partNumber=1`;
  await post(`/import/upload_part?${part}`, rows);
  const { importId } = await post("/import/finish_upload", {
    uploadToken,
    partTokens: ["1"],
    import: { tableName, mode: "append", format },
  });
  const stateAt = async (url: string) => {
    const admin = newHttpAdministrator({ ...server, url });
    const found: { state: { state: string } } | null = await admin.query(
      makeFunctionReference<"query">("_system/cli/queryImport"),
      { importId },
    );
    return found?.state;
  };
  const reaches = async (state: unknown) => {
    await expect.poll(() => stateAt(server.url)).toEqual(state);
  };
  await reaches(expect.not.objectContaining({ state: "uploaded" }));
  const perform = () => post("/perform_import", { importId });
  return { stateAt, reaches, perform };
}

const at = (state: string): unknown => expect.objectContaining({ state });

test("a server that stops finishes an import, and says so after the restart", async () => {
  const server = await startServer();
  const { dataDir, log } = server;
  const rows = ROW.repeat(5_000);
  const { stateAt, perform } = await uploadRows(server, { rows });
  await perform();
  await server.close();
  expect(log).toEqual([]);
  const next = await startServer({ dataDir });
  expect(await stateAt(next.url)).toEqual(at("completed"));
});

test("an import that nobody confirms for an hour is given up, with its data", async () => {
  const time = new TestTime();
  const server = await startServer({ timers: time });
  const confirmed = await uploadRows(server);
  await confirmed.perform();
  await confirmed.reaches(at("completed"));
  const { reaches, perform } = await uploadRows(server);
  time.pause(59 * 60_000);
  await reaches(at("waiting_for_confirmation"));
  await time.advance(60_000);
  await reaches({
    state: "failed",
    error_message: "It was not confirmed in time",
  });
  expect(await perform()).toMatchObject({ code: "ImportNotFound" });
  await time.advance(60 * 60_000);
  await confirmed.reaches(at("completed"));
});

test("a JSON array is imported, and what is wrong changes nothing", async () => {
  const server = await startLibrary();
  const send = async (format: string, rows: string) => {
    const sent = await uploadRows(server, { format, rows, tableName: "books" });
    await sent.perform();
    return sent;
  };
  const emma = { title: "Emma", shelf: 1 };
  const dune = { title: "Dune", shelf: 2 };
  const array = await send("jsonArray", JSON.stringify([emma, dune]));
  await array.reaches(at("completed"));
  for (const [row, problem] of [
    ['{"title":', "books: row 2 is not valid JSON"],
    ['{"title":5,"shelf":1}', "does not match the schema"],
  ]) {
    const wrong = await send("jsonLines", `${JSON.stringify(emma)}\n${row}`);
    await wrong.reaches({
      state: "failed",
      error_message: expect.stringContaining(problem ?? ""),
    });
  }
  const client = newHttpClient(server.url);
  expect(await client.query(books.titles, {})).toEqual(["Emma", "Dune"]);
});

test("a damaged directory is refused with the command that restores it", async () => {
  const { server: first } = await Project.serve(notesApp);
  const client = newClient(first.url);
  await client.mutation(add, { text: "saved" });
  await backUp(first);
  await client.mutation(add, { text: "not in the backup" });
  await first.close();
  const { dataDir } = first;
  const damaged = await fileNamed(join(dataDir, "documents"), "MANIFEST-");
  await flip(damaged, (await stat(damaged)).size >> 1);

  const settings = parseSettings({ DATA_DIR: dataDir });
  const error = await startServer({ functions: null, dataDir }).then(
    () => null,
    (reason: unknown) => explainStartError(reason, settings),
  );
  const line = String(error);
  expect(line).toContain(`${dirname(damaged)} cannot be opened`);
  const [, command = ""] = /"npx convex (import [^"]+)"/.exec(line) ?? [];
  expect(command).toContain(join(dataDir, "exports"));
  const { server: second, project: restored } = await Project.serve(notesApp);
  const reader = newHttpClient(second.url);
  const admin = newHttpAdministrator(second);
  await reader.mutation(add, { text: "first content" });
  const documents = [{ name: "not in the backup" }];
  await admin.mutation(adminApi.addDocuments, { table: "people", documents });
  await restored.output(...command.split(" "), "-y");
  expect(await reader.query(texts, {})).toEqual(["saved"]);
  expect((await admin.query(adminApi.tables, {})).page).toEqual([
    { name: "notes", count: 1 },
    { name: "people", count: 0 },
  ]);
});

test("a failed backup leaves the previous one", async () => {
  const server = await startServer();
  const address = await newClient(server.url).mutation(people.uploadUrl, {});
  const headers = { "content-type": "text/plain" };
  await fetch(address, { method: "POST", headers, body: "a file" });
  const backup = await backUp(server);
  const before = await readFile(backup);

  const files = join(server.dataDir, "files");
  const [file = ""] = await readdir(files);
  for (const [damage, problem] of [
    [() => rm(join(files, file)), `${file} is missing`],
    [
      () => writeFile(join(files, file), "A file"),
      "does not hold what was stored in it",
    ],
  ] as const) {
    await damage();
    await requestBackup(server);
    await expect.poll(() => server.log.join()).toContain(problem);
    expect(await backupsOf(server)).toEqual([basename(backup)]);
    expect(await readFile(backup)).toEqual(before);
  }

  await writeFile(join(files, file), "a file");
  await requestBackup(server);
  await expect
    .poll(() => backupsOf(server))
    .toEqual([expect.not.stringContaining(basename(backup))]);
});
