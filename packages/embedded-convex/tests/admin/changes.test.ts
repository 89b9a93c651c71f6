import type { ConvexHttpClient } from "convex/browser";
import type { Value } from "convex/values";
import { expect, test } from "vitest";
import { adminApi } from "../../src/admin/admin-api";
import { fixture, newClient, startServer } from "../engine/test-server";
import {
  books,
  newAdministrator,
  newHttpAdministrator,
  refusalOf,
  startLibrary,
} from "./administrator";

const emma = { title: "Emma", shelf: 1 };
const dune = { title: "Dune", shelf: 2, label: "sand" };

async function openWith(...documents: Record<string, Value>[]) {
  const server = await startLibrary();
  const admin = newHttpAdministrator(server);
  const table = "books";
  const { ids } = await admin.mutation(adminApi.addDocuments, {
    table,
    documents,
  });
  return { server, admin, ids };
}

async function documents(admin: ConvexHttpClient, table = "books") {
  const paginationOpts = { numItems: 100, cursor: null };
  const args = { table, filters: null, paginationOpts };
  return (await admin.query(adminApi.documents, args)).page;
}

test("documents that are added show up for who uses the app", async () => {
  const server = await startLibrary();
  const titles: Value[][] = [];
  newClient(server.url).onUpdate(books.titles, {}, (all) => titles.push(all));
  await expect.poll(() => titles).toEqual([[]]);
  const admin = newAdministrator(server);
  const added = await admin.mutation(adminApi.addDocuments, {
    table: "books",
    documents: [emma, dune],
  });
  expect(added).toEqual({
    success: true,
    ids: [expect.stringMatching(/^[0-9a-z]{32}$/), expect.any(String)],
  });
  await expect.poll(() => titles).toEqual([[], ["Emma", "Dune"]]);
});

test("a change of fields leaves the others alone", async () => {
  const { admin, ids } = await openWith(emma, dune);
  const changed = await admin.mutation(adminApi.patchDocuments, {
    table: "books",
    ids,
    fields: { shelf: 9, origin: { city: "Pune" } },
    unset: ["label"],
  });
  expect(changed).toEqual({ success: true });
  const origin = { city: "Pune" };
  expect(await documents(admin)).toEqual([
    {
      _id: ids[1],
      _creationTime: expect.any(Number),
      title: "Dune",
      shelf: 9,
      origin,
    },
    {
      _id: ids[0],
      _creationTime: expect.any(Number),
      title: "Emma",
      shelf: 9,
      origin,
    },
  ]);
});

test("a replacement changes all fields but the system's", async () => {
  const { admin, ids } = await openWith(dune);
  const [before] = await documents(admin);
  const document = { ...before, title: "Emma", shelf: 1 };
  delete (document as Record<string, Value>).label;
  const id = ids[0] ?? "";
  await admin.mutation(adminApi.replaceDocument, { id, document });
  const { _id, _creationTime } = before ?? {};
  expect(await documents(admin)).toEqual([{ _id, _creationTime, ...emma }]);
});

test("documents of several tables are deleted at once", async () => {
  const { admin, ids } = await openWith(emma, dune);
  const loans = await admin.mutation(adminApi.addDocuments, {
    table: "loans",
    documents: [{ book: ids[0] ?? "", reader: "ann" }],
  });
  const toDelete = [
    { tableName: "books", id: ids[0] ?? "" },
    { tableName: "loans", id: loans.ids[0] ?? "" },
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
  const paginationOpts = { numItems: 10, cursor: null };
  const where = { componentId, table: "rateLimits", filters: null };
  const all = { ...where, paginationOpts };
  const [limit] = (await admin.query(adminApi.documents, all)).page;
  const toDelete = [{ tableName: "rateLimits", id: limit?._id ?? "" }];
  await admin.mutation(adminApi.deleteDocuments, { componentId, toDelete });
  expect((await admin.query(adminApi.documents, all)).page).toEqual([]);
});

test("what the schema forbids is refused in its words", async () => {
  const { admin, ids } = await openWith(emma);
  const id = ids[0] ?? "";
  const table = "books";
  const refusals = await Promise.all(
    [
      admin.mutation(adminApi.addDocuments, {
        table,
        documents: [dune, { title: "Ulysses" }],
      }),
      admin.mutation(adminApi.patchDocuments, {
        table,
        ids,
        fields: { shelf: "top" },
      }),
      admin.mutation(adminApi.patchDocuments, {
        table,
        ids,
        fields: {},
        unset: ["title"],
      }),
      admin.mutation(adminApi.replaceDocument, {
        id,
        document: { ...emma, pages: 1 },
      }),
      admin.mutation(adminApi.addDocuments, {
        table: "loans",
        documents: [{ book: "Emma", reader: "ann" }],
      }),
    ].map(refusalOf),
  );
  for (const { code, message } of refusals) {
    expect(code).toBe("SchemaValidationError");
    expect(message).toMatch(
      /^Failed to insert or update a document in table "\w+" because it does not match the schema: /,
    );
  }
  expect(refusals[0]?.message).toContain("missing the required field `shelf`");
  expect(await documents(admin)).toMatchObject([emma]);
});

test("one document that cannot be changed keeps all as they are", async () => {
  const { admin, ids } = await openWith(emma, dune);
  const [id = "", gone = ""] = ids;
  const tableName = "books";
  const deleteAll = (all: string[]) =>
    admin.mutation(adminApi.deleteDocuments, {
      toDelete: all.map((one) => ({ tableName, id: one })),
    });
  await deleteAll([gone]);
  const codes = await Promise.all(
    [
      deleteAll([id, gone]),
      deleteAll([id, id]),
      deleteAll([id, "nonsense"]),
      admin.mutation(adminApi.deleteDocuments, {
        toDelete: [{ tableName: "loans", id }],
      }),
      admin.mutation(adminApi.patchDocuments, {
        table: "books",
        ids: [id, gone],
        fields: { shelf: 5 },
      }),
      admin.mutation(adminApi.replaceDocument, { id: gone, document: emma }),
    ].map(async (call) => (await refusalOf(call)).code),
  );
  expect(codes).toEqual([
    "DocumentNotFound",
    "DocumentNotFound",
    "InvalidId",
    "WrongTable",
    "DocumentNotFound",
    "DocumentNotFound",
  ]);
  expect(await documents(admin)).toMatchObject([emma]);
});

test("more documents than one transaction takes are refused", async () => {
  const server = await startLibrary();
  const admin = newHttpAdministrator(server);
  const add = (count: number) =>
    admin.mutation(adminApi.addDocuments, {
      table: "books",
      documents: Array.from({ length: count }, () => emma),
    });
  const { ids } = await add(4096);
  expect((await refusalOf(add(4097))).code).toBe("TooManyDocuments");
  const toDelete = ids.map((id) => ({ tableName: "books", id }));
  await admin.mutation(adminApi.deleteDocuments, { toDelete });
  expect(await documents(admin)).toEqual([]);
});

test("a schema that is enforced says which tables there are", async () => {
  const admin = newHttpAdministrator(await startLibrary());
  const add = (table: string) =>
    admin.mutation(adminApi.addDocuments, { table, documents: [{ a: 1 }] });
  expect(await refusalOf(add("films"))).toEqual({
    code: "TableNotFound",
    message: 'There is no table "films"',
  });
  const { page } = await admin.query(adminApi.tables, {});
  expect(page.map(({ name }) => name)).not.toContain("films");
});

test("without a schema a new table is made", async () => {
  const functions = fixture("mailer");
  const admin = newHttpAdministrator(await startServer({ functions }));
  const add = (table: string) =>
    admin.mutation(adminApi.addDocuments, { table, documents: [{ a: 1n }] });
  await add("films");
  const { page } = await admin.query(adminApi.tables, {});
  expect(page).toEqual([{ name: "films", count: 1 }]);
  expect(await documents(admin, "films")).toMatchObject([{ a: 1n }]);
  expect((await refusalOf(add("a film"))).code).toBe("InvalidTableName");
  expect(await admin.query(adminApi.schemas, {})).toEqual({});
});

test("tables of the engine's own cannot be written to", async () => {
  const server = await startLibrary();
  const admin = newHttpAdministrator(server);
  const jobs = await admin.mutation(books.scheduleDusting, {
    shelf: 1,
    afterMs: 3_600_000,
  });
  const table = "_scheduled_functions";
  const codes = await Promise.all(
    [
      ...["_scheduled_functions", "_tables", "_made_up"].map((name) =>
        admin.mutation(adminApi.addDocuments, {
          table: name,
          documents: [{ name: "x" }],
        }),
      ),
      admin.mutation(adminApi.patchDocuments, {
        table,
        ids: [jobs],
        fields: { scheduledTime: 1 },
      }),
      admin.mutation(adminApi.replaceDocument, { id: jobs, document: {} }),
      admin.mutation(adminApi.deleteDocuments, {
        toDelete: [{ tableName: table, id: jobs }],
      }),
    ].map(async (call) => (await refusalOf(call)).code),
  );
  expect(new Set(codes)).toEqual(new Set(["SystemTableReadOnly"]));
});

test("arguments that make no sense are refused", async () => {
  const admin = newHttpAdministrator(await startLibrary());
  const nonsense = { table: "books", documents: "Emma" } as never;
  const refusal = await refusalOf(
    admin.mutation(adminApi.addDocuments, nonsense),
  );
  expect(refusal.code).toBe("ArgumentValidationError");
  expect(refusal.message).toContain("documents");
});
