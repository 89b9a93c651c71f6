import { expect, test } from "vitest";
import { adminApi, type TableSummary } from "../../src/admin/admin-api";
import { newClient } from "../engine/test-server";
import {
  books,
  editorOf,
  fillShelves,
  newAdministrator,
  newHttpAdministrator,
  startLibrary,
} from "./administrator";

test("tables of the schema are listed with live counts, and a table's size is live", async () => {
  const server = await startLibrary();
  const admin = newAdministrator(server);
  const seen: TableSummary[][] = [];
  const sizes: number[] = [];
  const ofBooks = { tableName: "books" };
  admin.onUpdate(adminApi.tables, {}, ({ page }) => seen.push(page));
  admin.onUpdate(adminApi.tableSize, ofBooks, (size) => sizes.push(size));
  await expect
    .poll(() => seen.at(-1))
    .toEqual([
      { name: "books", count: 0 },
      { name: "loans", count: 0 },
    ]);
  await fillShelves(server, 3);
  await expect
    .poll(() => seen.at(-1))
    .toContainEqual({ name: "books", count: 3 });
  await expect.poll(() => sizes).toEqual([0, 3]);
  const ofSystem = { tableName: "_deployment" };
  await expect(
    newHttpAdministrator(server).query(adminApi.tableSize, ofSystem),
  ).rejects.toThrow("_deployment");
});

test("the schema is that which documents are checked against", async () => {
  const admin = newHttpAdministrator(await startLibrary());
  const { active } = await admin.query(adminApi.schemas, {});
  expect(JSON.parse(active ?? "null")).toMatchObject({
    schemaValidation: true,
    tables: [
      {
        tableName: "books",
        indexes: [
          { indexDescriptor: "by_title", fields: ["title"] },
          { indexDescriptor: "by_shelf_and_title", fields: ["shelf", "title"] },
        ],
        documentType: { type: "object" },
      },
      { tableName: "loans" },
    ],
  });
});

test("a component's tables are found by its path", async () => {
  const server = await startLibrary();
  await newClient(server.url).mutation(books.borrow, { reader: "ann" });
  const admin = newHttpAdministrator(server);
  expect(await admin.query(adminApi.components, {})).toMatchObject([
    { id: "", name: null },
    { id: "rateLimiter", name: "rateLimiter" },
    { id: "rateLimiter/batchWorker", name: "batchWorker" },
  ]);
  const inComponent = { componentId: "rateLimiter" };
  const { page } = await admin.query(adminApi.tables, inComponent);
  expect(page).toContainEqual({ name: "rateLimits", count: 1 });
  const limits = await admin.query(adminApi.documents, {
    ...inComponent,
    table: "rateLimits",
    filters: null,
    paginationOpts: { numItems: 10, cursor: null },
  });
  expect(limits.page).toMatchObject([{ key: "ann", name: "borrow" }]);
  const { active } = await admin.query(adminApi.schemas, inComponent);
  expect(active).toContain("rateLimits");
  const ofApp = await admin.query(adminApi.tables, { componentId: null });
  expect(ofApp.page.map(({ name }) => name)).toEqual(["books", "loans"]);
});

test("a component that does not exist is refused", async () => {
  const admin = newHttpAdministrator(await startLibrary());
  const elsewhere = { componentId: "nowhere" };
  await expect(admin.query(adminApi.tables, elsewhere)).rejects.toMatchObject({
    data: { message: "There is no component nowhere" },
  });
});

test("a document is found by its id, with its table", async () => {
  const server = await startLibrary();
  const admin = newAdministrator(server);
  const editor = editorOf(newHttpAdministrator(server));
  const { ids } = await editor.add({ title: "Emma", shelf: 1, label: 5n });
  const [id = ""] = ids;
  const found: unknown[] = [];
  admin.onUpdate(adminApi.documentById, { id }, (one) => found.push(one));
  await expect
    .poll(() => found.at(-1))
    .toMatchObject({
      tableName: "books",
      document: { _id: id, title: "Emma", label: 5n },
    });
  await editor.remove(id);
  await expect.poll(() => found.at(-1)).toBeNull();
  const nonsense = { id: "nonsense" };
  expect(await admin.query(adminApi.documentById, nonsense)).toBeNull();
});
