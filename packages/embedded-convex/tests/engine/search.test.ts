/** Text and vector searches, through the unmodified client. */
import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { beforeAll, describe, expect, test } from "vitest";
import {
  fixture,
  newClient,
  newHttpClient,
  startServer,
  type TestServer,
} from "./test-server";

type Condition = { path: string; value?: unknown };
type Page = {
  page: { description: string }[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
};
type Search = {
  index?: string;
  searches: Condition[];
  filters?: Condition[];
  limit?: number;
};

const add = makeFunctionReference<"mutation">("foods:add");
const addMany = makeFunctionReference<"mutation">("foods:addMany");
const change = makeFunctionReference<"mutation">("foods:change");
const remove = makeFunctionReference<"mutation">("foods:remove");
const cook = makeFunctionReference<"mutation", { text: string }, string[][]>(
  "foods:cook",
);
const addOnce = makeFunctionReference<"mutation">("foods:addOnce");
const find = makeFunctionReference<"query", Search, string[]>("foods:find");
const page = makeFunctionReference<"query">("foods:page");
const nearest = makeFunctionReference<"action">("foods:nearest");

async function kitchen(dataDir?: string) {
  const server = await startServer({
    functions: fixture("kitchen"),
    isProduction: false,
    ...(dataDir !== undefined && { dataDir }),
  });
  return { server, client: newHttpClient(server.url) };
}

const inDescription = (value: string, filters?: Condition[]): Search => ({
  searches: [{ path: "description", value }],
  ...(filters && { filters }),
});

describe("a text search", () => {
  let client: ConvexHttpClient;
  let server: TestServer;
  beforeAll(async () => {
    ({ server, client } = await kitchen());
    for (const food of [
      { description: "Tacos al pastor", cuisine: "mexican", servings: 2 },
      { description: "Pasta, with past-its-prime cheese", cuisine: "italian" },
      { description: "Soup of the day", cuisine: "french", note: "no pasta" },
      { description: "soup soup soup", servings: 2 },
      {
        description: "soup for a long winter's night by the fire",
        servings: 2,
      },
      { description: "CRÈME brûlée № 5", cuisine: "french" },
      { description: "Καφές ΣΑΣΑ" },
      { description: "new rice" },
      { description: "new rice" },
      { description: `${"x".repeat(31)} ${"y".repeat(32)} ${"é".repeat(16)}` },
    ]) {
      await client.mutation(add, food);
    }
  });

  test.each([
    ["soup", 4, ["soup soup soup", "Soup of the day", "soup for a"]],
    ["SOUP!", 4, ["soup soup soup", "Soup of the day", "soup for a"]],
    ["tacos", 1, ["Tacos al pastor"]],
    ["past", 9, ["Pasta, with past-its", "Tacos al pastor"]],
    ["past1r", 9, []],
    ["past soup", 9, ["soup soup", "Pasta, with", "Soup of", "soup for"]],
    ["its", 9, ["Pasta, with"]],
    ["day tacos", 9, ["Tacos al pastor", "Soup of the day"]],
    ["tac", 9, ["Tacos al pastor"]],
    ["tac day", 9, ["Soup of the day"]],
    ["crème", 9, ["CRÈME"]],
    ["CRÈ", 9, ["CRÈME"]],
    ["creme", 9, []],
    ["5", 9, ["CRÈME"]],
    ["ΣΑΣ", 9, ["Καφές ΣΑΣΑ"]],
    ["rice", 9, ["new rice", "new rice"]],
    ["x".repeat(31), 9, ["xxx"]],
    ["y".repeat(31), 9, []],
    ["é".repeat(16), 9, []],
    ["", 9, []],
    [" ,.!", 9, []],
    [`${"z ".repeat(15)}tacos soup`, 9, ["Tacos al pastor"]],
    [`${"z ".repeat(16)}tacos`, 9, []],
  ])(
    "for %j finds, best first, %j at most: %j",
    async (text, limit, expected) => {
      const found = await client.query(find, { ...inDescription(text), limit });
      const starts = found.map((one, i) => one.slice(0, expected[i]?.length));
      expect(starts).toEqual(expected);
    },
  );

  test.each<[Condition[], number]>([
    [[{ path: "about.cuisine", value: "french" }], 1],
    [[{ path: "about.cuisine", value: "frenc" }], 0],
    [[{ path: "about.cuisine" }], 2],
    [[{ path: "servings", value: 2 }], 2],
    [[{ path: "servings", value: 2 }, { path: "about.cuisine" }], 2],
    [
      [
        { path: "servings", value: 2 },
        { path: "servings", value: 1 },
      ],
      0,
    ],
  ])("with the filters %j finds %i soups", async (filters, count) => {
    const found = await client.query(find, inDescription("soup", filters));
    expect(found).toHaveLength(count);
  });

  test("looks into a nested field, and only there", async () => {
    const search = { searches: [{ path: "about.note", value: "pasta" }] };
    const found = await client.query(find, { index: "by_note", ...search });
    expect(found).toEqual(["Soup of the day"]);
  });

  const against = "Search query against foods.by_description";
  test.each<[Partial<Search>, string]>([
    [{ index: "nothing" }, "Index foods.nothing not found."],
    [{ index: "later" }, "Index foods.later is currently staged and not"],
    [
      { searches: [] },
      `${against} does not contain any search filters. You must include a search filter like \`q.search("description", searchText)\`.`,
    ],
    [
      { searches: [{ path: "note", value: "x" }] },
      `${against} contains a search filter against "note", which doesn't match the indexed \`searchField\` "description".`,
    ],
    [
      { searches: Array(2).fill({ path: "description", value: "x" }) },
      `${against} contains multiple search filters against "description". Only one is allowed.`,
    ],
    [
      { filters: [{ path: "about.note", value: "x" }] },
      `${against} contains an equality filter on "about.note" but that field isn't indexed for filtering in \`filterFields\`.`,
    ],
    [
      { filters: Array(9).fill({ path: "servings", value: 1 }) },
      `${against} has too many filter conditions. Max: 8 Actual: 9`,
    ],
  ])("with %j is refused in Convex's words", async (search, message) => {
    const asked = client.query(find, { ...inDescription("soup"), ...search });
    await expect(asked).rejects.toThrow(message);
  });

  test("goes on from page to page, and past what a filter leaves out", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    for (let isDone = false; !isDone; pages++) {
      const found: Page = await client.query(page, {
        ...inDescription("soup rice"),
        paginationOpts: { numItems: 2, cursor },
      });
      seen.push(...found.page.map(({ description }) => description));
      expect(found.splitCursor).toBeNull();
      cursor = found.continueCursor;
      isDone = found.isDone;
    }
    expect(pages).toBe(3);
    const all = await client.query(find, inDescription("soup rice"));
    expect(seen).toEqual(all);
    expect(all).toHaveLength(5);
    const other = client.query(page, {
      ...inDescription("rice"),
      paginationOpts: { numItems: 2, cursor },
    });
    await expect(other).rejects.toThrow("InvalidCursor");
  });

  test("in a mutation sees what it wrote, changed and deleted", async () => {
    await client.mutation(add, { description: "one lasagna" });
    expect(await client.mutation(cook, { text: "lasagna" })).toEqual([
      ["one lasagna"],
      ["lasagna and lasagna", "one lasagna"],
      [],
    ]);
    expect(await client.query(find, inDescription("lasagna"))).toEqual([]);
    expect(await client.query(find, inDescription("eaten"))).toEqual(["eaten"]);
  });

  test("that is watched follows what has its words, and nothing else", async () => {
    const watcher = newClient(server.url);
    const seen: string[][] = [];
    watcher.onUpdate(find, inDescription("kimchi stew"), (found) => {
      seen.push(found);
    });
    await expect.poll(() => seen).toEqual([[]]);
    const id = await watcher.mutation(add, { description: "hot stew" });
    await watcher.mutation(add, { description: "stewed kimchi" });
    await watcher.mutation(add, { description: "a salad" });
    await watcher.mutation(change, { id, description: "cold salad" });
    await watcher.mutation(change, { id, description: "stew" });
    await watcher.mutation(remove, { id });
    expect(seen).toEqual([
      [],
      ["hot stew"],
      ["stewed kimchi", "hot stew"],
      ["stewed kimchi"],
      ["stewed kimchi", "stew"],
      ["stewed kimchi"],
    ]);
  });

  test("decides which of many mutations at once was the first", async () => {
    const asked = Array.from({ length: 8 }, () =>
      newHttpClient(server.url).mutation(addOnce, { word: "unique" }),
    );
    const added = await Promise.all(asked);
    expect(added.filter(Boolean)).toHaveLength(1);
  });

  test("reads 1,024 documents at most", async () => {
    await client.mutation(addMany, { description: "one of many", count: 1030 });
    const many = inDescription("many");
    const taken = await client.query(find, { ...many, limit: 1024 });
    expect(taken).toHaveLength(1024);
    await expect(client.query(find, many)).rejects.toThrow(
      "Search query scanned too many documents (fetched 1024).",
    );
    const newest = await client.query(page, {
      ...many,
      paginationOpts: { numItems: 2, cursor: null },
    });
    expect(
      newest.page.map(({ servings }: { servings: number }) => servings),
    ).toEqual([1029, 1028]);
  });

  test("finds the same after a restart", async () => {
    const asked = ["soup", "past", "new r", "many"].map((text) => ({
      ...inDescription(text),
      limit: 20,
    }));
    const before = await Promise.all(
      asked.map((one) => client.query(find, one)),
    );
    await server.close();
    const { client: again } = await kitchen(server.dataDir);
    expect(
      await Promise.all(asked.map((one) => again.query(find, one))),
    ).toEqual(before);
  });
});

describe("a vector search", () => {
  let client: ConvexHttpClient;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    ({ client } = await kitchen());
    for (const { description, ...food } of [
      { description: "east", embedding: [2, 0, 0], cuisine: "thai" },
      { description: "north", embedding: [0, 3, 0], servings: 5 },
      { description: "north-east", embedding: [1, 1, 0], cuisine: "thai" },
      { description: "west", embedding: [-1, 0, 0] },
      { description: "short", embedding: [1, 0] },
      { description: "nothing" },
    ]) {
      ids[description] = await client.mutation(add, { description, ...food });
    }
  });

  const search = async (args: Record<string, unknown>) => {
    const found: { _id: string; _score: number }[] = await client.action(
      nearest,
      { vector: [1, 0, 0], ...args },
    );
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return found.map(({ _id, _score }) => [names.get(_id), _score]);
  };

  const half = Math.fround(Math.SQRT1_2);
  test.each([
    [
      {},
      [
        ["east", 1],
        ["north-east", half],
        ["north", 0],
        ["west", -1],
      ],
    ],
    [{ vector: [9, 0, 0], limit: 1 }, [["east", 1]]],
    [
      { filters: [{ path: "about.cuisine", value: "thai" }] },
      [
        ["east", 1],
        ["north-east", half],
      ],
    ],
    [
      {
        filters: [
          { path: "servings", value: 5 },
          { path: "about.cuisine", value: "thai" },
        ],
        limit: 3,
      },
      [
        ["east", 1],
        ["north-east", half],
        ["north", 0],
      ],
    ],
    [
      { filters: [{ path: "about.cuisine" }] },
      [
        ["north", 0],
        ["west", -1],
      ],
    ],
    [{ filters: [{ path: "about.cuisine", value: "x" }] }, []],
  ])("with %j finds, nearest first, %j", async (args, expected) => {
    const found = await search(args);
    expect(found.map(([name]) => name)).toEqual(expected.map(([name]) => name));
    expected.forEach(([, score], i) => {
      expect(found[i]?.[1]).toBeCloseTo(Number(score), 6);
    });
  });

  test.each([
    [{ index: "nothing" }, "Index foods.nothing not found."],
    [{ index: "nearby_later" }, "Index foods.nearby_later is currently staged"],
    [{ vector: [1] }, "Expected a vector with dimensions 3, received 1."],
    [
      { limit: 257 },
      "Vector queries can fetch at most 256 results, requested 257.",
    ],
    [
      { filters: [{ path: "description", value: "x" }] },
      'Vector query against foods.by_embedding contains a filter on "description" but that field isn\'t indexed for filtering in `filterFields`.',
    ],
    [
      {
        filters: Array.from({ length: 65 }, (_, value) => ({
          path: "servings",
          value,
        })),
      },
      "Vector query against foods.by_embedding has too many conditions. Max: 64 Actual: 65",
    ],
  ])("with %j is refused in Convex's words", async (args, message) => {
    await expect(search(args)).rejects.toThrow(message);
  });
});
