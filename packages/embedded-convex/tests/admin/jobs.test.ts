import { afterEach, expect, test } from "vitest";
import {
  adminApi,
  type CronJobSummary,
  type ScheduledJob,
} from "../../src/admin/admin-api";
import { closeAll, type TestServer } from "../engine/test-server";
import {
  books,
  newAdministrator,
  newHttpAdministrator,
  startLibrary,
} from "./administrator";

afterEach(closeAll);

const HOUR_MS = 3_600_000;
const paginationOpts = { numItems: 50, cursor: null };

function cancel({ url, engine }: TestServer, body: object): Promise<Response> {
  return fetch(`${url}/api/cancel_job`, {
    method: "POST",
    headers: { authorization: `Convex ${engine.keys.adminKey}` },
    body: JSON.stringify(body),
  });
}

/** What waits, and what has ended, as it comes. */
function watchJobs(server: TestServer) {
  const admin = newAdministrator(server);
  const seen = { waiting: [] as ScheduledJob[], ended: [] as ScheduledJob[] };
  const jobs = adminApi.scheduledJobs;
  admin.onUpdate(jobs, { paginationOpts }, ({ page }) => {
    seen.waiting = page;
  });
  admin.onUpdate(jobs, { paginationOpts, finished: true }, ({ page }) => {
    seen.ended = page;
  });
  return seen;
}

test("scheduled functions are shown live until they have ended", async () => {
  const server = await startLibrary();
  const http = newHttpAdministrator(server);
  const seen = watchJobs(server);
  const inTwo = { shelf: 2, afterMs: 2 * HOUR_MS };
  await http.mutation(books.scheduleDusting, inTwo);
  const before = Date.now();
  const inOne = { shelf: 1, afterMs: HOUR_MS };
  const id = await http.mutation(books.scheduleDusting, inOne);
  await expect.poll(() => seen.waiting).toHaveLength(2);
  const [next, later] = seen.waiting;
  expect(next).toMatchObject({
    _id: id,
    name: "books.js:dust",
    args: [{ shelf: 1 }],
    state: { kind: "pending" },
  });
  expect(next?.scheduledTime).toBeGreaterThanOrEqual(before + HOUR_MS);
  expect(later?.args).toEqual([{ shelf: 2 }]);
  await http.mutation(books.scheduleDusting, { shelf: 3, afterMs: 0 });
  await http.mutation(books.scheduleFire, {});
  await expect.poll(() => seen.ended).toHaveLength(2);
  const byName = new Map(seen.ended.map((job) => [job.name, job]));
  expect(byName.get("books.js:dust")?.state).toEqual({ kind: "success" });
  expect(byName.get("books.js:burn")?.state).toEqual({
    kind: "failed",
    error: expect.stringContaining("it is raining"),
  });
  const times = seen.ended.map((job) => job.completedTime ?? 0);
  expect(times[0]).toBeGreaterThanOrEqual(times[1] ?? Infinity);
});

test("a job that waits can be cancelled", async () => {
  const server = await startLibrary();
  const http = newHttpAdministrator(server);
  const seen = watchJobs(server);
  const inOne = { shelf: 1, afterMs: HOUR_MS };
  const id = await http.mutation(books.scheduleDusting, inOne);
  await expect.poll(() => seen.waiting).toHaveLength(1);
  const response = await cancel(server, { id, componentId: null });
  expect(response.status).toBe(200);
  await expect.poll(() => seen.waiting).toEqual([]);
  await expect
    .poll(() => seen.ended)
    .toMatchObject([{ _id: id, state: { kind: "canceled" } }]);
  const again = await cancel(server, { id });
  expect(again.status).toBe(200);
});

test("what is no job cannot be cancelled", async () => {
  const server = await startLibrary();
  const http = newHttpAdministrator(server);
  const { ids } = await http.mutation(adminApi.addDocuments, {
    table: "books",
    documents: [{ title: "Emma", shelf: 1 }],
  });
  const inOne = { shelf: 1, afterMs: HOUR_MS };
  const id = await http.mutation(books.scheduleDusting, inOne);
  const refused: [object, number, string][] = [
    [{ id: "nonsense" }, 404, "JobNotFound"],
    [{ id: ids[0] }, 404, "JobNotFound"],
    [{ id, componentId: "rateLimiter" }, 404, "JobNotFound"],
    [{}, 400, "BadJsonBody"],
  ];
  for (const [body, status, code] of refused) {
    const response = await cancel(server, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  }
});

test("cron jobs tell when they ran last, and when they run next", async () => {
  const server = await startLibrary();
  const admin = newAdministrator(server);
  let seen = new Map<string, CronJobSummary>();
  admin.onUpdate(adminApi.cronJobs, {}, (jobs) => {
    seen = new Map(jobs.map((job) => [job.name, job]));
  });
  const lastRun = (name: string) => seen.get(name)?.lastRun;
  await expect.poll(() => lastRun("dust the first shelf")).toBeTruthy();
  await expect.poll(() => lastRun("burn")).toBeTruthy();
  const dusting = seen.get("dust the first shelf");
  expect(dusting).toMatchObject({
    cronSpec: {
      udfPath: "books:dust",
      udfArgs: [{ shelf: 1 }],
      cronSchedule: { type: "interval", hours: 1 },
    },
    lastRun: { status: { type: "success" } },
  });
  const started = dusting?.lastRun?.startedTime ?? 0;
  expect(Math.abs(started - Date.now())).toBeLessThan(60_000);
  const next = dusting?.nextRun.nextTime ?? 0;
  expect(next - started).toBeGreaterThan(HOUR_MS - 60_000);
  expect(lastRun("burn")?.status).toEqual({
    type: "failure",
    error: expect.stringContaining("it is raining"),
  });
  expect(lastRun("each night")).toBeNull();
});

test("the last run of a cron job is known after a restart", async () => {
  const server = await startLibrary();
  const ask = async (one: TestServer) => {
    const jobs = await newHttpAdministrator(one).query(adminApi.cronJobs, {});
    return jobs.find(({ name }) => name === "burn")?.lastRun ?? null;
  };
  await expect.poll(() => ask(server)).not.toBeNull();
  const before = await ask(server);
  await server.close();
  const { dataDir } = server;
  expect(await ask(await startLibrary({ dataDir }))).toEqual(before);
});
