import { beforeEach, expect, test } from "vitest";
import { failureOf, openWorkbench, type Workbench } from "./workbench";

type Page = {
  page: { title: string }[];
  isDone: boolean;
  continueCursor: string;
};

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
  await bench.mutation("tasks:addMany", { owner: "ann", count: 5 });
});

function readPage(
  options: {
    numItems: number;
    cursor: string | null;
    endCursor?: string;
    maximumRowsRead?: number;
  },
  journal: string | null = null,
): ReturnType<Workbench["runQuery"]> {
  const args = { owner: "ann", paginationOpts: { ...options, id: 1 } };
  return bench.runQuery("tasks:page", args, { journal });
}

async function pageOf(outcome: ReturnType<typeof readPage>): Promise<Page> {
  const result = await outcome;
  if (!result.ok) throw new Error(result.failure.message);
  return JSON.parse(result.valueText) as Page;
}

const titles = ({ page }: Page): string[] => page.map(({ title }) => title);

test("pages follow each other to the end", async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let n = 0; n < 3; n++) {
    const page: Page = await pageOf(readPage({ numItems: 2, cursor }));
    seen.push(...titles(page));
    cursor = page.continueCursor;
    expect(page.isDone).toBe(n === 2);
  }
  expect(seen).toEqual([0, 1, 2, 3, 4].map((n) => `ann ${n}`));
  const past = await pageOf(readPage({ numItems: 2, cursor }));
  expect(past).toMatchObject({ page: [], isDone: true });
});

test("a page that is run again with its journal keeps its end", async () => {
  const first = await readPage({ numItems: 2, cursor: null });
  await bench.mutation("tasks:add", {
    title: "between",
    owner: "ann",
    priority: 0.5,
  });
  const options = { numItems: 2, cursor: null };
  const drifted = await pageOf(readPage(options));
  expect(titles(drifted)).toEqual(["ann 0", "between"]);
  const kept = await readPage(options, first.journal);
  expect(titles(await pageOf(Promise.resolve(kept)))).toEqual([
    "ann 0",
    "between",
    "ann 1",
  ]);
  expect(kept.journal).toBe(first.journal);
});

test("a page that has read its limit in vain can be split", async () => {
  const paginationOpts = { numItems: 9, cursor: null, maximumRowsRead: 4 };
  const search = async (options: object) => {
    const args = { title: "ann 4", paginationOpts: { ...options, id: 1 } };
    const result = await bench.runQuery("tasks:titledPage", args);
    if (!result.ok) throw new Error(result.failure.message);
    return JSON.parse(result.valueText) as Page & { splitCursor: string };
  };
  const page = await search(paginationOpts);
  expect(page).toMatchObject({ page: [], pageStatus: "SplitRequired" });
  const { splitCursor: endCursor } = page;
  const half = await search({ ...paginationOpts, endCursor });
  expect(half).toMatchObject({ page: [], pageStatus: null });
  const rest = await search({ ...paginationOpts, cursor: endCursor });
  expect(titles(rest)).toEqual(["ann 4"]);
});

test("a page that comes near a limit should be split", async () => {
  const options = { numItems: 4, cursor: null, maximumRowsRead: 6 };
  const far = await pageOf(readPage(options));
  expect(far).toMatchObject({ pageStatus: null });
  const near = await pageOf(readPage({ ...options, maximumRowsRead: 5 }));
  expect(near).toMatchObject({ pageStatus: "SplitRecommended" });
});

test("a page ends at a limit of the transaction and must be split", async () => {
  const page = await bench.query("tasks:pageWithin", { documentsRead: 3 });
  expect(titles(page as unknown as Page)).toEqual(["ann 0", "ann 1", "ann 2"]);
  expect(page).toMatchObject({ pageStatus: "SplitRequired", isDone: false });
});

test("an end cursor bounds a page whatever its size", async () => {
  const { continueCursor: endCursor } = await pageOf(
    readPage({ numItems: 3, cursor: null }),
  );
  const page = await pageOf(readPage({ numItems: 1, cursor: null, endCursor }));
  expect(titles(page)).toEqual(["ann 0", "ann 1", "ann 2"]);
});

test("equal pages have equal cursors, which do not show their keys", async () => {
  const options = { numItems: 1, cursor: null };
  const once = await pageOf(readPage(options));
  const again = await pageOf(readPage(options));
  expect(again.continueCursor).toBe(once.continueCursor);
  const bytes = Buffer.from(once.continueCursor, "base64url").toString(
    "latin1",
  );
  expect(bytes).not.toContain("ann");
});

test("a cursor of another query makes clients start over", async () => {
  const { continueCursor } = await pageOf(
    readPage({ numItems: 1, cursor: null }),
  );
  const paginationOpts = { numItems: 1, cursor: continueCursor };
  const other = await bench.runQuery("tasks:page", {
    owner: "bob",
    paginationOpts,
  });
  expect(failureOf(other).data).toEqual({
    isConvexSystemError: true,
    paginationError: "InvalidCursor",
  });
  const garbage = await readPage({ numItems: 1, cursor: "garbage" });
  expect(failureOf(garbage).message).toContain("InvalidCursor");
});

test("cursors outlive the process", async () => {
  const { continueCursor: cursor } = await pageOf(
    readPage({ numItems: 1, cursor: null }),
  );
  await bench.close();
  bench = await openWorkbench("workshop", { disk: bench.disk });
  const page = await pageOf(readPage({ numItems: 1, cursor }));
  expect(titles(page)).toEqual(["ann 1"]);
});

test("a page of no rows is refused, and so are two pages", async () => {
  const none = await readPage({ numItems: 0, cursor: null });
  expect(failureOf(none).message).toContain(
    "Must request at least 1 document while paginating",
  );
  const two = await bench.runQuery("reading:twoPages");
  expect(failureOf(two).message).toContain("ran multiple paginated queries");
});

test("a page depends on nothing beyond its last row", async () => {
  const before = bench.database.snapshot();
  const { readSet } = await readPage({ numItems: 2, cursor: null });
  await bench.mutation("tasks:add", { title: "z", owner: "ann", priority: 3 });
  expect(bench.database.isCurrent(readSet, before.ts)).toBe(true);
  await bench.mutation("tasks:add", { title: "a", owner: "ann", priority: 0 });
  expect(bench.database.isCurrent(readSet, before.ts)).toBe(false);
});
