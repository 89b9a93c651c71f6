import type { ConvexHttpClient } from "convex/browser";
import type { Value } from "convex/values";
import { expect, test } from "vitest";
import { adminApi } from "../../src/admin/admin-api";
import { fixture, newClient, startServer } from "../engine/test-server";
import {
  books,
  editorOf,
  newHttpAdministrator,
  refusalOf,
  startLibrary,
} from "./administrator";

const emma = { title: "Emma", shelf: 1 };
const dune = { title: "Dune", shelf: 2, label: "sand" };

async function openWith(...given: Record<string, Value>[]) {
  const server = await startLibrary();
  const admin = newHttpAdministrator(server);
  const editor = editorOf(admin);
  const { ids } = await editor.add(...given);
  const [first = "", second = ""] = ids;
  return { server, admin, editor, ids, first, second };
}

async function documents(
  admin: ConvexHttpClient,
  table = "books",
  componentId: string | null = null,
) {
  const paginationOpts = { numItems: 100, cursor: null };
  const args = { componentId, table, filters: null, paginationOpts };
  return (await admin.query(adminApi.documents, args)).page;
}

const messagesOf = (calls: Promise<unknown>[]) =>
  Promise.all(calls.map(async (call) => (await refusalOf(call)).message));

test("documents that are added show up for who uses the app", async () => {
  const server = await startLibrary();
  const titles: Value[][] = [];
  newClient(server.url).onUpdate(books.titles, {}, (all) => titles.push(all));
  await expect.poll(() => titles).toEqual([[]]);
  const added = await editorOf(newHttpAdministrator(server)).add(emma, dune);
  expect(added).toEqual({
    success: true,
    ids: [expect.stringMatching(/^[0-9a-z]{32}$/), expect.any(String)],
  });
  await expect.poll(() => titles).toEqual([[], ["Emma", "Dune"]]);
});

test("a change of fields leaves the others alone", async () => {
  const { admin, editor, ids, first, second } = await openWith(emma, dune);
  const origin = { city: "Pune" };
  const changed = await editor.patch(ids, { shelf: 9, origin }, ["label"]);
  expect(changed).toEqual({ success: true });
  const same = {
    _creationTime: expect.any(Number) as number,
    shelf: 9,
    origin,
  };
  expect(await documents(admin)).toEqual([
    { _id: second, title: "Dune", ...same },
    { _id: first, title: "Emma", ...same },
  ]);
});

test("a replacement changes all fields but the system's", async () => {
  const { admin, editor, first } = await openWith(dune);
  const [before] = await documents(admin);
  const { _id, _creationTime } = before ?? {};
  const system = { _id, _creationTime } as Record<string, Value>;
  await editor.replace(first, { ...system, ...emma });
  expect(await documents(admin)).toEqual([{ ...system, ...emma }]);
});

test("documents of several tables are deleted at once", async () => {
  const { admin, first } = await openWith(emma, dune);
  const loan = { book: first, reader: "ann" };
  const { ids } = await editorOf(admin, "loans").add(loan);
  const toDelete = [
    { tableName: "books", id: first },
    { tableName: "loans", id: ids[0] ?? "" },
  ];
  const deleted = await admin.mutation(adminApi.deleteDocuments, { toDelete });
  expect(deleted).toEqual({ success: true });
  expect(await documents(admin)).toMatchObject([dune]);
  expect(await documents(admin, "loans")).toEqual([]);
});

test("a component's documents can be changed", async () => {
  const server = await startLibrary();
  await newClient(server.url).mutation(books.borrow, { reader: "ann" });
  const admin = newHttpAdministrator(server);
  const componentId = "rateLimiter";
  const limits = () => documents(admin, "rateLimits", componentId);
  const [limit] = await limits();
  const toDelete = [{ tableName: "rateLimits", id: limit?._id ?? "" }];
  await admin.mutation(adminApi.deleteDocuments, { componentId, toDelete });
  expect(await limits()).toEqual([]);
});

test("what the schema forbids is refused in its words", async () => {
  const { admin, editor, ids, first } = await openWith(emma);
  const refusals = await Promise.all(
    [
      editor.add(dune, { title: "Ulysses" }),
      editor.patch(ids, { shelf: "top" }),
      editor.patch(ids, {}, ["title"]),
      editor.replace(first, { ...emma, pages: 1 }),
      editorOf(admin, "loans").add({ book: "Emma", reader: "ann" }),
    ].map(refusalOf),
  );
  for (const { message } of refusals) {
    expect(message).toMatch(
      /^Failed to insert or update a document in table "\w+" because it does not match the schema: /,
    );
  }
  expect(refusals[0]?.message).toContain("missing the required field `shelf`");
  expect(await documents(admin)).toMatchObject([emma]);
});

test("one document that cannot be changed keeps all as they are", async () => {
  const { admin, editor, first, second } = await openWith(emma, dune);
  await editor.remove(second);
  const messages = await messagesOf([
    editor.remove(first, second),
    editor.remove(first, first),
    editor.remove(first, "nonsense"),
    editorOf(admin, "loans").remove(first),
    editor.patch([first, second], { shelf: 5 }),
    editor.replace(second, emma),
  ]);
  expect(messages).toEqual([
    `Delete on nonexistent document ID ${second}`,
    `Delete on nonexistent document ID ${first}`,
    '"nonsense" is not the id of a document',
    `${first} is the id of a document in table "books", not in "loans"`,
    `Update on nonexistent document ID ${second}`,
    `Replace on nonexistent document ID ${second}`,
  ]);
  expect(await documents(admin)).toMatchObject([emma]);
});

test("more documents than one transaction takes are refused", async () => {
  const admin = newHttpAdministrator(await startLibrary());
  const editor = editorOf(admin);
  const add = (length: number) =>
    editor.add(...Array.from({ length }, () => emma));
  const { ids } = await add(4096);
  expect(await messagesOf([add(4097)])).toEqual([
    "At most 4096 documents can be changed at once, not 4097",
  ]);
  await editor.remove(...ids);
  expect(await documents(admin)).toEqual([]);
});

test("a schema that is enforced says which tables there are", async () => {
  const admin = newHttpAdministrator(await startLibrary());
  expect(await refusalOf(editorOf(admin, "films").add({ a: 1 }))).toEqual({
    message: 'There is no table "films"',
  });
  const { page } = await admin.query(adminApi.tables, {});
  expect(page.map(({ name }) => name)).not.toContain("films");
});

test("without a schema a new table is made", async () => {
  const server = await startServer({ functions: fixture("mailer") });
  const admin = newHttpAdministrator(server);
  await editorOf(admin, "films").add({ a: 1n });
  const { page } = await admin.query(adminApi.tables, {});
  expect(page).toEqual([{ name: "films", count: 1 }]);
  expect(await documents(admin, "films")).toMatchObject([{ a: 1n }]);
  const misnamed = editorOf(admin, "a film").add({ a: 1n });
  expect(await messagesOf([misnamed])).toEqual([
    expect.stringContaining("Invalid table name") as string,
  ]);
  expect(await admin.query(adminApi.schemas, {})).toEqual({});
});

test("tables of the engine's own cannot be written to", async () => {
  const admin = newHttpAdministrator(await startLibrary());
  const args = { shelf: 1, afterMs: 3_600_000 };
  const job = await admin.mutation(books.scheduleDusting, args);
  const table = "_scheduled_functions";
  const editor = editorOf(admin, table);
  const messages = await messagesOf([
    ...[table, "_tables", "_made_up"].map((name) =>
      editorOf(admin, name).add({ name: "x" }),
    ),
    editor.patch([job], { scheduledTime: 1 }),
    editor.replace(job, {}),
    editor.remove(job),
  ]);
  for (const message of messages) {
    expect(message).toMatch(/is a read-only table|metadata prefix '_'/);
  }
});

test("arguments that make no sense are refused", async () => {
  const admin = newHttpAdministrator(await startLibrary());
  const nonsense = { table: "books", documents: "Emma" } as never;
  const call = admin.mutation(adminApi.addDocuments, nonsense);
  expect(await refusalOf(call)).toEqual({
    message: expect.stringContaining("documents") as string,
  });
});
