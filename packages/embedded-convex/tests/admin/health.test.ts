import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  adminApi,
  type DeploymentHealth,
  HEALTH_PATH,
} from "../../src/admin/admin-api";
import { Rates } from "../../src/admin/rates";
import { manualClock } from "../base/manual-clock";
import { RawSocket } from "../engine/raw-socket";
import { newClient, type TestServer } from "../engine/test-server";
import {
  askAsAdmin,
  books,
  fillShelves,
  newHttpAdministrator,
  startLibrary,
} from "./administrator";

async function healthOf(server: TestServer): Promise<DeploymentHealth> {
  const response = await askAsAdmin(server, HEALTH_PATH);
  expect(response.status).toBe(200);
  return (await response.json()) as DeploymentHealth;
}

test("a deployment tells how it does", async () => {
  const clock = manualClock(Date.now());
  const server = await startLibrary({ clock });
  await RawSocket.connect(server.url);
  clock.advance(1000);
  const before = await healthOf(server);
  const client = newClient(server.url);
  for (let n = 0; n < 10; n++) {
    await client.mutation(books.borrow, { reader: `${n}` });
  }
  const after = await healthOf(server);
  // The library's two cron jobs commit, too, whenever they happen to run.
  const commits = after.commits.total - before.commits.total;
  expect(commits).toBeGreaterThanOrEqual(10);
  expect(commits).toBeLessThan(20);
  expect(after.commits.perSecond).toBeGreaterThan(0);
  expect([before.syncConnections, after.syncConnections]).toEqual([1, 2]);
  expect(after.httpRequests.total - before.httpRequests.total).toBe(1);
  expect(after).toMatchObject({
    version: {
      convex: expect.stringMatching(/^1\.\d+\.\d+$/),
      node: process.versions.node,
      functions: expect.stringMatching(/^[0-9a-f]{12}$/),
    },
    conflicts: { total: expect.any(Number) },
    lastBackupAt: null,
  });
  expect(before.now - before.startedAt).toBe(1000);
  expect(after.version.functionsLoadedAt).toBeGreaterThanOrEqual(
    after.startedAt,
  );
  expect(after.memory.rssBytes).toBeGreaterThan(after.memory.heapUsedBytes);
  expect(after.eventLoopDelayMs.p50).toBeLessThanOrEqual(
    after.eventLoopDelayMs.max,
  );
});

test("the disk's use is that of the data directory", async () => {
  const server = await startLibrary();
  await writeFile(join(server.dataDir, "large"), Buffer.alloc(5_000_000));
  const { disk } = await healthOf(server);
  expect(disk.usedBytes).toBeGreaterThan(5_000_000);
  expect(disk.usedBytes).toBeLessThan(10_000_000);
  expect(disk.freeBytes).toBeGreaterThan(0);
});

test("transactions that got into each other's way are counted", async () => {
  const server = await startLibrary();
  const client = newClient(server.url);
  const others = Array.from({ length: 5 }, () => newClient(server.url));
  const reader = "the same";
  const borrowAtOnce = async () => {
    await Promise.all(
      [client, ...others].map((one) => one.mutation(books.borrow, { reader })),
    );
    return (await healthOf(server)).conflicts.total;
  };
  await expect.poll(borrowAtOnce).toBeGreaterThan(0);
});

test("the last backup is known", async () => {
  const server = await startLibrary();
  const startedAt = Date.now();
  const path = "/api/export/request/zip?includeStorage=false";
  await askAsAdmin(server, path, { method: "POST" });
  await expect
    .poll(async () => (await healthOf(server)).lastBackupAt)
    .toBeGreaterThanOrEqual(startedAt - 1);
});

test("rates are those of the last minute", () => {
  const rates = new Rates<"commits">();
  for (let second = 0; second <= 120; second += 5) {
    const commits = second <= 60 ? second * 100 : 6000;
    rates.sample(second * 1000, { commits });
  }
  expect(rates.read("commits", 120_000, 6000)).toEqual({
    total: 6000,
    perSecond: 0,
  });
  expect(rates.read("commits", 120_000, 6600)).toEqual({
    total: 6600,
    perSecond: 10,
  });
});

test("a deployment that has only begun has rates, too", () => {
  const rates = new Rates<"commits">();
  const none = { total: 5, perSecond: 0 };
  expect(rates.read("commits", 1000, 5)).toEqual(none);
  rates.sample(1000, { commits: 0 });
  expect(rates.read("commits", 1000, 5)).toEqual(none);
  expect(rates.read("commits", 2000, 5)).toEqual({ total: 5, perSecond: 5 });
});

type LogPage = {
  newCursor: number;
  entries: { identifier: string; logLines: { messages: string[] }[] }[];
};

test("several readers follow the log, each from its own cursor", async () => {
  const server = await startLibrary();
  const read = async (cursor: number) => {
    const path = `/api/stream_function_logs?cursor=${cursor}`;
    return (await (await askAsAdmin(server, path)).json()) as LogPage;
  };
  const client = newClient(server.url);
  const said = ({ entries }: LogPage) =>
    entries
      .filter(({ identifier }) => identifier === "books:speak")
      .flatMap(({ logLines }) => logLines.map(({ messages }) => messages[0]));
  // The library's cron jobs are logged, too, whenever they happen to end.
  const follow = async (from: number) => {
    let page = await read(from);
    while (said(page).length === 0) page = await read(page.newCursor);
    return page;
  };
  await client.action(books.speak, { text: "one" });
  const first = await read(0);
  expect(said(first)).toEqual(["'one'"]);
  const waiting = [follow(first.newCursor), follow(first.newCursor)];
  await client.action(books.speak, { text: "two" });
  const [ann, bob] = await Promise.all(waiting);
  expect([ann && said(ann), bob && said(bob)]).toEqual([["'two'"], ["'two'"]]);
  await client.action(books.speak, { text: "three" });
  expect(said(await read(first.newCursor))).toEqual(["'two'", "'three'"]);
  expect(said(await read(ann?.newCursor ?? 0))).toEqual(["'three'"]);
});

test("a built-in mutation is found by the address for any function", async () => {
  const server = await startLibrary();
  await fillShelves(server, 1);
  const response = await askAsAdmin(server, "/api/function", {
    method: "POST",
    body: JSON.stringify({
      path: "_system/frontend/addDocument",
      args: { table: "books", documents: [{ title: "Emma", shelf: 1 }] },
      format: "json",
    }),
  });
  expect(await response.json()).toMatchObject({ status: "success" });
  const admin = newHttpAdministrator(server);
  const size = await admin.query(adminApi.tableSize, { tableName: "books" });
  expect(size).toBe(2);
});
