import type { ConvexHttpClient } from "convex/browser";
import { expect, test } from "vitest";
import { adminApi, type TableDocument } from "../../src/admin/admin-api";
import { encodeFilters } from "../../src/admin/filter-encoding";
import type { TableFilters } from "../../src/admin/table-filters";
import { RawSocket } from "../engine/raw-socket";
import { type TestServer } from "../engine/test-server";
import { thorough } from "../thorough";
import {
  askAsAdmin,
  books,
  editorOf,
  fillShelves,
  newAdministrator,
  newHttpAdministrator,
  openLibrary,
  refusalOf,
  startLibrary,
} from "./administrator";

/** What the client makes of the pages, unlike what its types say. */
type Shown = {
  results: TableDocument[];
  status: string;
  loadMore: (count: number) => boolean;
};

const title = (n: number): string => `book ${String(n).padStart(6, "0")}`;
const titleOf = (book: TableDocument): string =>
  typeof book.title === "string" ? book.title : "";
const titlesOf = (page: readonly TableDocument[]): string[] =>
  page.map(titleOf);

function readPage(
  admin: ConvexHttpClient,
  filters: TableFilters | null,
  { numItems = 1000, cursor = null as string | null } = {},
) {
  return admin.query(adminApi.documents, {
    table: "books",
    filters: filters && encodeFilters(filters),
    paginationOpts: { numItems, cursor },
  });
}

/** What somebody sees who scrolls through the table. */
function watchPages(
  server: TestServer,
  filters: TableFilters,
  initialNumItems: number,
) {
  const shown = {
    titles: [] as string[],
    status: "",
    overlaps: 0,
    loadMore: (_count: number): boolean => false,
  };
  newAdministrator(server).onPaginatedUpdate_experimental(
    adminApi.documents,
    // It fills in the options itself, whatever its types say.
    { table: "books", filters: encodeFilters(filters) } as never,
    { initialNumItems },
    (update) => {
      const shows = update as unknown as Shown;
      shown.titles = titlesOf(shows.results);
      shown.status = shows.status;
      shown.overlaps += shown.titles.length - new Set(shown.titles).size;
      shown.loadMore = shows.loadMore;
    },
  );
  return shown;
}

test("a page runs again only for what is in its range", async () => {
  const { server, admin } = await openLibrary(30);
  const ten = { numItems: 10 };
  const { page: before, continueCursor: cursor } = await readPage(
    admin,
    null,
    ten,
  );
  const { page: inside } = await readPage(admin, null, { ...ten, cursor });
  const raw = await RawSocket.connect(server.url);
  raw.authenticate(server.engine.keys.adminKey, "Admin");
  raw.addQuery(0, "_system/frontend/paginatedTableDocuments:default", {
    table: "books",
    filters: null,
    paginationOpts: { ...ten, cursor },
  });
  const updates = () => JSON.stringify(raw.received).split('"QueryUpdated"');
  await expect.poll(updates).toHaveLength(2);
  const told = raw.ofType("Transition").length;
  await fillShelves(server, 1);
  for (const [book] of [before, inside]) {
    await editorOf(admin).patch([book?._id ?? ""], { shelf: 77 });
  }
  await expect.poll(updates).toHaveLength(3);
  expect(raw.ofType("Transition")).toHaveLength(told + 1);
});

/** Five pages, or twenty. */
const ROWS = thorough ? 2000 : 500;

test("rows of many pages stay whole while rows come and go", async () => {
  const { server, admin } = await openLibrary(ROWS);
  const editor = editorOf(admin);
  const inOrder: TableFilters = {
    order: "asc",
    index: { name: "by_title", clauses: [] },
  };
  const shown = watchPages(server, inOrder, 100);
  const expected = new Set<string>();
  for (let n = 0; n < ROWS; n++) expected.add(title(n));
  const all = await allIds(admin);
  for (let round = 0; shown.status !== "Exhausted"; round++) {
    await expect.poll(() => shown.status).not.toMatch(/Loading/);
    if (shown.status === "CanLoadMore") shown.loadMore(100);
    const comer = `${title((round * 37) % ROWS)} again`;
    const goner = title((round * 91) % ROWS);
    await editor.add({ title: comer, shelf: 0 });
    expected.add(comer);
    const id = all.get(goner);
    if (id === undefined) continue;
    await editor.remove(id);
    all.delete(goner);
    expected.delete(goner);
  }
  const sorted = [...expected].sort();
  await expect.poll(() => shown.titles).toEqual(sorted);
  expect(shown.overlaps).toBe(0);
});

test("a page that has grown is split, and nothing is lost", async () => {
  const { server, admin } = await openLibrary(100);
  const shown = watchPages(server, {}, 20);
  await expect.poll(() => shown.titles).toHaveLength(20);
  shown.loadMore(20);
  await expect.poll(() => shown.titles).toHaveLength(40);
  const editor = editorOf(admin);
  for (let n = 100; n < 250; n += 10) {
    const ten = Array.from({ length: 10 }, (_, i) => title(n + i));
    await editor.add(...ten.map((each) => ({ title: each, shelf: 0 })));
  }
  const newest = Array.from({ length: 190 }, (_, n) => title(249 - n));
  await expect.poll(() => shown.titles).toEqual(newest);
  expect(shown.overlaps).toBe(0);
});

test("a search keeps its pages whole however much is added", async () => {
  const { server, admin } = await openLibrary(4500);
  const shown = watchPages(
    server,
    { clauses: [{ field: "label", op: "eq", value: "found" }] },
    10,
  );
  await expect.poll(() => shown.status).toBe("CanLoadMore");
  shown.loadMore(10);
  await expect.poll(() => shown.status).toBe("Exhausted");
  await fillShelves(server, 5000);
  const { page } = await readPage(admin, { order: "asc" });
  // The last that the first page has looked at, and the first of the second.
  const around = page.slice(403, 405);
  expect(titlesOf(around)).toEqual([title(403), title(404)]);
  const ids = around.map(({ _id }) => _id);
  await editorOf(admin).patch(ids, { label: "found" });
  await expect.poll(() => shown.titles).toEqual([title(404), title(403)]);
});

async function allIds(admin: ConvexHttpClient): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  let cursor: string | null = null;
  for (;;) {
    const page = await readPage(admin, null, { cursor });
    for (const book of page.page) ids.set(titleOf(book), book._id);
    if (page.isDone) return ids;
    cursor = page.continueCursor;
  }
}

test("a search that finds little goes on from page to page", async () => {
  const { admin } = await openLibrary(6000);
  const filters: TableFilters = {
    clauses: [{ field: "title", op: "eq", value: title(10) }],
  };
  const first = await readPage(admin, filters, { numItems: 10 });
  expect(first).toMatchObject({ page: [], isDone: false });
  const cursor = first.continueCursor;
  const second = await readPage(admin, filters, { numItems: 10, cursor });
  expect(titlesOf(second.page)).toEqual([title(10)]);
  expect(second.isDone).toBe(true);
});

test("a document is found by its id without a search", async () => {
  const { admin } = await openLibrary(6000);
  const oldest = await readPage(admin, { order: "asc" }, { numItems: 1 });
  const [book] = oldest.page;
  const byId = (value: string) =>
    readPage(admin, { clauses: [{ field: "_id", op: "eq", value }] });
  expect(await byId(book?._id ?? "")).toMatchObject({
    page: [{ title: title(0) }],
    isDone: true,
  });
  expect((await byId("nonsense")).page).toEqual([]);
});

test("a table that does not exist has no pages, nor has one of the engine's", async () => {
  const admin = newHttpAdministrator(await startLibrary());
  const refusalFor = async (table: string) => {
    const paginationOpts = { numItems: 10, cursor: null };
    const args = { table, filters: null, paginationOpts };
    return (await refusalOf(admin.query(adminApi.documents, args))).message;
  };
  for (const table of ["films", "_deployment", "_session_requests"]) {
    expect(await refusalFor(table)).toMatch(/^There is no (system )?table/);
  }
});

test("a cursor of another question makes the client start over", async () => {
  const { admin } = await openLibrary(10);
  const { continueCursor } = await readPage(admin, null, { numItems: 5 });
  const other = readPage(
    admin,
    { clauses: [{ field: "shelf", op: "eq", value: 0 }] },
    { cursor: continueCursor },
  );
  await expect(other).rejects.toMatchObject({
    data: { isConvexSystemError: true, paginationError: "InvalidCursor" },
  });
});

type LogPage = { entries: { identifier: string }[] };

/** A query that reads a thousand documents is a costly one. */
const FROM = 1200;

test("a costly query rests beside one that every commit changes", async () => {
  const { server } = await openLibrary(FROM);
  const admin = newAdministrator(server);
  const counts: number[] = [];
  admin.onUpdate(adminApi.tables, {}, ({ page }) => {
    counts.push(page.find(({ name }) => name === "books")?.count ?? 0);
  });
  let titles: string[] = [];
  admin.onUpdate(books.titles, {}, (shown) => {
    titles = shown;
  });
  await expect.poll(() => titles).toHaveLength(FROM);
  const editor = editorOf(newHttpAdministrator(server));
  const changes = 60;
  for (let n = 0; n < changes; n++) {
    await editor.add({ title: title(FROM + n), shelf: 400 });
  }
  const all = FROM + changes;
  await expect.poll(() => titles).toHaveLength(all);
  await expect.poll(() => counts.at(-1)).toBe(all);
  const log = await askAsAdmin(server, "/api/stream_function_logs?cursor=0");
  const { entries } = (await log.json()) as LogPage;
  const runs = entries.filter(
    ({ identifier }) => identifier === "books:titles",
  );
  expect(runs.length).toBeLessThan(changes / 3);
});
